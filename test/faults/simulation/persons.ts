import { createHash } from 'node:crypto';
import { sampleTexts } from '../../../server/lending-api/texts/sample-texts.ts';
import { anApplicationBody } from '../../helpers/applicant-corpus.ts';
import { type CanaryApplicant, canaryApplicant } from '../../helpers/canaries.ts';

/** How somebody goes about it. */
export interface Habits {
  /** The tabs that they have the shop open in. */
  readonly tabs: 1 | 2;
  readonly clicksTwice: boolean;
  /** Looks again within seconds, and asks at once for what came to nothing. */
  readonly isImpatient: boolean;
  readonly typesWrongly: boolean;
  /** Answers a charge when it ends: shortly before, at that moment, or too late. */
  readonly answersLast: boolean;
  readonly goesBack: boolean;
  /** Comes back from the lender on another device, by the link of the lender's page. */
  readonly changesDevice: boolean;
  /** Gives that link to somebody else, who tries what it opens. */
  readonly forwardsLink: boolean;
  /** Leaves for good at this screen. */
  readonly leavesAt: string | undefined;
  /** What they answer to the terms and to a charge. */
  readonly refuses: 'nothing' | 'terms' | 'charge';
}

/** What the lender will say of somebody, and the SSN that makes it. */
const fortunes = [
  ...Array.from({ length: 26 }, () => ({ ssn: undefined, bare: undefined })),
  { ssn: '900-10-0007', bare: 'Portalless' },
  { ssn: '900-10-0008', bare: undefined },
  { ssn: '900-10-0101', bare: 'Declined' },
  { ssn: '900-10-0102', bare: 'Declined' },
  { ssn: '900-10-0106', bare: 'Review' },
  { ssn: '900-10-0109', bare: 'Review' },
  { ssn: '900-10-0202', bare: 'Late' },
  { ssn: '900-10-0203', bare: 'Misspelt' },
  { ssn: '900-10-0204', bare: 'Unconfirmed' },
  { ssn: '900-10-0204', bare: 'Unreachable' },
] as const;

export type Fortune = (typeof fortunes)[number];

export function fortuneOf(serial: number): Fortune {
  return fortunes[serial % fortunes.length] as Fortune;
}

export interface Person extends CanaryApplicant {
  readonly serial: number;
}

/** The n-th person of a run: the values are known by their looks, wherever they turn up. */
export function personOf(run: number, serial: number, fortune: Fortune, isBare: boolean): Person {
  const made = canaryApplicant((run * 97 + serial * 211) % 10_000);
  // A bare lender knows its personas by their names, the embedded one by their SSN.
  if (isBare) return { ...made, serial, last_name: fortune.bare ?? made.last_name };
  return { ...made, serial, ssn: fortune.ssn ?? made.ssn };
}

/** What is typed into the form, with the consents of the texts in force on a day. */
export function applicationOf(
  { serial, ...applicant }: Person,
  now: number,
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  void serial;
  const day = new Date(now).toISOString().slice(0, 10);
  const { version, text } = sampleTexts.current('soft_pull_authorization', 'en', day);
  const at = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  return anApplicationBody({
    ...applicant,
    soft_pull_consent_version: version,
    soft_pull_consent_text_sha256: createHash('sha256').update(text).digest('hex'),
    soft_pull_consent_at: at,
    esign_consent_at: at,
    ...change,
  });
}
