import type { DueWorkSchema } from '../../platform/due-work/due-work.ts';
import type {
  AccountCancellationTable,
  ApplicationHistoryTable,
  ApplicationTable,
  BureauInquiryTable,
  BureauReportTable,
  CreditLineIncreaseTable,
  OfferTable,
  SharedApplicationTable,
  ShreddedApplicantTable,
} from './schema/applications.ts';
import type {
  ConsentEventTable,
  DocumentTable,
  EvidenceEndTable,
  EvidenceHeadTable,
  EvidenceRecordTable,
  EvidenceTotalTable,
  StoppedNumberTable,
} from './schema/evidence.ts';
import type {
  ActivityCountTable,
  ChargeRequestTable,
  RefundRequestTable,
  StatementEntryTable,
  StatementTotalTable,
  TransactionItemTable,
  TransactionTable,
} from './schema/funding.ts';
import type {
  ApplicationDraftTable,
  InvitationTable,
  LinkTable,
  StepUpCodeTable,
} from './schema/hosted-pages.ts';
import type {
  BankAccountTable,
  MerchantTable,
  MerchantUserTable,
  OfferCodeTable,
  OnboardingCodeTable,
  SelectedProductTable,
} from './schema/merchants.ts';
import type {
  EventAttemptTable,
  EventTable,
  LetterTable,
  MessageTable,
  NoticeTable,
} from './schema/outboxes.ts';
import type {
  CounterTable,
  IdempotencyKeyTable,
  LintFindingTable,
  ReceiverCallTable,
  SandboxSponsorTable,
} from './schema/service.ts';

/**
 * The tables of the lending service. Columns are named as the fields of the API;
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
  stopped_numbers: StoppedNumberTable;
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
