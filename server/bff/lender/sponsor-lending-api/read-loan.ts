import { isDeepStrictEqual } from 'node:util';
import type { Lender as LenderContact } from '../../../../widget/contract/lender.ts';
import type { Offer } from '../../../../widget/contract/offer.ts';
import type { ChosenOffer, EligibilityCode, LoanReading, PortalReading } from '../lender.ts';
import { readCharges } from './charge-lists.ts';
import {
  accountStatuses,
  decisions,
  type Fields,
  loanStatuses,
  type Noticing,
  notices,
  portalStatuses,
  type Reader,
  readApr,
  readCount,
  readDate,
  readFields,
  readFlag,
  readId,
  readLoanNumber,
  readLocale,
  readMoney,
  readRate,
  readRows,
  readSponsorId,
  readText,
  readTime,
  readUuid,
  wordsOf,
} from './values.ts';

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
    chosen: readChosen(fields),
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

function readChosen({ selected_offer }: Fields): ChosenOffer | null {
  const offer = readFields(selected_offer) ?? {};
  const offerUuid = readUuid(offer.offer_uuid);
  const selectedAmount = readMoney(offer.amount);
  return offerUuid === null || selectedAmount === null ? null : { offerUuid, selectedAmount };
}

/** Sponsor Lending API, transaction status and type codes. */
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
    isAccepted: readAccepted(fields, status, account),
    isClosed: account && account === 'Closed',
    isSuspended: isSuspended || (status === null && account === null ? null : false),
    creditLimit: readMoney(fields.credit_limit),
    availableSpend: readMoney(fields.available_spend),
    purchaseWindowEndDate: readDate(fields.purchase_window_end_date),
    productId: readId(readFields(fields.selected_offer)?.product_id),
  };
}

/** It may be cancelled or held back before its terms are accepted, and after: then it has an account. */
function readAccepted(
  { accepted_at }: Fields,
  status: LoanReading['status'],
  account: string | null,
): boolean | null {
  if (readText(accepted_at) !== null || status === 'Approved: Accepted') return true;
  if (accepted_at === null) return false;
  if (status === 'Suspended' && account !== null) return true;
  return status === null || status === 'Cancelled' || status === 'Suspended' ? null : false;
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
  // One list alone may have what waits for the consumer, too: there "Pending" says nothing.
  const isAlone = given.length === 1;
  const read = given.flatMap(({ list, field }) =>
    readCharges(readRows(fields[field]) ?? [], {
      list: isAlone ? 'activity' : list,
      field,
      noticing,
    }),
  );
  const records = read.map((record) => ({
    ...record,
    applicationId: record.applicationId ?? readSponsorId(fields.external_application_id),
    loanNumber: record.loanNumber ?? readLoanNumber(fields.consumer_application_human_readable_id),
  }));
  // A row that does not say its kind or its loan may be a charge that is looked for.
  const isSaid = records.every(
    ({ kind, applicationId, loanNumber }) =>
      kind !== null && (applicationId ?? loanNumber) !== null,
  );
  return { records, isWhole: isSaid && lists.every(({ field }) => isWholeList(fields[field])) };
}

/** Of a list in an envelope, only the first page is here. */
function isWholeList(value: unknown): boolean {
  return Array.isArray(value) && value.every((row) => readFields(row) !== null);
}

/** Times of one form sort as texts. */
function firstExpiry(offers: NonNullable<LoanReading['offers']>): string | null {
  return offers.flatMap(({ expires_at }) => expires_at ?? []).toSorted()[0] ?? null;
}

/** Without these an offer cannot be drawn. */
const needed = {
  offer_uuid: readUuid,
  amount: positive(readMoney),
  apr: readApr,
  monthly_payment: positive(readMoney),
  term_months: positive(readCount),
};

