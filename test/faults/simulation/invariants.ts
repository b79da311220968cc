import type { WebhookType } from '../../../server/bff/merchant-api/webhook-types.ts';
import { type Evidence, readEvidence } from './evidence.ts';
import type { WeekParts } from './week.ts';
import { checkWhatHappened } from './what-happened.ts';
import { checkWhatIsKept } from './what-is-kept.ts';
import { checkWhatTheLenderOwes } from './what-the-lender-owes.ts';
import { checkWhatWasAsked } from './what-was-asked.ts';
import { checkWhatWasCounted } from './what-was-counted.ts';
import { checkWhatWasPaid } from './what-was-paid.ts';
import { checkWhatWasTold } from './what-was-told.ts';

type Counted =
  | 'applications'
  | 'accepted'
  | 'charges'
  | 'settled'
  | 'refunds'
  | 'webhooks'
  | 'refusedOld'
  | 'unresolved'
  | 'held'
  | 'failed'
  | 'reversed'
  | 'failedRefunds'
  | 'keyedCharges'
  | 'raisedLimits'
  | 'resolutionsTried'
  | 'resolved';

export interface Found {
  /** Each begins with its invariant. */
  readonly wrongs: readonly string[];
  readonly counts: Record<Counted, number>;
}

const mostWrongs = 30;

/** Compares what everybody was told with what has happened (I1 to I12), and the merchant's news. */
export async function findWrongs(parts: WeekParts): Promise<Found> {
  const wrongs = [...parts.facts.wrong];
  const evidence = readEvidence(parts, (invariant, what) => {
    if (wrongs.length < mostWrongs) wrongs.push(`${invariant}: ${what}`);
  });
  checkWhatHappened(evidence);
  await checkWhatWasTold(evidence);
  await checkWhatIsKept(evidence);
  await checkWhatTheLenderOwes(evidence);
  await checkWhatWasPaid(evidence);
  await checkWhatWasCounted(evidence);
  await checkWhatWasAsked(evidence);
  const counts = countsOf(evidence);
  checkCounts(evidence, counts);
  return { wrongs, counts };
}

function countsOf({
  parts,
  books,
  checkouts,
  charges,
  refunds,
  events,
}: Evidence): Found['counts'] {
  const told = (type: WebhookType) => events.filter((event) => event.type === type).length;
  return {
    applications: checkouts.filter(({ screen }) => screen !== 'details').length,
    accepted: parts.facts.acceptedBy.size,
    charges: charges.length,
    settled: charges.filter((charge) => charge.settled_at !== null).length,
    refunds: refunds.length,
    webhooks: parts.shops.reduce((sum, { heard }) => sum + heard.length, 0),
    refusedOld: parts.shops.reduce((sum, shop) => sum + shop.refusedOld, 0),
    unresolved: charges.filter(({ state }) => state === 'unresolved').length,
    held: told('charge.held'),
    failed: told('charge.failed'),
    reversed: told('charge.reversed'),
    failedRefunds: told('refund.failed'),
    keyedCharges: parts.facts.keyedCharges.filter(({ key }) => parts.facts.keys.has(key)).length,
    raisedLimits: books.loans.filter(({ raisedToCents }) => raisedToCents !== null).length,
    resolutionsTried: parts.facts.resolutionsTried,
    resolved: parts.facts.resolutions.length,
  };
}

/**
 * A week in which everybody is refused breaks nothing else. Usual are 0.6 charges for each person. At a
 * lender whose rows name no request, each lost answer may leave one that nobody can settle.
 */
function checkCounts({ parts, wrong }: Evidence, { charges, unresolved }: Found['counts']): void {
  if (charges < parts.people.length / 8) wrong('counts', `there are ${charges} charges`);
  if (unresolved > 2 + charges / 6) wrong('counts', `${unresolved} charges are unresolved`);
}
