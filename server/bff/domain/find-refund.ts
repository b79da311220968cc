import type { ChargeList, ChargeRecord } from '../lender/lender.ts';
import { REFUND } from './charge.ts';
import { isInTime, isOfLoan, type LoanNames, statusFrom } from './find-charge.ts';
import { type Refund, refundStateOf } from './refund.ts';
import type { RefundUpdate } from './refunding.ts';

/** Where a refund is looked for. */
export interface RefundBooks {
  readonly list: ChargeList;
  readonly loan: LoanNames;
  /** The payment request of the charge: some lenders write it into the rows of its refunds. */
  readonly chargeUuid: string | null;
  /** Whether a row is of another refund that is known, or of a refund of another charge. */
  isExplained(record: ChargeRecord): boolean;
}

/**
 * `in_between`: it is there, and how it stands cannot be told now. `possible`: a row could be it.
 * `absent`: every list was read to its end, and no row could be it. `unseen`: no row could among
 * those that were read.
 */
export type RefundFinding = RefundUpdate | 'in_between' | 'possible' | 'absent' | 'unseen';

/**
 * What the lender's records say of a refund: by its own ids where a row has them, else by loan, amount
 * and time, if the rows of exactly one refund fit and everything of them can be read.
 */
export function findRefund(refund: Refund, books: RefundBooks): RefundFinding {
  const { list, loan } = books;
  const own = list.records.filter((record) => isOfRefund(refund, record));
  if (own.length > 0) return updateFrom(own, books) ?? 'in_between';
  const candidates = candidatesForRefund(refund, books);
  const [one, ...others] = refundsAmong(candidates);
  if (one === undefined) return list.isWhole ? 'absent' : 'unseen';
  if (others.length > 0 || !isSurely(refund, one, loan)) return 'possible';
  return updateFrom(one, books) ?? 'in_between';
}

/** Whether a row is of the refund by its ids. */
export function isOfRefund(
  { paymentIdentifier, refundUuid }: Pick<Refund, 'paymentIdentifier' | 'refundUuid'>,
  record: Pick<ChargeRecord, 'paymentRequestUuid' | 'paymentIdentifier' | 'kind'>,
): boolean {
  if (record.kind !== REFUND) return false;
  if (record.paymentIdentifier === paymentIdentifier) return true;
  return refundUuid !== null && record.paymentRequestUuid === refundUuid;
}

/** Rows without an id of the refund's that may be it all the same, and are no other that is known. */
export function candidatesForRefund(
  refund: Refund,
  { list, loan, isExplained }: RefundBooks,
): ChargeRecord[] {
  return list.records.filter(
    (record) => couldBeRefund(refund, record, loan) && !isExplained(record),
  );
}

/** Whether a row may be the refund: what cannot be read of it could fit. */
export function couldBeRefund(refund: Refund, record: ChargeRecord, loan: LoanNames): boolean {
  const { kind, cents, requestedAt } = record;
  if (kind !== null && kind !== REFUND) return false;
  if (isOfLoan(record, loan) === false) return false;
  if (cents !== null && cents !== refund.amountCents) return false;
  return requestedAt === null || isInTime(refund, requestedAt);
}

/**
 * True if nothing in the rows of one refund says that it could be another one. One row with a time is
 * enough: some lists give the day only.
 */
function isSurely(refund: Refund, own: readonly ChargeRecord[], loan: LoanNames): boolean {
  const isTimed = own.some(({ requestedAt }) => requestedAt !== null);
  return isTimed && own.every((record) => isSureRow(refund, record, loan));
}

function isSureRow(refund: Refund, record: ChargeRecord, loan: LoanNames): boolean {
  const { kind, cents, paymentIdentifier } = record;
  const hasOtherName = paymentIdentifier !== null && paymentIdentifier !== '';
  const isRead = kind === REFUND && isOfLoan(record, loan) === true;
  return isRead && !hasOtherName && cents === refund.amountCents;
}

/**
 * The rows of each refund. Some lenders write the id of the charge into all of them: a row without a
 * time is of a refund that has its id and amount in another row. It does not matter of which one.
 */
function refundsAmong(rows: readonly ChargeRecord[]): ChargeRecord[][] {
  const timed = rows.filter(({ requestedAt }) => requestedAt !== null);
  const groups = Map.groupBy(rows, (row) => {
    const { paymentIdentifier, paymentRequestUuid: uuid, requestedAt, cents } = row;
    if (paymentIdentifier || uuid === null || requestedAt !== null) return nameOf(row);
    return nameOf(
      timed.find((other) => other.paymentRequestUuid === uuid && other.cents === cents) ?? row,
    );
  });
  return [...groups.values()];
}

/** Rows of one refund have one name; those of a lender that names none are told by their time. */
function nameOf({ paymentIdentifier, paymentRequestUuid, requestedAt }: ChargeRecord): string {
  return paymentIdentifier || `${paymentRequestUuid} ${requestedAt}`;
}

/** undefined when none of the rows says how it stands. */
export function updateFrom(
  own: readonly ChargeRecord[],
  { chargeUuid }: Pick<RefundBooks, 'chargeUuid'>,
): RefundUpdate | undefined {
  const status = statusFrom(own);
  if (status === undefined) return undefined;
  const named = own.find(({ paymentRequestUuid: uuid }) => uuid !== null && uuid !== chargeUuid);
  return { state: refundStateOf(status), refundUuid: named?.paymentRequestUuid ?? null };
}

/**
 * How much of a charge went back, or is on its way, by the lender's rows: those of its loan that are of
 * no other charge. Rows that failed do not count. Of the lists, the one with the most counts: each has a
 * refund once, but perhaps under another name.
 */
export function refundedByRows(
  records: readonly ChargeRecord[],
  loan: LoanNames,
  isOfOtherCharge: (record: ChargeRecord) => boolean,
): number {
  const rows = records.filter(
    (record) =>
      record.kind === REFUND && isOfLoan(record, loan) !== false && !isOfOtherCharge(record),
  );
  const centsOf = new Map<ChargeRecord['list'], number>();
  for (const own of refundsAmong(rows)) {
    const status = statusFrom(own);
    if (status !== undefined && refundStateOf(status) === 'failed') continue;
    for (const [list, [row]] of Map.groupBy(own, (each) => each.list)) {
      centsOf.set(list, (centsOf.get(list) ?? 0) + (row?.cents ?? 0));
    }
  }
  return Math.max(0, ...centsOf.values());
}
