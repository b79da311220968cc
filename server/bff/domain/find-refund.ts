import type { FeeSplit } from '../../loan-math/fee-split.ts';
import type { ChargeList, ChargeRecord } from '../lender/lender.ts';
import { type Charge, REFUND } from './charge.ts';
import { isInTime, isOf, isOfLoan, type LoanNames, statusFrom } from './find-charge.ts';
import {
  isRefundEnded,
  isRefundRefused,
  type KnownRefundState,
  type Refund,
  refundStateOf,
} from './refund.ts';
import { isWithin } from './refund-split.ts';
import type { RefundUpdate } from './refunding.ts';

/** What is known here of a loan, from all of its checkouts. */
export interface KnownRefunds {
  readonly loan: LoanNames;
  readonly charges: readonly Charge[];
  /** Of these charges; those of other loans count by their ids alone. */
  readonly refunds: readonly Refund[];
}

/** One refund at the lender: its rows, which may stand in several lists. */
export interface LendersRefund {
  readonly rows: readonly ChargeRecord[];
  /** Its own id: some lenders write that of the charge in its place. */
  readonly uuid: string | null;
  /** Of the charge that its rows name. */
  readonly chargeId: string | undefined;
  /** undefined when none of the rows says it. */
  readonly state: KnownRefundState | undefined;
  /** The known one that it is. */
  readonly refund: Refund | undefined;
  readonly isNamed: boolean;
  /** Known ones whose end nobody has seen yet, and that it could be. */
  readonly mayBe: readonly Refund[];
  /** As `saidSplit`, of the charge that it is of by all of that. */
  readonly split: FeeSplit | null;
}

type Rows = Omit<LendersRefund, 'refund' | 'isNamed' | 'mayBe' | 'split'>;

/**
 * Which refund each of the lender's is, one to one: in each list it stands once. Ids win. What has
 * ended was in the lists, so it is given a row before any other may be it: one of its own state, and
 * the nearest in time.
 */
export function matchRefunds(
  records: readonly ChargeRecord[],
  { loan, charges, refunds }: KnownRefunds,
): LendersRefund[] {
  const there = refundsAmong(records, { loan, charges, refunds });
  const named = new Map<Rows, Refund>();
  for (const each of there) {
    const own = refunds.find((refund) => each.rows.some((row) => isOfRefund(refund, row)));
    if (own !== undefined) named.set(each, own);
  }
  const ids = new Set(charges.map(({ id }) => id));
  const fitting = refunds.filter((each) => ids.has(each.chargeId) && !isRefundRefused(each));
  const taken = new Map(named);
  for (const list of ['transactions', 'activity', 'pending'] as const) {
    const waiting = fitting.filter(
      (refund) => (isRefundEnded(refund) || isIn(named, refund)) && !isIn(taken, refund, list),
    );
    const free = there.filter((each) => !taken.has(each) && hasRowIn(each, list));
    const isPossible = (refund: Refund, each: Rows) =>
      canBe(refund, each) && !each.rows.some((row) => isIn(taken, refund, row.list));
    for (const [each, refund] of pairs(waiting, free, isPossible)) taken.set(each, refund);
  }
  const open = fitting.filter((refund) => !isRefundEnded(refund) && !isIn(named, refund));
  return there.map((each) => {
    const refund = taken.get(each);
    const isNamed = named.has(each);
    const mayBe = open.filter(
      (other) => !isNamed && couldBe(other, each) && !isSurelyOf(refund, each, other),
    );
    const chargeId = each.chargeId ?? refund?.chargeId ?? mayBe[0]?.chargeId;
    const charge = charges.find(({ id }) => id === chargeId);
    const split = charge === undefined ? null : saidSplit(each.rows, { charge, records });
    return { ...each, refund, isNamed, mayBe, split };
  });
}

/** As a refund's row says it, at a lender whose row of the charge says the split that was asked for. */
export function saidSplit(
  rows: readonly ChargeRecord[],
  { charge, records }: { charge: Charge; records: readonly ChargeRecord[] },
): FeeSplit | null {
  const said = rows.find(({ split }) => split !== null)?.split ?? null;
  if (said === null) return null;
  const isAsAsked = ({ split }: ChargeRecord) =>
    split !== null && isWithin(split, charge.split) && isWithin(charge.split, split);
  return records.some((row) => isOf(charge, row) && isAsAsked(row)) ? said : null;
}

/** True if a row is of the refund by its ids. */
function isOfRefund({ paymentIdentifier, refundUuid }: Refund, record: ChargeRecord): boolean {
  if (record.kind !== REFUND) return false;
  if (record.paymentIdentifier === paymentIdentifier) return true;
  return refundUuid !== null && record.paymentRequestUuid === refundUuid;
}

