import { REFUND } from '../../domain/funding/transaction-items.ts';
import type { ProcessorPayment } from '../../providers/providers.ts';
import type { TransactionTable } from '../../store/schema.ts';

/** A transaction as it is sent to the payment processor. */
export function processorPayment(transaction: TransactionTable): ProcessorPayment {
  return {
    id: transaction.id,
    kind: transaction.transaction_description === REFUND ? 'refund' : 'charge',
    amount_cents: transaction.consumer_charge_amount_cents,
    payment_identifier: transaction.payment_identifier,
  };
}
