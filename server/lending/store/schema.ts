import type { DueWorkSchema } from '../../platform/due-work/due-work.ts';
import type { AccountCancellationTable, CreditLineIncreaseTable } from './schema/accounts.ts';
import type {
  ApplicationHistoryTable,
  ApplicationTable,
  BureauInquiryTable,
  BureauReportTable,
  LinkTable,
  OfferTable,
  SharedApplicationTable,
} from './schema/applications.ts';
import type {
  ConsentEventTable,
  DocumentTable,
  EvidenceEndTable,
  EvidenceHeadTable,
  EvidenceRecordTable,
  EvidenceTotalTable,
  IdempotencyKeyTable,
} from './schema/evidence.ts';
import type {
  ActivityCountTable,
  ChargeRequestTable,
  RefundRequestTable,
  TransactionItemTable,
  TransactionTable,
} from './schema/funding.ts';
import type {
  ApplicationDraftTable,
  LetterTable,
  OnboardingCodeTable,
  StepUpCodeTable,
} from './schema/hosted-pages.ts';
import type { InvitationTable, OfferCodeTable } from './schema/invitations.ts';
import type {
  BankAccountTable,
  MerchantTable,
  MerchantUserTable,
  SelectedProductTable,
} from './schema/merchants.ts';
import type {
  EventAttemptTable,
  EventTable,
  MessageTable,
  NoticeTable,
} from './schema/outboxes.ts';
import type { ShreddedApplicantTable } from './schema/retention.ts';
import type {
  CounterTable,
  LintFindingTable,
  ReceiverCallTable,
  SandboxSponsorTable,
} from './schema/sandbox.ts';
import type { StatementEntryTable, StatementTotalTable } from './schema/statements.ts';

export type {
  MerchantTable,
  MerchantUserTable,
  BankAccountTable,
} from './schema/merchants.ts';
export type {
  ApplicationTable,
  ApplicationHistoryTable,
  BureauInquiryTable,
  BureauReportTable,
  OfferTable,
  LinkTable,
  SharedApplicationTable,
} from './schema/applications.ts';
export type { InvitationTable, OfferCodeTable } from './schema/invitations.ts';
export type {
  ChargeRequestTable,
  RefundRequestTable,
  TransactionTable,
  TransactionItemTable,
} from './schema/funding.ts';
export type {
  MessageTable,
  NoticeTable,
  EventTable,
  EventAttemptTable,
} from './schema/outboxes.ts';
export type {
  DocumentTable,
  ConsentEventTable,
  EvidenceEndTable,
  EvidenceHeadTable,
  EvidenceTotalTable,
} from './schema/evidence.ts';
export type { LintFindingTable } from './schema/sandbox.ts';
export type { StatementEntryTable } from './schema/statements.ts';
export type {
  ApplicationDraftTable,
  LetterTable,
  OnboardingCodeTable,
  StepUpCodeTable,
} from './schema/hosted-pages.ts';

/**
 * Rows of the lending service. Columns are named as the fields of the API;
 * `_cents` are integer cents, `_at` epoch milliseconds on the sponsor's clock, `_sealed` encrypted
 * fields, `_index` keyed digests, flags 0 or 1. Every row belongs to the sponsor it names.
 */
export interface LendingSchema extends DueWorkSchema {
  merchants: MerchantTable;
  merchant_users: MerchantUserTable;
  bank_accounts: BankAccountTable;
  selected_products: SelectedProductTable;
  applications: ApplicationTable;
  shared_applications: SharedApplicationTable;
  application_history: ApplicationHistoryTable;
  bureau_inquiries: BureauInquiryTable;
  bureau_reports: BureauReportTable;
  offers: OfferTable;
  links: LinkTable;
  offer_codes: OfferCodeTable;
  invitations: InvitationTable;
  charge_requests: ChargeRequestTable;
  refund_requests: RefundRequestTable;
  activity_counts: ActivityCountTable;
  transactions: TransactionTable;
  transaction_items: TransactionItemTable;
  messages: MessageTable;
  notices: NoticeTable;
  documents: DocumentTable;
  events: EventTable;
  event_attempts: EventAttemptTable;
  consent_events: ConsentEventTable;
  evidence_heads: EvidenceHeadTable;
  evidence_ends: EvidenceEndTable;
  evidence_records: EvidenceRecordTable;
  evidence_totals: EvidenceTotalTable;
  credit_line_increases: CreditLineIncreaseTable;
  account_cancellations: AccountCancellationTable;
  idempotency_keys: IdempotencyKeyTable;
  onboarding_codes: OnboardingCodeTable;
  step_up_codes: StepUpCodeTable;
  application_drafts: ApplicationDraftTable;
  letters: LetterTable;
  shredded_applicants: ShreddedApplicantTable;
  statement_entries: StatementEntryTable;
  statement_totals: StatementTotalTable;
  sandbox_sponsors: SandboxSponsorTable;
  lint_findings: LintFindingTable;
  counters: CounterTable;
  receiver_calls: ReceiverCallTable;
}
