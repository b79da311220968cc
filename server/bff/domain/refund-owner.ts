import type { ChargeRecord } from '../lender/lender.ts';
import { type Charge, isLive } from './charge.ts';
import { isOfLoan } from './find-charge.ts';
import {
  findRefund,
  type KnownRefunds,
  type LendersRefund,
  matchRefunds,
  refundedByRows,
} from './find-refund.ts';
import { isRefundWatched, type Refund } from './refund.ts';
import { unrefundedCents } from './refunding.ts';

/** Whose a refund is that no known one explains. */
export interface RefundOwner {
  readonly chargeId: string;
  /** Our own that the lender has made all the same, after it was called off or had failed. */
  readonly refund: Refund | undefined;
}

/** The lender's refunds of a loan, and what is known of it. */
export interface MatchedRefunds {
  readonly known: KnownRefunds;
  readonly refunds: readonly LendersRefund[];
}

/**
 * By a charge that is refunded the lender has said that all of it went back: what is left of it by the
 * refunds that are known is one more.
 */
export function matchWithCharges(
  records: readonly ChargeRecord[],
  known: KnownRefunds,
): MatchedRefunds {
  const returned = known.charges
    .filter((charge) => charge.state === 'refunded' && unrefundedCents(known, charge) > 0)
    .map((charge) => refundOfRest(charge, known));
  const refunds = matchRefunds(records, { ...known, refunds: [...known.refunds, ...returned] });
  return { known, refunds };
}

function refundOfRest(charge: Charge, known: KnownRefunds): Refund {
  return {
    id: charge.id,
    chargeId: charge.id,
    state: 'settled',
    amountCents: unrefundedCents(known, charge),
    split: charge.split,
    // No row has it.
    paymentIdentifier: `refunded ${charge.id}`,
    refundUuid: null,
    settledAt: charge.settledAt,
    startedAt: charge.startedAt,
    deadlineAt: Number.POSITIVE_INFINITY,
  };
}

/** `known`: it counts already, or its own read brings it. `in_doubt`: it could be of more than one. */
export function ownerOfRefund(
  found: LendersRefund,
  { known, refunds }: MatchedRefunds,
  now: number,
): RefundOwner | 'known' | 'in_doubt' {
  const { refund, isNamed, mayBe, chargeId } = found;
  const cents = centsOfRefund(found);
  const isExplained = refund !== undefined && !(isNamed && isWrittenOff(refund, now));
  if (isExplained || cents === 0 || !isHere(found, known)) return 'known';
  const [lost = refund, ...others] = mayBe;
  if (others.length > 0) return 'in_doubt';
  if (lost !== undefined && isRefundWatched(lost, now)) {
    const books = { refunds, loan: known.loan, isWhole: true };
    return findRefund(lost, books) === 'possible' ? 'in_doubt' : 'known';
  }
  const [one, ...more] = known.charges.filter(
    (each) =>
      each.id === (refund?.chargeId ?? chargeId ?? each.id) &&
      // It may have taken money, whatever the lender has said of it so far.
      isLive(each) &&
      // What was left of one that is refunded, another row has said.
      !refunds.some((other) => other.refund?.id === each.id) &&
      unrefundedCents(known, each) >= cents,
  );
  const isSure = one !== undefined && more.length === 0 && (lost?.chargeId ?? one.id) === one.id;
  return isSure ? { chargeId: one.id, refund: lost } : 'in_doubt';
}

/** A row that names neither its charge nor its loan may be of any loan. */
function isHere({ chargeId, rows }: LendersRefund, { loan }: KnownRefunds): boolean {
  return chargeId !== undefined || rows.some((row) => isOfLoan(row, loan) === true);
}

/**
 * True if all of a charge went back by refunds: those that are of no other charge, or of none that can
 * be told. Of one without an amount, that can be all; one of more is of another charge.
 */
export function isRefunded(
  charge: Charge,
  records: readonly ChargeRecord[],
  known: KnownRefunds,
): boolean {
  const { refunds } = matchWithCharges(records, known);
  const own = refunds.filter(
    (found) => isHere(found, known) && centsOfRefund(found) <= charge.amountCents,
  );
  return refundedByRows(own, charge, charge.amountCents) >= charge.amountCents;
}

export function centsOfRefund({ rows }: LendersRefund): number {
  return rows.find(({ cents }) => cents !== null)?.cents ?? 0;
}

function isWrittenOff(refund: Refund, now: number): boolean {
  return refund.state === 'failed' || (refund.state === 'void' && !isRefundWatched(refund, now));
}
