import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import { type BffContext, merchantOf } from '../context.ts';
import {
  type Charge,
  callKey,
  isUnconfirmed,
  isUnsettled,
  UNRESOLVED_AFTER_MS,
} from '../domain/charge.ts';
import {
  doubtCharge,
  endWithoutMoney,
  isOverdue,
  isPastExpiry,
  isRequestOver,
  restartChargeDeadline,
  settleCharge,
} from '../domain/charging.ts';
import { allCharges, type Checkout, chargeById, isBegunInFuture } from '../domain/checkout.ts';
import {
  type ChargeFinding,
  type ChargeUpdate,
  couldBe,
  findCharge,
  isOf,
  type LendersBooks,
  loanNamesOf,
  unexplainedCharge,
} from '../domain/find-charge.ts';
import type { Loan } from '../domain/loan.ts';
import { isWatched } from '../domain/polling.ts';
import type { ChargeList, ChargeQuery, ChargeRecord, SettlementReading } from '../lender/lender.ts';
import { LenderError, unlessRefused } from '../lender/lender-error.ts';
import { chargesByCheckout, chargesNamed } from '../store/charges.ts';
import { checkoutsOfApplications } from '../store/checkouts.ts';
import { logNotExplained, logNotFollowed } from './lender-problem.ts';
import { orRefunded } from './lenders-refunds.ts';

/** What was read of the lender's records, and about which charges. */
interface ReadBooks {
  books: LendersBooks;
  /** Charges that the records can still change, those that came to nothing last. */
  watched: readonly Charge[];
  /** Of them, those that the lists were read for. */
  listed: readonly Charge[];
  now: number;
}

/**
 * Reads what the lender's records say of the charges of a checkout: first those in the loan itself,
 * which are of one moment, then the lists, if those leave a charge open.
 * @throws LenderError when a list that is needed cannot be read
 */
export async function readBooks(
  context: BffContext,
  checkout: Checkout,
  { loan, own }: { loan: Loan; own: ChargeList },
): Promise<ReadBooks> {
  const now = context.clock.now();
  const watched = allCharges(checkout)
    .filter((charge) => isWatched(checkout, charge, now))
    .filter((charge) => !(isUnsettled(charge) && context.calls.has(callKey(checkout, charge))))
    .toSorted((a, b) => rank(a) - rank(b));
  const inLoan = await booksOf(context, checkout, {
    loan,
    // They add to the lender's lists and replace none.
    list: { ...own, isWhole: false },
    charges: watched,
  });
  const listed = watched.filter((charge) => {
    const finding = findCharge(charge, inLoan);
    if (typeof finding === 'object') return false;
    // What came to nothing, and was heard late, would be in a loan that lists all its charges.
    return charge.state !== 'void' || finding !== 'unseen' || !own.isWhole;
  });
  if (listed.length === 0) return { books: inLoan, watched, listed, now };
  const { records, isWhole, failed } = await readListsInPart(context, checkout, {
    loanNumber: loan.loanNumber,
    from: Math.min(...listed.map(({ startedAt }) => startedAt)),
  });
  const list: ChargeList = { records: [...own.records, ...records], isWhole };
  const known = await booksOf(context, checkout, { loan, list, charges: listed });
  const asked = await askSettlements(context, checkout, { listed, books: known });
  const books = { ...known, list: { ...list, records: [...list.records, ...asked] } };
  const isOver = (charge: Charge) => isMoved(findCharge(charge, books));
  if (failed !== undefined && !listed.every(isOver)) throw failed;
  return { books, watched, listed, now };
}

/** What could not be read may say more of a request that waits, and of a charge that was not found. */
function isMoved(finding: ChargeFinding): boolean {
  return typeof finding === 'object' && finding.state !== 'pending';
}

/** Charges that the lender has and its lists do not show are asked for by their id, where it can be. */
async function askSettlements(
  { lender, merchants }: BffContext,
  { publishableKey }: Checkout,
  { listed, books }: { listed: readonly Charge[]; books: LendersBooks },
): Promise<ChargeRecord[]> {
  const { admin_user_id: adminUserId } = merchantOf(merchants, publishableKey);
  const asked: ChargeRecord[] = [];
  for (const charge of listed) {
    const { paymentRequestUuid } = charge;
    if (lender.settlement === undefined || paymentRequestUuid === null) continue;
    if (typeof findCharge(charge, books) === 'object') continue;
    try {
      const said = await lender.settlement({ adminUserId, paymentRequestUuid });
      asked.push(settlementRecord(paymentRequestUuid, said));
    } catch (error) {
      // The lists decide alone then, and are read again.
      if (!(error instanceof LenderError)) throw error;
    }
  }
  return asked.filter(({ lenderStatus }) => lenderStatus !== null);
}

