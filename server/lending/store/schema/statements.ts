import type { TransactionDescription } from '../../../lending-api/statuses.ts';
import type { StatementEntryKind } from '../../domain/statements.ts';

/** What a settled charge, a settled refund or a returned charge moved. Rows are never changed. */
export interface StatementEntryTable {
  transaction_id: string;
  kind: StatementEntryKind;
  sponsor_id: string;
  merchant_id: string;
  application_id: string;
  /** Of the application. */
  invited_by: string;
  charge_request_id: string;
  transaction_description: TransactionDescription;
  consumer_charge_amount_cents: number;
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
  /** `YYYY-MM` of `settled_at` in America/New_York. */
  month: string;
  /** When its legs came to be. */
  created_at: number;
  /** When the money moved. */
  settled_at: number;
}

/** The sums of the entries, so that the list of statements reads no entry. */
export interface StatementTotalTable {
  sponsor_id: string;
  merchant_id: string;
  month: string;
  invited_by: string;
  transaction_count: number;
  consumer_charges_cents: number;
  consumer_refunds_cents: number;
  merchant_fees_cents: number;
  fee_credits_cents: number;
}
