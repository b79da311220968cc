import { dayMs, hourMs } from '../../platform/durations.ts';
import type { ChargeList, ChargeRecord, LenderChargeStatus } from '../lender/lender.ts';
import {
  type Charge,
  endedChargeStates,
  expiryOf,
  hasEnded,
  INITIAL_CHARGE,
  type KnownChargeState,
  LATE_CALL_MS,
  REFUND,
  type WaitingRequest,
} from './charge.ts';
import type { Loan } from './loan.ts';

/** By what rows are known to be of a loan. */
export type LoanNames = Pick<Loan, 'loanNumber' | 'externalApplicationId'>;

/** What the lender says of a charge. */
export interface ChargeUpdate {
  state: KnownChargeState;
  paymentRequestUuid: string | null;
  /** Of a request that waits for the consumer, where the lender says it. */
  expiresAt?: string | null;
  /** When it was asked for (epoch ms), where a row says it. */
  requestedAt?: number | null;
  /** What the creation's answer says beside; the lender's lists do not have it. */
  sent?: Partial<Pick<WaitingRequest, 'notifications' | 'warning'>>;
}

/**
 * `in_between`: it is there, and how it stands cannot be told now. `possible`: a row that may move
 * money could be it. `possible_and_over`: only rows that came to nothing could. `absent`: every list
 * was read to its end, and no row could be it. `unseen`: no row could among those that were read.
 */
export type ChargeFinding =
  | ChargeUpdate
  | 'in_between'
  | 'possible'
  | 'possible_and_over'
  | 'absent'
  | 'unseen';

/** Where a charge is looked for. */
export interface LendersBooks {
  readonly list: ChargeList;
  readonly loan: LoanNames;
  /** True if a row is of another charge that is known. */
  isExplained(record: ChargeRecord): boolean;
}

/**
 * What the lender's records say of a charge: by its own ids where a row has them, else by loan, kind,
 * amount and time, if the rows of exactly one request fit and everything of it can be read. Of money
 * that went back it says `reversed`: by `isRefunded` is known whether it was refunded.
 */
export function findCharge(charge: Charge, books: LendersBooks): ChargeFinding {
  const { records, isWhole } = books.list;
  const own = records.filter((record) => isOf(charge, record));
  if (own.length > 0) return updateFrom(own) ?? 'in_between';
  const candidates = candidatesFor(charge, books);
  const [one, ...others] = [...Map.groupBy(candidates, nameOf).values()];
  if (one !== undefined && others.length === 0 && isSurely(charge, one, books.loan)) {
    return updateFrom(one) ?? 'in_between';
  }
  if (candidates.some((row) => mayMoveMoney(row, candidates))) return 'possible';
  if (candidates.length > 0) return 'possible_and_over';
  return isWhole ? 'absent' : 'unseen';
}

/** Rows without an id of the charge's that may be it all the same, and are no other charge that is known. */
export function candidatesFor(
  charge: Charge,
  { list, loan, isExplained }: LendersBooks,
): ChargeRecord[] {
  return list.records.filter((record) => couldBe(charge, record, loan) && !isExplained(record));
}

/** Rows of one request have one name; a row without a name stands for itself. */
function nameOf(record: ChargeRecord): unknown {
  return record.paymentRequestUuid ?? record;
}

const endedStatuses: ReadonlySet<LenderChargeStatus | null> = new Set(endedChargeStates);

/** Unless a row of its request says that it came to nothing. */
export function mayMoveMoney(record: ChargeRecord, among: readonly ChargeRecord[]): boolean {
  const same = among.filter((other) => nameOf(other) === nameOf(record));
  return !same.some(({ lenderStatus }) => endedStatuses.has(lenderStatus));
}

/** By what rows are known to be of a charge. */
export type ChargeNames = Pick<Charge, 'paymentIdentifier' | 'paymentRequestUuid'>;

/** True if a row is of the charge by its ids. A refund has ids of its own. */
export function isOf(
  { paymentIdentifier, paymentRequestUuid }: ChargeNames,
  record: Pick<ChargeRecord, 'paymentRequestUuid' | 'paymentIdentifier' | 'kind'>,
): boolean {
  if (record.kind === REFUND) return false;
  if (paymentRequestUuid !== null && record.paymentRequestUuid !== null) {
    return record.paymentRequestUuid === paymentRequestUuid;
  }
  return record.paymentIdentifier === paymentIdentifier;
}

