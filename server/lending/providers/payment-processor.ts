export interface ProcessorPayment {
  /** The transaction's id; the same id again is the same payment. */
  id: string;
  /** Of a charge the merchant is credited, of a refund the consumer's account. */
  kind: 'charge' | 'refund';
  amount_cents: number;
  payment_identifier: string | null;
}

export type SubmissionOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'rejected'; return_code: string }
  | { outcome: 'excluded' }
  /** Not decided yet: ask again later. */
  | { outcome: 'undecided' };

export type SettlementOutcome =
  | { outcome: 'settled' }
  | { outcome: 'settled_then_returned'; return_code: string };

/** Takes charges and refunds from the batch and settles them. */
export interface PaymentProcessor {
  submit(payment: ProcessorPayment): Promise<SubmissionOutcome>;
  settle(payment: ProcessorPayment): Promise<SettlementOutcome>;
}
