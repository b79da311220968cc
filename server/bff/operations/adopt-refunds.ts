import type { FeeSplit } from '../../loan-math/fee-split.ts';
import type { BffContext } from '../context.ts';
import type { Charge } from '../domain/charge.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isOfLoan, statusFrom } from '../domain/find-charge.ts';
import { type KnownRefunds, type LendersRefund, saidSplit } from '../domain/find-refund.ts';
import type { Loan } from '../domain/loan.ts';
import {
  centsOfRefund,
  type MatchedRefunds,
  matchWithCharges,
  ownerOfRefund,
  type RefundOwner,
} from '../domain/refund-owner.ts';
import { adoptRefund, settleRefund } from '../domain/refunding.ts';
import type { ChargeRecord } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { logLenderProblem } from './lender-problem.ts';
import { knownByRecords, knownRefunds } from './lenders-refunds.ts';
import { readLists } from './reconcile-charges.ts';
import { changeStored } from './write-checkout.ts';

interface Adoption {
  checkout: Checkout & { loan: Loan };
  charge: Charge;
  /** The transactions of the merchant. */
  records: readonly ChargeRecord[];
  /** Those of them that are of refunds: of most charges none is, and nothing else is looked at. */
  refunds: readonly ChargeRecord[];
  now: number;
}

/**
 * Takes over the refunds of a settled charge that were made at its lender alone: from then on they count
 * as those that the merchant's server asked for, and so does one of its own that was called off, or had
 * failed. What could be of another charge, or another refund that is known, is left alone.
 */
export async function adoptRefunds(
  context: BffContext,
  { checkout, charge, records, refunds, now }: Adoption,
): Promise<void> {
  const isOwn = (row: ChargeRecord) =>
    isOfLoan(row, checkout.loan) !== false || isNamed(charge, row);
  if (charge.state !== 'settled' || !refunds.some(isOwn)) return;
  const transactions = records.filter(isOwn);
  const read = await readOfLoan(context, checkout, { charge, transactions, now });
  let { known } = read;
  let matched = matchWithCharges(read.records, known);
  for (const { rows, state } of matched.refunds) {
    if (state !== 'settled' || !rows.some(isTransaction)) continue;
    const ownerIn = (among: MatchedRefunds) => {
      const found = among.refunds.find((each) => each.rows[0] === rows[0]);
      return found && { found, owner: ownerOfRefund(found, among, now) };
    };
    const owner = ownerIn(matched)?.owner;
    if (owner === 'in_doubt') logNotAssigned(context, checkout);
    if (typeof owner !== 'object' || owner.chargeId !== charge.id) continue;
    const id = context.ids.orderedUuid(now);
    const split = saidSplit(rows, { charge, records: read.records });
    const { after } = await changeStored(context, checkout.id, (current) => {
      const stored = matchWithCharges(read.records, withRefundsOf(current, known));
      const { found, owner: same } = ownerIn(stored) ?? {};
      if (found === undefined || typeof same !== 'object') return current;
      return settledWith(current, found, { owner: same, id, split, now });
    });
    known = withRefundsOf(after, known);
    matched = matchWithCharges(read.records, known);
  }
}

function settledWith(
  checkout: Checkout,
  found: LendersRefund,
  {
    owner,
    id,
    split,
    now,
  }: { owner: RefundOwner; id: string; split: FeeSplit | null; now: number },
): Checkout {
  const { uuid: refundUuid, rows } = found;
  if (owner.refund !== undefined) {
    const update = { state: 'settled', refundUuid, split } as const;
    return settleRefund(checkout, owner.refund.id, { update, now });
  }
  const requestedAt = rows.find((row) => row.requestedAt !== null)?.requestedAt ?? now;
  const adopted = { id, refundUuid, cents: centsOfRefund(found), split, requestedAt };
  return adoptRefund(checkout, owner.chargeId, { found: adopted, now });
}

function withRefundsOf({ refunds }: Checkout, known: KnownRefunds): KnownRefunds {
  const ids = new Set(refunds.map(({ id }) => id));
  return { ...known, refunds: [...refunds, ...known.refunds.filter(({ id }) => !ids.has(id))] };
}

/**
 * The transactions of the loan and what is known of it, with the other lists where a refund that nothing
 * explains has not come further in these: that its money was transferred, the activity may say alone.
 */
async function readOfLoan(
  context: BffContext,
  checkout: Checkout & { loan: Loan },
  read: { charge: Charge; transactions: readonly ChargeRecord[]; now: number },
): Promise<{ records: readonly ChargeRecord[]; known: KnownRefunds }> {
  const { charge, transactions, now } = read;
  const stored = await knownRefunds(context, checkout, checkout.loan);
  const knownWith = (records: readonly ChargeRecord[]) =>
    knownByRecords(context, checkout, { known: stored, records });
  const known = await knownWith(transactions);
  const matched = matchWithCharges(transactions, known);
  const isOpen = matched.refunds.some(
    (each) => statusFrom(each.rows) === 'approved' && ownerOfRefund(each, matched, now) !== 'known',
  );
  if (!isOpen) return { records: transactions, known };
  const { loanNumber } = known.loan;
  try {
    const lists = await readLists(context, checkout, { loanNumber, from: charge.startedAt });
    const records = [...transactions, ...lists.records.filter((row) => !isTransaction(row))];
    return { records, known: await knownWith(records) };
  } catch (error) {
    if (!(error instanceof LenderError)) throw error;
    logLenderProblem(context, 'lender_not_read', { checkout, error });
    return { records: transactions, known };
  }
}

function isTransaction({ list }: ChargeRecord): boolean {
  return list === 'transactions';
}

/** Some lenders write a charge's id into the rows of its refunds. */
function isNamed(
  { paymentRequestUuid: own }: Charge,
  { paymentRequestUuid }: ChargeRecord,
): boolean {
  return own !== null && paymentRequestUuid === own;
}

function logNotAssigned({ log }: BffContext, { id, publishableKey }: Checkout): void {
  log.warn({ event: 'refund_not_explained', checkout_id: id, merchant_id: publishableKey });
}