/**
 * The rows that are of a charge by its ids. Each row is read once, however many charges are asked about:
 * of both there may be many thousands.
 */
export function rowsByCharge(
  records: readonly ChargeRecord[],
): (charge: ChargeNames) => readonly ChargeRecord[] {
  const byRequest = Map.groupBy(records, (record) => record.paymentRequestUuid);
  const byIdentifier = Map.groupBy(records, (record) => record.paymentIdentifier);
  return (charge) => {
    const { paymentRequestUuid: uuid, paymentIdentifier } = charge;
    const ofRequest = (uuid !== null && byRequest.get(uuid)) || [];
    const named = new Set([...ofRequest, ...(byIdentifier.get(paymentIdentifier) ?? [])]);
    return [...named].filter((record) => isOf(charge, record));
  };
}

/** True if an unexplained row may be the charge: what cannot be read of it could fit. */
export function couldBe(charge: Charge, record: ChargeRecord, loan: LoanNames): boolean {
  const { kind, cents, requestedAt } = record;
  if (kind === REFUND || isOfLoan(record, loan) === false) return false;
  if (kind !== null && kind !== charge.kind) return false;
  if (cents !== null && cents !== charge.amountCents) return false;
  return requestedAt === null || isInTime(charge, requestedAt);
}

/** True if a row is of the charge's kind and amount, and of no other loan, as far as it names one. */
export function fits(
  charge: Charge,
  record: Pick<ChargeRecord, 'loanNumber' | 'applicationId' | 'kind' | 'cents'>,
  loan: LoanNames,
): boolean {
  const isSame = record.kind === charge.kind && record.cents === charge.amountCents;
  return isSame && isOfLoan(record, loan) !== false;
}

/**
 * True if nothing in the rows of one request says that it could be another charge. One row with a time
 * is enough: some lists give the day only.
 */
function isSurely(charge: Charge, own: readonly ChargeRecord[], loan: LoanNames): boolean {
  const isTimed = own.some(({ requestedAt }) => requestedAt !== null);
  return isTimed && own.every((record) => isSureRow(charge, record, loan));
}

function isSureRow(charge: Charge, record: ChargeRecord, loan: LoanNames): boolean {
  const { paymentRequestUuid, paymentIdentifier } = record;
  const hasOtherName = paymentIdentifier !== null && paymentIdentifier !== '';
  const isNamed = paymentRequestUuid !== null && !hasOtherName;
  return isNamed && isOfLoan(record, loan) === true && fits(charge, record, loan);
}

/**
 * A call may be heard for as long as it is looked for. The lender's clock may be another, and its day
 * may begin at another hour.
 */
export function isInTime(
  { startedAt, deadlineAt }: Pick<Charge, 'startedAt' | 'deadlineAt'>,
  requestedAt: number,
): boolean {
  return requestedAt >= startedAt - dayMs && requestedAt <= deadlineAt + LATE_CALL_MS + dayMs;
}

/** The names of the loan of these charges: one that does not say its number has it in their rows. */
export function loanNamesOf(
  { loanNumber, externalApplicationId }: LoanNames,
  charges: readonly Charge[],
  records: readonly ChargeRecord[],
): LoanNames {
  const isNaming = (row: ChargeRecord) =>
    row.loanNumber !== null && charges.some((charge) => isOf(charge, row));
  const said = loanNumber ?? records.find(isNaming)?.loanNumber ?? null;
  return { loanNumber: said, externalApplicationId };
}

/** Null where that cannot be told. */
export function isOfLoan(
  { loanNumber, applicationId }: Pick<ChargeRecord, 'loanNumber' | 'applicationId'>,
  loan: LoanNames,
): boolean | null {
  if (loanNumber !== null && loan.loanNumber !== null) return loanNumber === loan.loanNumber;
  return applicationId === null ? null : applicationId === loan.externalApplicationId;
}

/**
 * Of the rows of one charge, which may stand in several lists.
 * @returns undefined when none of them says how it stands
 */
export function updateFrom(own: readonly ChargeRecord[]): ChargeUpdate | undefined {
  const status = statusFrom(own);
  return status && updateTo(status, own);
}

function updateTo(state: KnownChargeState, own: readonly ChargeRecord[]): ChargeUpdate {
  const named = own.find(({ paymentRequestUuid }) => paymentRequestUuid !== null);
  const expiring = own.find(({ expiresAt }) => expiresAt !== null);
  const timed = own.find(({ requestedAt }) => requestedAt !== null);
  return {
    state,
    paymentRequestUuid: named?.paymentRequestUuid ?? null,
    expiresAt: expiring?.expiresAt ?? null,
    requestedAt: timed?.requestedAt ?? null,
  };
}

