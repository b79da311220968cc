import { type Bureau, BureauUnavailableError } from './bureau.ts';
import { personaOf } from './sandbox-applicants.ts';

/** How long the slow persona's report takes. */
const SLOW_MS = 25_000;

/** The bureau by persona: an inquiry's answer depends on its number alone, so a repeat is the same. */
export function createSandboxBureau(wait: (milliseconds: number) => Promise<void>): Bureau {
  return {
    async softInquiry({ ssn, attempt }) {
      const { bureau, report } = personaOf(ssn);
      const isFirst = bureau === 'unavailable_at_first' && (await attempt()) === 1;
      if (bureau === 'unavailable' || isFirst) {
        throw new BureauUnavailableError('The sandbox bureau is down for this persona.');
      }
      if (bureau === 'fails') throw new Error('The sandbox bureau fails for this persona.');
      if (bureau === 'answers_slowly') await wait(SLOW_MS);
      return report;
    },
  };
}
