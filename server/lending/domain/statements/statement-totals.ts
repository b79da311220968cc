import type { Split } from '../funding/transaction-items.ts';
import type { StatementEntryKind } from './statement-entry.ts';

/** Sums of a statement; all but the count are cents and none is negative. */
export interface StatementTotals {
  transaction_count: number;
  consumer_charges_cents: number;
  consumer_refunds_cents: number;
  merchant_fees_cents: number;
  fee_credits_cents: number;
}

export const noTotals: StatementTotals = {
  transaction_count: 0,
  consumer_charges_cents: 0,
  consumer_refunds_cents: 0,
  merchant_fees_cents: 0,
  fee_credits_cents: 0,
};

/** What one entry adds: the merchant fee is the platform's part of it and the sponsor's. */
export function totalsOf({
  kind,
  consumer_charge_amount_cents: amount,
  net_platform_fee_cents,
  net_to_sponsor_amount_cents,
}: Split & { kind: StatementEntryKind }): StatementTotals {
  const fee = net_platform_fee_cents + net_to_sponsor_amount_cents;
  const own =
    kind === 'charge'
      ? { consumer_charges_cents: amount, merchant_fees_cents: fee }
      : { consumer_refunds_cents: amount, fee_credits_cents: fee };
  return { ...noTotals, transaction_count: 1, ...own };
}

export function sumOf(entries: readonly (Split & { kind: StatementEntryKind })[]): StatementTotals {
  return entries.map(totalsOf).reduce(
    (sum, next) => ({
      transaction_count: sum.transaction_count + next.transaction_count,
      consumer_charges_cents: sum.consumer_charges_cents + next.consumer_charges_cents,
      consumer_refunds_cents: sum.consumer_refunds_cents + next.consumer_refunds_cents,
      merchant_fees_cents: sum.merchant_fees_cents + next.merchant_fees_cents,
      fee_credits_cents: sum.fee_credits_cents + next.fee_credits_cents,
    }),
    noTotals,
  );
}

/** What the merchant is owed; negative when it owes. */
export function netToMerchant({
  consumer_charges_cents,
  consumer_refunds_cents,
  merchant_fees_cents,
  fee_credits_cents,
}: StatementTotals): number {
  return consumer_charges_cents - consumer_refunds_cents - merchant_fees_cents + fee_credits_cents;
}