/**
 * What the lender says of a charge that had ended and that it has tried again, or that had come to
 * nothing and that was then made: before a restore, for instance. Undefined of any other. That the request
 * of one that had ended waits is news if it waits for longer than it did: any other answer is older than
 * its end. Of one that failed, that its request was approved is no news.
 */
export function findRetry(
  charge: Charge,
  records: readonly ChargeRecord[],
): ChargeUpdate | undefined {
  const { state } = charge;
  if (state !== 'void' && !hasEnded(charge)) return undefined;
  const isNews = ({ list, lenderStatus, expiresAt }: ChargeRecord) => {
    if (state === 'void') return true;
    if (lenderStatus === 'pending') return isPutOff(charge, expiresAt);
    return state !== 'failed' || list === 'transactions' || lenderStatus !== 'approved';
  };
  const own = records.filter((record) => isOf(charge, record) && isNews(record));
  const status = statusFrom(own);
  return status && liveStatuses.has(status) ? updateTo(status, own) : undefined;
}

/** True if rows have the name of a charge that came to nothing, and do not say that it is over there, too. */
export function isMadeAfterAll(charge: Charge, records: readonly ChargeRecord[]): boolean {
  const own = records.filter((record) => isOf(charge, record));
  return own.length > 0 && !endedStatuses.has(statusFrom(own) ?? null);
}

/** A request that is tried again has another 48 hours; its first end may be of our own clock. */
function isPutOff(charge: Charge, expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) >= expiryOf(charge) + hourMs;
}

/** A charge that had ended is said to wait, and by no other row to be over. */
export function mayWaitAgain(charge: Charge, records: readonly ChargeRecord[]): boolean {
  if (!hasEnded(charge)) return false;
  return statusFrom(records.filter((record) => isOf(charge, record))) === 'pending';
}

/**
 * A transaction says more than the request before it; that it is settled, the activity may say alone.
 * Some lenders go on listing a request that nobody approved among those that wait, however it ended.
 */
export function statusFrom(own: readonly ChargeRecord[]): LenderChargeStatus | undefined {
  const of = (list: ChargeRecord['list']) => {
    const rows = own.filter((record) => record.list === list && record.lenderStatus !== null);
    // A request that failed may have been tried again: then it has not come to nothing.
    const row = rows.find(({ lenderStatus }) => !endedStatuses.has(lenderStatus)) ?? rows[0];
    return row?.lenderStatus ?? undefined;
  };
  const transaction = of('transactions');
  const activity = of('activity');
  if (transaction === 'approved' && activity === 'settled') return 'settled';
  const isOver = endedStatuses.has(activity ?? null);
  return transaction ?? (isOver ? activity : of('pending')) ?? activity;
}

/**
 * The payment request of an initial charge of the loan that is live at the lender and that is none of
 * these, null where the lender does not say its id: after a database was restored to a time before its
 * charge, for instance. One that has ended here, or came to nothing, is none of them, either.
 */
export function unexplainedCharge(
  records: readonly ChargeRecord[],
  loan: LoanNames,
  charges: readonly Charge[],
): string | null | undefined {
  const found = records.find(
    (record) =>
      record.kind === INITIAL_CHARGE &&
      isOfLoan(record, loan) === true &&
      isLiveThere(record, records) &&
      !charges.some((charge) => isOf(charge, record) && isExplaining(charge, records)),
  );
  return found?.paymentRequestUuid;
}

function isExplaining(charge: Charge, records: readonly ChargeRecord[]): boolean {
  return charge.state !== 'void' && findRetry(charge, records) === undefined;
}

const liveStatuses: ReadonlySet<LenderChargeStatus | null> = new Set([
  'pending',
  'approved',
  'settled',
  'held',
]);

/** A row without a status counts as live, unless another row of its request says that it is over. */
function isLiveThere(record: ChargeRecord, among: readonly ChargeRecord[]): boolean {
  if (record.lenderStatus !== null) return liveStatuses.has(record.lenderStatus);
  const same = among.filter((other) => nameOf(other) === nameOf(record));
  return same.every(({ lenderStatus }) => lenderStatus === null || liveStatuses.has(lenderStatus));
}
