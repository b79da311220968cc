import { minuteMs } from '../../platform/durations.ts';
import type { BffContext } from '../context.ts';
import { isBegunInFuture } from '../domain/call-limit.ts';
import { type Charge, callKey, isUnconfirmed, isUnsettled } from '../domain/charge.ts';
import {
  type ChargeFinding,
  type ChargeUpdate,
  findCharge,
  type LendersBooks,
} from '../domain/charge-update.ts';
import {
  doubtCharge,
  restartChargeDeadline,
  settleCharge,
  voidCharge,
} from '../domain/charge-settling.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import { isWatched } from '../domain/following.ts';
import type { Loan } from '../domain/loan.ts';
import type { ChargeList, ChargeRecord } from '../lender/lender.ts';
import type { Change } from './change-checkout.ts';
import { booksOf, readLists } from './lenders-books.ts';

/** How long a lender that cannot be read is waited for, before a lost charge is called unresolved. */
const waitedForMs = 15 * minuteMs;

/**
 * What the lender's records change about the charges of a checkout: first those in the loan itself,
 * which are of one moment, then the lists.
 * @throws LenderError when a list that is needed cannot be read
 */
export async function settleCharges(
  context: BffContext,
  checkout: Checkout,
  { loan, own }: { loan: Loan; own: readonly ChargeRecord[] | null },
): Promise<Change[]> {
  const now = context.clock.now();
  const watched = allCharges(checkout)
    .filter((charge) => isWatched(checkout, charge, now))
    .filter((charge) => !(isUnsettled(charge) && context.calls.has(callKey(checkout, charge))))
    .toSorted((a, b) => rank(a) - rank(b));
  if (watched.length === 0) return [];
  const inLoan = await booksOf(context, checkout, {
    loan,
    list: { records: own ?? [], isWhole: false },
    charges: watched,
  });
  const rest = watched.filter((charge) => needsLists(charge, findCharge(charge, inLoan), own));
  const books =
    rest.length === 0 ? inLoan : await withLists(context, checkout, { loan, own, rest });
  return changesBy(books, { watched, rest, now });
}

/** A charge that came to nothing is looked for last: another may have taken its place. */
function rank({ state }: Charge): number {
  return state === 'void' ? 1 : 0;
}

/** Whether the loan's own records leave it open how the charge stands. */
function needsLists(
  { state }: Charge,
  finding: ChargeFinding,
  own: readonly ChargeRecord[] | null,
): boolean {
  if (typeof finding === 'object') return false;
  return state !== 'void' || own === null;
}

async function withLists(
  context: BffContext,
  checkout: Checkout,
  { loan, own, rest }: { loan: Loan; own: readonly ChargeRecord[] | null; rest: readonly Charge[] },
): Promise<LendersBooks> {
  const from = Math.min(...rest.map(({ startedAt }) => startedAt));
  const { records, isWhole } = await readLists(context, checkout, {
    loanNumber: loan.loanNumber,
    from,
  });
  const list: ChargeList = { records: [...(own ?? []), ...records], isWhole };
  return booksOf(context, checkout, { loan, list, charges: rest });
}

function changesBy(
  books: LendersBooks,
  { watched, rest, now }: { watched: readonly Charge[]; rest: readonly Charge[]; now: number },
): Change[] {
  const claimed = new Set<string>();
  const isExplained = (record: ChargeRecord) =>
    claimed.has(record.paymentRequestUuid ?? '') || books.isExplained(record);
  return watched.flatMap((charge) => {
    const finding = findCharge(charge, { ...books, isExplained });
    if (typeof finding === 'object') claimed.add(finding.paymentRequestUuid ?? '');
    const wereListsRead = rest.includes(charge);
    const change = changeOf(charge, { finding, wereListsRead, now });
    // What was settled before it may be the order's live charge now.
    return change === undefined
      ? []
      : [(current: Checkout) => (isWatched(current, charge, now) ? change(current) : current)];
  });
}

function changeOf(
  charge: Charge,
  { finding, wereListsRead, now }: { finding: ChargeFinding; wereListsRead: boolean; now: number },
): Change | undefined {
  if (typeof finding === 'object') return (current) => settled(current, charge, finding, now);
  const doubt: Change = (current) => doubtCharge(current, charge.id);
  // Its call may have been heard after it was given up; what came to nothing does no harm.
  if (charge.state === 'void') return finding === 'possible' ? doubt : undefined;
  if (!isUnconfirmed(charge) || !wereListsRead) return undefined;
  if (isBegunInFuture(charge, now))
    return (current) => restartChargeDeadline(current, charge.id, now);
  if (now < charge.deadlineAt) return undefined;
  if (finding === 'absent') return (current) => voidCharge(current, charge.id);
  return charge.state === 'unresolved' ? undefined : doubt;
}

function settled(current: Checkout, { id }: Charge, update: ChargeUpdate, now: number): Checkout {
  return settleCharge(current, id, { update, now });
}

/** While the lender cannot be read, a lost charge does not stay in work for ever. */
export function chargesGivenUp(checkout: Checkout, now: number): Change | undefined {
  const waited = allCharges(checkout).filter(
    (charge) => isUnsettled(charge) && now >= charge.deadlineAt + waitedForMs,
  );
  if (waited.length === 0) return undefined;
  return (current) => waited.reduce((changed, { id }) => doubtCharge(changed, id), current);
}