function isIn(
  taken: ReadonlyMap<Rows, Refund>,
  { id }: Refund,
  list?: ChargeRecord['list'],
): boolean {
  return [...taken].some(
    ([each, refund]) => refund.id === id && (list === undefined || hasRowIn(each, list)),
  );
}

function hasRowIn({ rows }: Rows, list: ChargeRecord['list']): boolean {
  return rows.some((row) => row.list === list);
}

/** What cannot be read of a row could fit. */
function couldBe(refund: Refund, { rows, chargeId }: Rows): boolean {
  if (chargeId !== undefined && chargeId !== refund.chargeId) return false;
  return rows.every(
    ({ cents, requestedAt }) =>
      (cents === null || cents === refund.amountCents) &&
      (requestedAt === null || isInTime(refund, requestedAt)),
  );
}

/** As `couldBe`, of one that has ended: what failed has moved no money, and what settled has. */
function canBe(refund: Refund, each: Rows): boolean {
  const { state } = each;
  if (refund.state === 'failed' && state !== 'failed') return false;
  if (refund.state === 'settled' && state === 'failed') return false;
  return each.rows.some(({ kind }) => kind === REFUND) && couldBe(refund, each);
}

/** The most pairs that there can be, each refund with the best row that is free. */
function pairs(
  refunds: readonly Refund[],
  there: readonly Rows[],
  isPossible: (refund: Refund, each: Rows) => boolean,
): Map<Rows, Refund> {
  const pairOf = new Map<Rows, Refund>();
  const place = (refund: Refund, tried: Set<Rows>): boolean => {
    const rank = (each: Rows) => (pairOf.has(each) ? 2 : 0) + (each.state === refund.state ? 0 : 1);
    const inOrder = there
      .filter((each) => isPossible(refund, each))
      .toSorted((a, b) => rank(a) - rank(b) || distance(refund, a) - distance(refund, b));
    for (const each of inOrder) {
      if (tried.has(each)) continue;
      tried.add(each);
      const other = pairOf.get(each);
      // Which goes elsewhere, if it can.
      if (other !== undefined && !place(other, tried)) continue;
      pairOf.set(each, refund);
      return true;
    }
    return false;
  };
  for (const refund of refunds) place(refund, new Set());
  return pairOf;
}

/** Without a time, nothing is nearer to it than something else. */
function distance({ startedAt }: Refund, each: Rows): number {
  const at = timeOf(each);
  return at === null ? Number.MAX_SAFE_INTEGER : Math.abs(at - startedAt);
}

function timeOf({ rows }: Rows): number | null {
  return rows.find(({ requestedAt }) => requestedAt !== null)?.requestedAt ?? null;
}

/** True if it is the refund that it was given to, and not the other: else it is in doubt. */
function isSurelyOf(refund: Refund | undefined, each: Rows, other: Refund): boolean {
  if (refund === undefined || timeOf(each) === null) return false;
  return distance(refund, each) <= distance(other, each);
}

/**
 * `in_between`: it is there, and how it stands cannot be told now. `possible`: a row could be it.
 * `absent`: every list was read to its end, and no row could be it. `unseen`: no row could among
 * those that were read.
 */
export type RefundFinding = RefundUpdate | 'in_between' | 'possible' | 'absent' | 'unseen';

/** Where a refund is looked for. */
export interface RefundBooks {
  readonly refunds: readonly LendersRefund[];
  readonly loan: LoanNames;
  readonly isWhole: ChargeList['isWhole'];
}

/**
 * What the lender's records say of a refund: by its own ids where a row has them, else by loan, amount
 * and time, if exactly one of the lender's fits, that can be no other, and everything of it can be read.
 */
export function findRefund(refund: Refund, books: RefundBooks): RefundFinding {
  const own = books.refunds.filter((each) => each.isNamed && each.refund?.id === refund.id);
  if (own.length > 0) return updateFrom(own) ?? 'in_between';
  const [one, ...others] = candidatesForRefund(refund, books);
  if (one === undefined) return books.isWhole ? 'absent' : 'unseen';
  const isAlone = others.length === 0 && one.refund === undefined && one.mayBe.length === 1;
  if (!isAlone || !isSurely(refund, one, books.loan)) return 'possible';
  return updateFrom([one]) ?? 'in_between';
}

/** Those of the lender that are the refund, or may be it. */
export function candidatesForRefund(
  { id }: Refund,
  { refunds }: Pick<RefundBooks, 'refunds'>,
): LendersRefund[] {
  return refunds.filter(
    ({ refund, mayBe }) => refund?.id === id || mayBe.some((each) => each.id === id),
  );
}

/**
 * True if nothing in the rows of one refund says that it could be another one. One row with a time is
 * enough: some lists give the day only.
 */