/** Taken where the lender says them. */
const optional = {
  product_id: readId,
  product_name: readText,
  locale: readLocale,
  product_type: readText,
  promo_type: readText,
  credit_type: readText,
  lender_name: readText,
  lender_nmls_id: readId,
  approved_amount: positive(readMoney),
  is_counter_offer: readFlag,
  interest_rate: readRate,
  number_of_payments: positive(readCount),
  final_payment: readMoney,
  amount_financed: readMoney,
  finance_charge: readMoney,
  total_of_payments: readMoney,
  origination_fee_amount: readMoney,
  first_payment_date: readDate,
  promo_months: readCount,
  promo_payoff_amount: readMoney,
  promo_disclosure: readText,
  hard_inquiry_on_accept: readFlag,
  mla_covered: readFlag,
  purchase_window_days: positive(readCount),
  expires_at: readTime,
} satisfies { [Field in keyof Offer]?: Reader<Offer[Field]> };

const neededReaders = Object.entries(needed);
const optionalReaders: [string, Reader<unknown>][] = Object.entries(optional);

/** Of these, null says that there is none. */
const nullable = new Set(['promo_payoff_amount', 'promo_disclosure']);

/** What a consumer agrees to: an offer whose condition is given and cannot be read is not drawn. */
const conditions = new Set([
  'is_counter_offer',
  'origination_fee_amount',
  'promo_type',
  'promo_months',
  'promo_payoff_amount',
  'promo_disclosure',
  'hard_inquiry_on_accept',
  'mla_covered',
]);

/** An offer's fields that are read, and those that say nothing about its price or conditions. */
export const offerFields = {
  read: [...Object.keys(needed), ...Object.keys(optional)],
  ignored: ['external_application_id', 'loan_id', 'created', 'modified'],
};

/**
 * Every field before it is read. Given one field after the other, an object becomes a hash table to
 * V8: slow to build, to read and to write as JSON.
 */
const unread = Object.fromEntries(offerFields.read.map((field) => [field, undefined]));

interface OffersReading {
  /** Those that can be drawn; null without a list. */
  readonly offers: readonly Offer[] | null;
  /** Which field keeps another from it. */
  readonly lacking: string | null;
}

/** Reads a list of offers row by row, in the lender's order. */
function readOffers(value: unknown, noticing: Noticing): OffersReading {
  if (!Array.isArray(value)) return { offers: null, lacking: null };
  const offers = new Map<string, Offer>();
  const lacking: string[] = [];
  const unclear = new Set<string>();
  for (const row of value) {
    const offer = readOffer(readFields(row) ?? {});
    if (typeof offer === 'string') {
      lacking.push(offer);
      continue;
    }
    const same = offers.get(offer.offer_uuid);
    // Of two that differ under one id, nobody can say which one would be selected.
    if (same !== undefined && !isDeepStrictEqual(same, offer)) unclear.add(offer.offer_uuid);
    offers.set(offer.offer_uuid, offer);
  }
  for (const id of unclear) {
    offers.delete(id);
    lacking.push('offer_uuid');
  }
  for (const field of lacking) noticing('bad_row', field);
  return { offers: [...offers.values()], lacking: lacking[0] ?? null };
}

/** The offer, or the first field that keeps it from being drawn. */
function readOffer(fields: Fields): Offer | string {
  const drawn: Record<string, unknown> = { ...unread };
  let isWhole = true;
  for (const [field, read] of neededReaders) {
    const value = read(fields[field]);
    if (value === null) return field;
    drawn[field] = value;
  }
  for (const [field, read] of optionalReaders) {
    const given = fields[field];
    const value = read(given);
    const isGiven = given !== undefined && given !== null && given !== '';
    if (value === null && isGiven && conditions.has(field)) return field;
    if (value !== null || (given === null && nullable.has(field))) drawn[field] = value;
    else isWhole = false;
  }
  return asOffer(isWhole ? drawn : withoutUnread(drawn));
}

function withoutUnread(drawn: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
}

/** Every needed field has been read, and of the others those that could be. */
function asOffer(drawn: Record<string, unknown>): Offer {
  return drawn as Offer;
}

/** Nothing is owed, lent or paid over no time at all. */
function positive<Value extends string | number>(read: Reader<Value>): Reader<Value> {
  return (value) => {
    const given = read(value);
    return given !== null && Number(given) > 0 ? given : null;
  };
}
