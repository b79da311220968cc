import type { TransactionDescription, TransactionStatus } from '../../../lending-api/statuses.ts';
import {
  chargeItems,
  refundItems,
  type Split,
  type TransactionItem,
} from '../funding/transaction-items.ts';

/** What moved between merchant and lender: a `return` is a charge that came back after its transfer. */
export type StatementEntryKind = 'charge' | 'refund' | 'return';

/**
 * What a transaction that has just moved brings on a statement, if anything: it counts when it is
 * Transferred, and again when it comes back after that.
 */
export function entryKindOf({
  status,
  settled_at,
  transaction_description,
}: {
  status: TransactionStatus;
  settled_at: number | null;
  transaction_description: TransactionDescription;
}): StatementEntryKind | undefined {
  if (status === 'Transferred') return transaction_description === 115 ? 'refund' : 'charge';
  return status === 'Reversed' && settled_at !== null ? 'return' : undefined;
}

/** The legs of an entry; those of a return are named as a refund's. */
export function entryItems({
  kind,
  ...split
}: Split & { kind: StatementEntryKind }): TransactionItem[] {
  return kind === 'charge' ? chargeItems(split) : refundItems(split);
}

/** What is left of a charge after its refunds: so much of it can come back. */
export function leftOf(charge: Split, refunded: Split): Split {
  return {
    consumer_charge_amount_cents:
      charge.consumer_charge_amount_cents - refunded.consumer_charge_amount_cents,
    net_to_merchant_amount_cents:
      charge.net_to_merchant_amount_cents - refunded.net_to_merchant_amount_cents,
    net_platform_fee_cents: charge.net_platform_fee_cents - refunded.net_platform_fee_cents,
    net_to_sponsor_amount_cents:
      charge.net_to_sponsor_amount_cents - refunded.net_to_sponsor_amount_cents,
  };
}
