import type { TransactionStatus } from '../../../lending-api/statuses.ts';

/** An approved charge with what has been given back of it by settled refunds. */
export interface ChargeBalance {
  charge_cents: number;
  status: TransactionStatus;
  settled_refunds_cents: number;
}

export interface SpendLimits {
  credit_limit_cents: number;
  maximum_approved_cents: number;
  amount_spent_cents: number;
  pending_charge_cents: number;
}

const NOT_SPENT: ReadonlySet<TransactionStatus> = new Set(['Failed', 'Reversed', 'Excluded']);

/**
 * The sum of the charges that stand, less their settled refunds. A reversed charge counts for
 * nothing, so a refund that reversed it is not taken off again (lending decisions, 4.5).
 */
export function amountSpent(charges: readonly ChargeBalance[]): number {
  return charges.reduce((sum, charge) => sum + spentOn(charge), 0);
}

/** What may still be charged: consumer repayments never add to it. */
export function availableSpend(limits: Omit<SpendLimits, 'maximum_approved_cents'>): number {
  return limits.credit_limit_cents - limits.amount_spent_cents - limits.pending_charge_cents;
}

/** Whether 0 <= spent + pending <= limit <= maximum. */
export function limitsHold(limits: SpendLimits): boolean {
  const used = limits.amount_spent_cents + limits.pending_charge_cents;
  return (
    limits.amount_spent_cents >= 0 &&
    limits.pending_charge_cents >= 0 &&
    used <= limits.credit_limit_cents &&
    limits.credit_limit_cents <= limits.maximum_approved_cents
  );
}

function spentOn({ charge_cents, status, settled_refunds_cents }: ChargeBalance): number {
  return NOT_SPENT.has(status) ? 0 : charge_cents - settled_refunds_cents;
}
