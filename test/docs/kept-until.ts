import type { BffSchema } from '../../server/bff/store/schema.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';

/** How the rows of the table of how long data is kept begin, in `server/SECURITY.md`. */
type Kept = readonly string[];
type TablesOf<Schema> = Readonly<Record<keyof Schema | 'root_keys', Kept>>;

const nobody: Kept = ['work that is due, keys of the databases'];
const access: Kept = ['sessions, order tokens, keys of a checkout'];
const shown: Kept = ['what an applicant was shown'];
const webhooks: Kept = ["events for a merchant's server"];

/** What each table of `bff.db` holds. */
export const bffKept: TablesOf<BffSchema> = {
  charges: shown,
  checkouts: [
    'a checkout of a page that nobody applied with',
    "one that the merchant's server made",
    ...shown,
  ],
  daily_sums: ["a merchant's daily sums"],
  due_work: nobody,
  inbox: ['ids of callbacks'],
  lender_loans: nobody,
  merchant_keys: [...access, ...shown],
  merchants_seen: ['of a merchant that was ever listed'],
  order_openings: ['when an order was opened in another browser'],
  order_tokens: access,
  person_pulls: ['digests of persons for the day'],
  refunds: shown,
  root_keys: nobody,
  sessions: access,
  settlements: shown,
  shown_offers: shown,
  webhook_deliveries: webhooks,
  webhook_endpoints: nobody,
  webhook_events: webhooks,
};

const said: Kept = ['what an applicant said'];
const evidence: Kept = ['evidence, also where it says STOP'];
const messages: Kept = ['messages and letters sent about an application'];
const names: Kept = ['names, contact and documents of applicants'];
const loans: Kept = ['loans: '];
const merchants: Kept = ['merchants: '];
const digests: Kept = ['keyed digests of persons'];

/** What each table of `lending.db` holds. */
export const lendingKept: TablesOf<LendingSchema> = {
  account_cancellations: loans,
  activity_counts: merchants,
  application_drafts: ['what was typed into an invitation'],
  application_history: loans,
  applications: [...said, ...names, ...loans, ...digests],
  bank_accounts: merchants,
  bureau_inquiries: loans,
  bureau_reports: said,
  charge_requests: loans,
  consent_events: [...evidence, ...names],
  counters: nobody,
  credit_line_increases: loans,
  documents: names,
  due_work: nobody,
  event_attempts: [...messages, ...names],
  events: [...messages, ...names],
  evidence_ends: digests,
  evidence_heads: [...evidence, ...names],
  evidence_records: evidence,
  evidence_totals: nobody,
  idempotency_keys: digests,
  invitations: names,
  letters: [...said, ...messages],
  links: loans,
  lint_findings: nobody,
  merchant_users: merchants,
  merchants,
  messages: [...messages, ...names],
  notices: loans,
  offer_codes: merchants,
  offers: loans,
  onboarding_codes: merchants,
  receiver_calls: nobody,
  refund_requests: loans,
  root_keys: nobody,
  sandbox_sponsors: nobody,
  selected_products: merchants,
  shared_applications: loans,
  shredded_applicants: digests,
  statement_entries: loans,
  statement_totals: loans,
  step_up_codes: loans,
  stopped_numbers: ['the number of who said STOP'],
  transaction_items: loans,
  transactions: loans,
};
