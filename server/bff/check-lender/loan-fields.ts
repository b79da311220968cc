import type { LoanReading } from '../lender/lender.ts';
import { nameWithWord } from './closed-words.ts';
import { listed } from './field-names.ts';
import type { Heard } from './heard-answers.ts';
import type { StepReport } from './step-report.ts';

interface LoanField {
  /** What the API calls it. */
  readonly name: string;
  /** What happens where the lender does not say it. */
  readonly without: string;
}

type Named = Exclude<
  keyof LoanReading,
  'decision' | 'offers' | 'lacking' | 'endedInReview' | 'isSuspended'
>;

/** What the readings of an application can say. */
const loanFields: Readonly<Record<Named, LoanField>> = {
  applicationId: { name: 'external_application_id', without: 'our own id stands' },
  loanId: { name: 'loan_id', without: 'our own id stands' },
  loanNumber: {
    name: 'consumer_application_human_readable_id',
    without: 'the consumer has no number to name, and rows of the lists cannot be joined by it',
  },
  status: { name: 'application_status', without: 'the decision stands' },
  requestedAmount: { name: 'requested_amount', without: 'what was asked for is shown' },
  offersExpireAt: {
    name: 'offers_expire_at',
    without: 'no date is shown until which the offers stand',
  },
  decidedAt: { name: 'decided_at', without: 'no date of the decision is shown' },
  lender: { name: 'lender', without: 'whom the merchant’s entry names is shown' },
  notice: { name: 'adverse_action_notice', without: 'no letter is promised' },
  isAccepted: { name: 'accepted_at', without: 'the status says it' },
  isClosed: { name: 'account_status', without: 'a closed account is seen by its refusals' },
  creditLimit: { name: 'credit_limit', without: 'no limit is shown' },
  availableSpend: {
    name: 'available_spend',
    without: 'what is left is not shown, and the lender refuses what is too much',
  },
  purchaseWindowEndDate: {
    name: 'purchase_window_end_date',
    without: 'no date is shown until which the loan can be used',
  },
  portalStatus: { name: 'portal_account_status', without: 'the eligibility code says it' },
  eligibility: {
    name: 'transaction_status_code',
    without: 'a charge is tried, and its refusal is the answer',
  },
  productId: {
    name: 'selected_offer',
    without: 'a charge is shared out by the fees of the merchant’s entry alone',
  },
  charges: { name: 'transactions', without: 'charges are looked for in the lists alone' },
};

/** What an application that was just decided can say. */
export const decisionFields: readonly Named[] = [
  'applicationId',
  'loanId',
  'loanNumber',
  'status',
  'requestedAmount',
  'offersExpireAt',
  'decidedAt',
  'lender',
  'notice',
];

/** What the record of a loan can say, before its terms are accepted. */
export const loanRecordFields: readonly Named[] = ['loanNumber', 'status'];

/** And after. */
export const accountFields: readonly Named[] = [
  ...loanRecordFields,
  'isAccepted',
  'isClosed',
  'creditLimit',
  'availableSpend',
  'purchaseWindowEndDate',
  'portalStatus',
  'eligibility',
  'productId',
  'charges',
];

/** Names by which a built-in reader knows what stands in an answer. */
const known: ReadonlySet<string> = new Set([
  ...Object.values(loanFields).map(({ name }) => name),
  'decision',
  'offers',
  'status_history',
  'pending_payment_requests',
  'is_valid_for_transaction',
  'no_transaction_message',
  'consumer_invitation_link',
  'link_expires_at',
  'offer_uuid',
  'selected_amount',
]);

/** Says what was understood of an application, and what happens without what was not. */
export function reportReading(
  report: StepReport,
  heard: Heard,
  { reading, fields }: { reading: LoanReading; fields: readonly Named[] },
): void {
  report.say('understood', understood(reading));
  const lacking = fields.filter((field) => (reading[field] ?? null) === null);
  for (const field of lacking) {
    const { name, without } = loanFields[field];
    report.say('missing', `${field} (${name}): ${without}`);
  }
  reportRenaming(
    report,
    lacking.map((field) => loanFields[field].name),
    otherFields(heard),
  );
}

/** Says by which line of an adapter a field that is missing could come from one that nobody reads. */
export function reportRenaming(
  report: StepReport,
  missing: readonly string[],
  others: readonly string[],
): void {
  if (missing.length === 0 || others.length === 0) return;
  const theirs = others.length === 1 ? listed(others) : '<its name>';
  const api = missing.length === 1 ? listed(missing) : '<what is missing>';
  const where = others.length === 1 ? 'says that' : `is one of ${listed(others)}`;
  report.say('adapter', `${theirs}: '${api}',  if it ${where}`);
}

/** Fields of the answers that no reader knows by their name. */
export function otherFields({ answers }: Heard): string[] {
  const names = [...answers.values()].flatMap((tree) => [...tree.keys()]);
  return names.map((name) => name.replace('[]', '')).filter((name) => !known.has(name));
}

/** What is not null of a reading: words of closed lists, counts, and else names. */
function understood(reading: LoanReading): string {
  const said = Object.entries(reading).filter(
    ([name, value]) => value !== null && name !== 'lacking',
  );
  return said.map(([name, value]) => nameWithWord(name, value)).join(', ');
}
