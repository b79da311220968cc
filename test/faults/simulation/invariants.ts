import { readEvidence } from './evidence.ts';
import type { WeekParts } from './week.ts';
import { checkWhatHappened } from './what-happened.ts';
import { checkWhatIsKept } from './what-is-kept.ts';
import { checkWhatWasTold } from './what-was-told.ts';

type Counted =
  | 'applications'
  | 'accepted'
  | 'charges'
  | 'settled'
  | 'refunds'
  | 'webhooks'
  | 'unresolved';

export interface Found {
  /** Each begins with its invariant. */
  readonly wrongs: readonly string[];
  readonly counts: Record<Counted, number>;
}

const mostWrongs = 30;

/** Compares what everybody was told with what has happened (I1 to I11), and the merchant's news. */
export async function findWrongs(parts: WeekParts): Promise<Found> {
  const wrongs = [...parts.facts.wrong];
  const evidence = readEvidence(parts, (invariant, what) => {
    if (wrongs.length < mostWrongs) wrongs.push(`${invariant}: ${what}`);
  });
  checkWhatHappened(evidence);
  await checkWhatWasTold(evidence);
  await checkWhatIsKept(evidence);
  const { checkouts, charges, refunds } = evidence;
  return {
    wrongs,
    counts: {
      applications: checkouts.filter(({ screen }) => screen !== 'details').length,
      accepted: parts.facts.acceptedBy.size,
      charges: charges.length,
      settled: charges.filter((charge) => charge.settled_at !== null).length,
      refunds: refunds.length,
      webhooks: parts.shops.reduce((sum, { heard }) => sum + heard.length, 0),
      unresolved: charges.filter(({ state }) => state === 'unresolved').length,
    },
  };
}
