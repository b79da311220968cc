import type { Lender as LenderContact } from '../../../../widget/contract/lender.ts';
import type { EligibilityCode, LoanReading, PortalReading } from '../lender.ts';
import { readCharges } from './read-charges.ts';
import { readOffers } from './read-offers.ts';
import {
  type Fields,
  readCount,
  readDate,
  readFields,
  readId,
  readSponsorId,
  readLoanNumber,
  readMoney,
  readRows,
  readText,
  readTime,
} from './values.ts';
import {
  accountStatuses,
  decisions,
  loanStatuses,
  notices,
  portalStatuses,
  wordsOf,
  type Noticing,
} from './words.ts';

/** The answer of a soft pull and the record of a loan name the same things in the same way. */
export function readLoan(fields: Fields, noticing: Noticing): LoanReading {
  const word = wordsOf(fields, noticing);
  const decision = word('decision', decisions);
  const { offers, lacking } = readOffers(fields.offers, noticing);
  const hasNone = offers === null || (offers.length === 0 && lacking === null);
  return {
    applicationId: readSponsorId(fields.external_application_id),
    loanId: readSponsorId(fields.loan_id),
    loanNumber: readLoanNumber(fields.consumer_application_human_readable_id),
    decision,
    requestedAmount: readMoney(fields.requested_amount),
    offers,
    lacking: decision === 'offers' && hasNone ? 'offers' : lacking,
    offersExpireAt: readTime(fields.offers_expire_at) ?? firstExpiry(offers ?? []),
    decidedAt: readTime(fields.decided_at),
    lender: readContact(fields.lender),
    notice: word('adverse_action_notice', notices),
    endedInReview: readEndedInReview(fields, noticing),
    ...readAccount(fields, noticing),
    ...readPortal(fields, noticing),
    charges: readOwnCharges(fields, noticing),
  };
}

export function readPortal(fields: Fields, noticing: Noticing): PortalReading {
  return {
    portalStatus: wordsOf(fields, noticing)('portal_account_status', portalStatuses),
    eligibility: readEligibility(fields),
  };
}

/** Sponsor Lending API, transaction eligibility object. */
function readEligibility({ transaction_status_code }: Fields): EligibilityCode | null {
  const code = readCount(transaction_status_code);
  return code === 0 || code === 1 || code === 2 ? code : null;
}

type Account = Pick<
  LoanReading,
  | 'status'
  | 'isAccepted'
  | 'isClosed'
  | 'isSuspended'
  | 'creditLimit'
  | 'availableSpend'
  | 'purchaseWindowEndDate'
  | 'productId'
>;

function readAccount(fields: Fields, noticing: Noticing): Account {
  const word = wordsOf(fields, noticing);
  const status = word('application_status', loanStatuses);
  const account = word('account_status', accountStatuses);
  const isSuspended = status === 'Suspended' || account === 'Suspended';
  return {
    status,
    isAccepted: readAccepted(fields, status),
    isClosed: account && account === 'Closed',
    isSuspended: isSuspended || (status === null && account === null ? null : false),
    creditLimit: readMoney(fields.credit_limit),
    availableSpend: readMoney(fields.available_spend),
    purchaseWindowEndDate: readDate(fields.purchase_window_end_date),
    productId: readId(readFields(fields.selected_offer)?.product_id),
  };
}

/** An account may be cancelled before its terms are accepted, and after. */
function readAccepted({ accepted_at }: Fields, status: LoanReading['status']): boolean | null {
  if (readText(accepted_at) !== null) return true;
  if (status === 'Approved: Accepted' || status === 'Suspended') return true;
  if (accepted_at === null) return false;
  return status === null || status === 'Cancelled' ? null : false;
}

function readEndedInReview({ status_history }: Fields, noticing: Noticing): boolean | null {
  const history = readRows(status_history);
  if (history === null) return null;
  const before = readFields(history.at(-2));
  if (before === null) return false;
  return wordsOf(before, noticing)('status', loanStatuses) === 'Pending: Verification';
}

/** Whom a consumer may ask, when all of it is there. */
function readContact(value: unknown): LenderContact | null {
  const fields = readFields(value) ?? {};
  const name = readText(fields.name);
  const nmls_id = readId(fields.nmls_id);
  const phone = readText(fields.phone);
  const address = readText(fields.address);
  if (name === null || nmls_id === null || phone === null || address === null) return null;
  return { name, nmls_id, phone, address };
}

/** The loan's own lists; their rows are of this loan, whether they say so or not. */
function readOwnCharges(fields: Fields, noticing: Noticing): LoanReading['charges'] {
  const lists = [
    { list: 'transactions', field: 'transactions' },
    { list: 'pending', field: 'pending_payment_requests' },
  ] as const;
  const given = lists.filter(({ field }) => readRows(fields[field]) !== null);
  if (given.length === 0) return null;
  const records = given.flatMap(({ list, field }) =>
    readCharges(readRows(fields[field]) ?? [], { list, field, noticing }),
  );
  return records.map((record) => ({
    ...record,
    applicationId: record.applicationId ?? readSponsorId(fields.external_application_id),
    loanNumber: record.loanNumber ?? readLoanNumber(fields.consumer_application_human_readable_id),
  }));
}

/** Times of one form sort as texts. */
function firstExpiry(offers: NonNullable<LoanReading['offers']>): string | null {
  return offers.flatMap(({ expires_at }) => expires_at ?? []).toSorted()[0] ?? null;
}
