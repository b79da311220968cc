import type { TransactionDescription, TransactionStatus } from '../../../lending-api/statuses.ts';
import { nextCutOff } from '../business-days.ts';
import { REFUND, type Split } from './transaction-items.ts';

/** A charge that somebody would refund. */
export interface RefundableCharge extends Split {
  transaction_description: TransactionDescription;
  status: TransactionStatus;
  /** Epoch milliseconds. */
  status_at: number;
}

/** A refund of it that was accepted before. */
export interface EarlierRefund extends Split {
  status: TransactionStatus;
}

const parts = [
  'consumer_charge_amount_cents',
  'net_to_merchant_amount_cents',
  'net_platform_fee_cents',
  'net_to_sponsor_amount_cents',
] as const satisfies readonly (keyof Split)[];

/** What of each part of a charge is neither refunded nor being refunded; a refund that failed is not. */
export function unrefunded(charge: Split, refunds: readonly EarlierRefund[]): Split {
  const standing = refunds.filter(({ status }) => status !== 'Failed');
  const left = parts.map((part) => [
    part,
    standing.reduce((cents, refund) => cents - refund[part], charge[part]),
  ]);
  return Object.fromEntries(left) as Record<(typeof parts)[number], number>;
}

/** True if a refund is neither settled nor failed; one of a charge that had not gone out is settled. */
export function isInFlight({ status, settled_at }: InFlightOrNot): boolean {
  return settled_at === null && status !== 'Failed';
}

interface InFlightOrNot {
  status: TransactionStatus;
  settled_at: number | null;
}

/**
 * How far a charge is on its way, which decides what may be refunded (server/lending/DECISIONS.md,
 * Refunds).
 */
export type RefundPhase = 'not_sent' | 'in_processing' | 'settled' | 'over';

const phaseOf: Readonly<Record<TransactionStatus, RefundPhase>> = {
  Pending: 'not_sent',
  Submitted: 'in_processing',
  Successful: 'in_processing',
  Transferred: 'settled',
  Failed: 'over',
  Reversed: 'over',
  Excluded: 'over',
};

/** A charge whose batch has left is at the processor, though its timer has not run. */
export function refundPhase(
  { transaction_description, status, status_at }: Omit<RefundableCharge, keyof Split>,
  now: number,
): RefundPhase {
  if (transaction_description === REFUND) return 'over';
  const phase = phaseOf[status];
  return phase === 'not_sent' && now >= nextCutOff(status_at) ? 'in_processing' : phase;
}

/** True if a refund takes all of the charge, rather than a part of it. */
export function isFull(charge: Split, asked: Split): boolean {
  return parts.every((part) => asked[part] === charge[part]);
}

export interface ChargeWithRefunds {
  charge: RefundableCharge;
  refunds: readonly (EarlierRefund & InFlightOrNot)[];
}

export interface AskedRefund extends ChargeWithRefunds {
  asked: Split;
}

/** Why no refund of a charge is taken at a time, whatever its amounts, or null. */
export function refusalOfAnyRefund(
  { charge, refunds }: ChargeWithRefunds,
  now: number,
): string | null {
  const phase = refundPhase(charge, now);
  if (phase === 'over') return whyOver(charge);
  if (phase === 'in_processing') {
    return 'The charge is at the payment processor: it cannot be refunded until settled.';
  }
  return refunds.some(isInFlight) ? 'Another refund of this charge is under way.' : null;
}

/** Why a refund is refused at a time, or null. `part`: the amount that is wrong. */
export function refusalOfRefund(
  { charge, refunds, asked }: AskedRefund,
  now: number,
): { message: string; part?: keyof Split } | null {
  const message = refusalOfAnyRefund({ charge, refunds }, now);
  if (message !== null) return { message };
  const left = unrefunded(charge, refunds);
  const part = parts.find((each) => asked[each] > left[each]);
  if (part !== undefined) return { message: 'More than the maximum refundable amount.', part };
  if (refundPhase(charge, now) === 'settled' || isFull(charge, asked)) return null;
  return { message: 'A charge that has not settled can only be refunded in full.' };
}

function whyOver({ transaction_description, status }: RefundableCharge): string {
  return transaction_description === REFUND
    ? 'A refund cannot be refunded.'
    : `A charge that is ${status} cannot be refunded.`;
}
