import { isDeepStrictEqual } from 'node:util';
import type { Offer } from '../../../../widget/contract/offer.ts';
import {
  type Fields,
  type Reader,
  readApr,
  readCount,
  readDate,
  readFields,
  readFlag,
  readId,
  readMoney,
  readRate,
  readText,
  readTime,
  readUuid,
} from './values.ts';
import type { Noticing } from './words.ts';

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
  'promo_type',
  'promo_months',
  'promo_payoff_amount',
  'promo_disclosure',
  'hard_inquiry_on_accept',
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

export interface OffersReading {
  /** Those that can be drawn; null without a list. */
  readonly offers: readonly Offer[] | null;
  /** Which field keeps another from it. */
  readonly lacking: string | null;
}

/** Reads a list of offers row by row, in the lender's order. */
export function readOffers(value: unknown, noticing: Noticing): OffersReading {
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