function settlementRecord(
  paymentRequestUuid: string,
  { isSettled, lenderStatus }: SettlementReading,
): ChargeRecord {
  const isApproved = lenderStatus === null || lenderStatus === 'approved';
  return {
    list: 'activity',
    paymentRequestUuid,
    paymentIdentifier: null,
    applicationId: null,
    loanNumber: null,
    kind: null,
    cents: null,
    split: null,
    lenderStatus: isSettled === true && isApproved ? 'settled' : lenderStatus,
    requestedAt: null,
    expiresAt: null,
  };
}

/** A charge that came to nothing is looked for last: another may have taken its place. */
function rank({ state }: Charge): number {
  return state === 'void' ? 1 : 0;
}

/**
 * The checkout with its charges as the lender's records have them. One that cannot come to what is said
 * of it stays as it is; the others, and the loan, are followed all the same.
 */
export async function settledByBooks(
  context: Pick<BffContext, 'database' | 'log'>,
  checkout: Checkout,
  { books, watched, listed, now }: ReadBooks,
): Promise<Checkout> {
  const { loan, list } = books;
  const claimed = new Set<string>();
  const isExplained = (record: ChargeRecord) =>
    claimed.has(record.paymentRequestUuid ?? '') || books.isExplained(record);
  let settled = checkout;
  for (const charge of watched) {
    const found = findCharge(charge, { ...books, isExplained });
    const ofCharge = { loan, charge, finding: found, records: list.records };
    const finding = await orRefunded(context, settled, ofCharge);
    if (typeof finding === 'object') claimed.add(finding.paymentRequestUuid ?? '');
    // What was settled before it may be the order's live charge now.
    if (!isWatched(settled, charge, now)) continue;
    const wereListsRead = listed.includes(charge);
    try {
      settled = settledBy(settled, charge, { finding, wereListsRead, now });
    } catch (error) {
      if (!(error instanceof IllegalTransitionError)) throw error;
      logNotFollowed(context, checkout.id, error);
    }
  }
  return withLoanNumber(settled, list.records);
}

/** The number is kept where the rows of its charges say it: refunds are known by it, long after these. */
function withLoanNumber(checkout: Checkout, records: readonly ChargeRecord[]): Checkout {
  const { loan } = checkout;
  if (loan === null || loan.loanNumber !== null) return checkout;
  const { loanNumber } = loanNamesOf(loan, allCharges(checkout), records);
  return loanNumber === null ? checkout : { ...checkout, loan: { ...loan, loanNumber } };
}

/** @throws IllegalTransitionError */
function settledBy(
  checkout: Checkout,
  charge: Charge,
  { finding, wereListsRead, now }: { finding: ChargeFinding; wereListsRead: boolean; now: number },
): Checkout {
  const { id, state } = charge;
  if (typeof finding === 'object') return settledAsFound(checkout, id, { update: finding, now });
  // Its call may have been heard after it was given up; what came to nothing does no harm.
  if (state === 'void') {
    const mayBeThere = finding === 'possible' || finding === 'in_between';
    return mayBeThere ? doubtCharge(checkout, id) : checkout;
  }
  if (!wereListsRead) return checkout;
  if (state === 'pending') return settledByAbsence(checkout, charge, { finding, now });
  if (!isUnconfirmed(charge)) return checkout;
  if (isBegunInFuture(charge, now)) return restartChargeDeadline(checkout, id, now);
  if (now < charge.deadlineAt) return checkout;
  if (finding === 'absent') return endWithoutMoney(checkout, charge, now);
  return state === 'unresolved' ? checkout : doubtCharge(checkout, id);
}

/** A request that is still said to wait has expired once nobody can approve it any more. */
function settledAsFound(
  checkout: Checkout,
  chargeId: string,
  { update, now }: { update: ChargeUpdate; now: number },
): Checkout {
  const settled = settleCharge(checkout, chargeId, { update, now });
  // Its end is read first: the lender may have put it off.
  const charge = chargeById(settled, chargeId);
  if (charge?.state !== 'pending' || !isRequestOver(charge, now)) return settled;
  return endWithoutMoney(settled, charge, now);
}

/**
 * A request that is in no list any more has expired: what was approved is a transaction, and no list need
 * have what was not (Sponsor Lending API, funding and refund endpoints).
 */
function settledByAbsence(
  checkout: Checkout,
  charge: Charge,
  { finding, now }: { finding: ChargeFinding; now: number },
): Checkout {
  if (finding === 'absent') {
    return isPastExpiry(charge, now) ? endWithoutMoney(checkout, charge, now) : checkout;
  }
  return isOverdue(charge, now) ? doubtCharge(checkout, charge.id) : checkout;
}

/**
 * While the lender cannot be read, a lost charge does not stay in progress forever, nor does a request wait.
 * @returns undefined while they are waited for
 */
export function chargesGivenUp(checkout: Checkout, now: number): Checkout | undefined {
  const waited = allCharges(checkout).filter((charge) =>
    charge.state === 'pending'
      ? isOverdue(charge, now)
      : isUnsettled(charge) && now >= charge.deadlineAt + UNRESOLVED_AFTER_MS,
  );
  if (waited.length === 0) return undefined;
  return waited.reduce((changed, { id }) => doubtCharge(changed, id), checkout);
}