function isSurely(refund: Refund, each: LendersRefund, loan: LoanNames): boolean {
  return timeOf(each) !== null && each.rows.every((row) => isSureRow(refund, row, loan));
}

function isSureRow(refund: Refund, record: ChargeRecord, loan: LoanNames): boolean {
  const { kind, cents, paymentIdentifier } = record;
  const hasOtherName = paymentIdentifier !== null && paymentIdentifier !== '';
  const isRead = kind === REFUND && isOfLoan(record, loan) === true;
  return isRead && !hasOtherName && cents === refund.amountCents;
}

/** undefined when none of the rows says how it stands. */
export function updateFrom(own: readonly LendersRefund[]): RefundUpdate | undefined {
  const state = stateFrom(own.flatMap(({ rows }) => rows));
  const refundUuid = own.find(({ uuid }) => uuid !== null)?.uuid ?? null;
  const split = own.find((each) => each.split !== null)?.split ?? null;
  return state && { state, refundUuid, ...(split && { split }) };
}

function stateFrom(rows: readonly ChargeRecord[]): KnownRefundState | undefined {
  const status = statusFrom(rows);
  return status && refundStateOf(status);
}

/**
 * The lender's refunds of the loan. Some lenders write the id of the charge into the rows of all of its
 * refunds, or one identifier: a row without a time, or an identifier, is of a refund that has its id and
 * amount in another row. It does not matter of which one.
 */
function refundsAmong(
  records: readonly ChargeRecord[],
  { loan, charges, refunds }: KnownRefunds,
): Rows[] {
  const chargeIds = new Map(charges.map((charge) => [charge.paymentRequestUuid, charge.id]));
  const isHere = (row: ChargeRecord) => {
    if (row.kind !== null && row.kind !== REFUND) return false;
    if (isOfLoan(row, loan) !== false) return true;
    const { paymentRequestUuid: uuid } = row;
    return (uuid !== null && chargeIds.has(uuid)) || refunds.some((each) => isOfRefund(each, row));
  };
  const rows = records.filter(isHere);
  const groups = Map.groupBy(rows, (row) => {
    const same = rows.filter((other) => isOfSame(row, other)).toSorted((a, b) => said(b) - said(a));
    const { requestedAt, paymentIdentifier } = same[0] ?? row;
    return `${nameOf(row)} ${requestedAt} ${row.cents} ${paymentIdentifier}`;
  });
  return [...groups.values()].map((own) => {
    const uuids = own.flatMap(({ paymentRequestUuid: uuid }) => uuid ?? []);
    const named = uuids.find((uuid) => chargeIds.has(uuid));
    return {
      rows: own,
      uuid: uuids.find((uuid) => !chargeIds.has(uuid)) ?? null,
      chargeId: named === undefined ? undefined : chargeIds.get(named),
      state: stateFrom(own),
    };
  });
}

/** True if the other row says all that the row does. */
function isOfSame(row: ChargeRecord, other: ChargeRecord): boolean {
  const { requestedAt, paymentIdentifier } = row;
  return (
    nameOf(row) === nameOf(other) &&
    row.cents === other.cents &&
    (requestedAt === null ? nameOf(row) !== '' : requestedAt === other.requestedAt) &&
    (!paymentIdentifier || paymentIdentifier === other.paymentIdentifier)
  );
}

/** How much of what tells refunds of one name apart. */
function said({ requestedAt, paymentIdentifier }: ChargeRecord): number {
  return (requestedAt === null ? 0 : 1) + (paymentIdentifier ? 1 : 0);
}

function nameOf({ paymentIdentifier, paymentRequestUuid }: ChargeRecord): string {
  return paymentRequestUuid || paymentIdentifier || '';
}

/**
 * How much of a charge went back, or is on its way, by the lender's rows: those that are of no other
 * charge. What failed does not count. Of the lists, the one with the most counts: each has a refund
 * once, but perhaps under another name. What cannot be read of an amount counts as `unreadCents`.
 */
export function refundedByRows(
  there: readonly LendersRefund[],
  { id }: Charge,
  unreadCents = 0,
): number {
  const centsOf = new Map<ChargeRecord['list'], number>();
  for (const { rows, chargeId, refund, mayBe, state } of there) {
    const isSure = mayBe.length === 0;
    const of = chargeId ?? (isSure ? refund?.chargeId : undefined) ?? id;
    if (of !== id || state === 'failed') continue;
    const refunds = rows.filter(({ kind }) => kind === REFUND);
    for (const [list, [row]] of Map.groupBy(refunds, (each) => each.list)) {
      centsOf.set(list, (centsOf.get(list) ?? 0) + (row?.cents ?? unreadCents));
    }
  }
  return Math.max(0, ...centsOf.values());
}
