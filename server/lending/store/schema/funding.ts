import type { Selectable } from 'kysely';
import type { RefundType } from '../../../lending-api/refunds.ts';
import type {
  PaymentRequestStatus,
  TransactionDescription,
  TransactionStatus,
} from '../../../lending-api/statuses.ts';
import type { MerchantTransactionType } from '../../../lending-api/transactions.ts';
import type { StatementEntryKind } from '../../domain/statements.ts';

export interface ChargeRequestTable {
  /** payment_request_uuid */
  id: string;
  payment_request_id: string;
  sponsor_id: string;
  merchant_id: string;
  application_id: string;
  /** Of the application: lists of a user's own consumers are found by it. */
  invited_by: string;
  requested_by: string;
  transaction_description: Exclude<TransactionDescription, 115>;
  consumer_charge_amount_cents: number;
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
  transaction_callback_url: string;
  payment_identifier: string | null;
  description: string | null;
  status: PaymentRequestStatus;
  sms_notification: 'sent' | 'skipped_opted_out' | 'failed';
  email_notification: 'sent' | 'none';
  warning: string | null;
  approved_by: 'consumer' | 'sponsor' | null;
  /** The merchant user named when a sponsor approved for the consumer. */
  approved_by_user: string | null;
  rejection_reason: string | null;
  authorization_method: string | null;
  authorization_reference: string | null;
  requested_at: number;
  expires_at: number;
  status_at: number;
}

export type ChargeRequestRow = Selectable<ChargeRequestTable>;

/** What was asked with a refund; its amounts and where it stands are its transaction's. */
export interface RefundRequestTable {
  /** refund_request_uuid */
  id: string;
  sponsor_id: string;
  merchant_id: string;
  application_id: string;
  /** Of the application. */
  invited_by: string;
  charge_request_id: string;
  requested_by: string;
  refund_type: RefundType;
  transaction_callback_url: string;
  reason: string | null;
  requested_at: number;
}

export type RefundRequestRow = Selectable<RefundRequestTable>;

/** How many charge and refund requests there are, so that a page of them can name the total without counting. */
export interface ActivityCountTable {
  sponsor_id: string;
  merchant_id: string;
  invited_by: string;
  count: number;
}

export type ActivityCountRow = Selectable<ActivityCountTable>;

/** Whose money moves for which charge, and how much. */
interface MovedMoney {
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
}

export interface TransactionTable extends MovedMoney {
  /** The payment_request_uuid of a charge, the refund_request_uuid of a refund. */
  id: string;
  status: TransactionStatus;
  requested_at: number;
  status_at: number;
  settled_at: number | null;
  expected_settlement_date: string | null;
  submitted_by: string;
  payment_identifier: string | null;
}

export type TransactionRow = Selectable<TransactionTable>;

export interface TransactionItemTable {
  transaction_id: string;
  position: number;
  sponsor_id: string;
  transaction_type: MerchantTransactionType;
  transaction_amount_cents: number;
  created_at: number;
}

export type TransactionItemRow = Selectable<TransactionItemTable>;

/** What a settled charge, a settled refund or a returned charge moved. Rows are never changed. */
export interface StatementEntryTable extends MovedMoney {
  transaction_id: string;
  kind: StatementEntryKind;
  /** `YYYY-MM` of `settled_at` in America/New_York. */
  month: string;
  /** When its legs came to be. */
  created_at: number;
  /** When the money moved. */
  settled_at: number;
}

export type StatementEntryRow = Selectable<StatementEntryTable>;

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