type ListContext = Pick<BffContext, 'lender' | 'merchants' | 'clock'>;
type AskedLists = Omit<ChargeQuery, 'adminUserId' | 'to'>;

/** What the lender's lists have since the first of these charges was asked for. @throws LenderError */
export async function readLists(
  context: ListContext,
  checkout: Checkout,
  asked: AskedLists,
): Promise<ChargeList> {
  const list = await readListsInPart(context, checkout, asked);
  if (list.failed !== undefined) throw list.failed;
  return list;
}

/** The same, of the lists that do not fail. @throws LenderError where none can be read */
export async function readListsInPart(
  { lender, merchants, clock }: ListContext,
  { publishableKey }: Checkout,
  asked: AskedLists,
): Promise<ChargeList> {
  const adminUserId = merchantOf(merchants, publishableKey).admin_user_id;
  const query = { ...asked, adminUserId, to: clock.now() };
  return (await unlessRefused(lender.charges(query))) ?? { records: [], isWhole: false };
}

/**
 * The lender's records to look these charges up in. A row that is of any other charge of the merchant
 * counts as explained.
 */
export async function booksOf(
  { database }: BffContext,
  checkout: Checkout,
  { loan, list, charges }: { loan: Loan; list: ChargeList; charges: readonly Charge[] },
): Promise<LendersBooks> {
  const rows = list.records.filter((record) =>
    charges.some((charge) => couldBe(charge, record, loan)),
  );
  const requests = rows.flatMap(({ paymentRequestUuid }) => paymentRequestUuid ?? []);
  const identifiers = rows.flatMap(({ paymentIdentifier }) => paymentIdentifier ?? []);
  const named =
    rows.length === 0
      ? []
      : await chargesNamed(database.query, checkout.publishableKey, { requests, identifiers });
  const known = [...named, ...allCharges(checkout)];
  const isExplained = (record: ChargeRecord) => known.some((charge) => isOf(charge, record));
  return { list, loan, isExplained };
}

interface LoanAndRecords {
  loan: Loan;
  records: readonly ChargeRecord[];
}

/**
 * The loan as the lender has it, marked when it shows all its charges, and when it has a live initial
 * charge there that no charge of this BFF explains; a new one is logged as an error.
 */
export async function explainedLoan(
  context: BffContext,
  checkout: Checkout,
  { loan, own }: { loan: Loan; own: ChargeList },
): Promise<Loan> {
  if (loan.account === null) return loan;
  const { records, isWhole } = own;
  const found = await findUnexplained(context, checkout, { loan, records });
  const { unexplainedCharge: _before, listsCharges: _listed, ...known } = loan.account;
  const toldCharge = checkout.loan?.account?.toldCharge;
  const account = {
    ...known,
    ...(isWhole && { listsCharges: true }),
    ...(toldCharge !== undefined && { toldCharge }),
  };
  if (found === undefined) return { ...loan, account };
  if (found !== checkout.loan?.account?.unexplainedCharge) {
    logNotExplained(context, checkout, found);
  }
  return { ...loan, account: { ...account, unexplainedCharge: found } };
}

/**
 * Logs once a live initial charge that the lists show and the loan does not, and that no charge of this BFF
 * explains: the consumer may be charged twice. While what became of a charge is open, it may be that one.
 */
export async function withUnexplainedTold(
  context: BffContext,
  checkout: Checkout,
  { books, listed }: Pick<ReadBooks, 'books' | 'listed'>,
): Promise<Checkout> {
  const { loan } = checkout;
  if (!loan?.account || loan.account.listsCharges || listed.length === 0) return checkout;
  if (allCharges(checkout).some(isUnconfirmed)) return checkout;
  const found = await findUnexplained(context, checkout, { loan, records: books.list.records });
  if (found === undefined || loan.account.unexplainedCharge !== undefined) return checkout;
  if (found === loan.account.toldCharge) return checkout;
  logNotExplained(context, checkout, found);
  return { ...checkout, loan: { ...loan, account: { ...loan.account, toldCharge: found } } };
}

/** The payment request of such a charge. */
export async function findUnexplained(
  { database }: Pick<BffContext, 'database'>,
  checkout: Checkout,
  { loan, records }: LoanAndRecords,
): Promise<string | null | undefined> {
  if (unexplainedCharge(records, loan, allCharges(checkout)) === undefined) return undefined;
  // Checkouts of the same person may share the loan. They are read after the lender was: whatever
  // one of them has charged since is among its charges. What was read of this one's is not written yet.
  const ids = await checkoutsOfApplications(database.query, [loan.externalApplicationId]);
  const stored = await chargesByCheckout(database.query, ids);
  return unexplainedCharge(records, loan, [
    ...allCharges(checkout),
    ...[...stored.values()].flat(),
  ]);
}
