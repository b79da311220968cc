import { type Locale, locales } from '../../../../widget/contract/values.ts';
import type { PromoType } from '../../../loan-math/loan-costs.ts';
import { type Cents, formatCents, parseCents } from '../../../platform/money.ts';
import type {
  LenderChargeStatus,
  LenderObserver,
  LoanStatus,
  Notice,
  PortalStatus,
} from '../lender.ts';

/**
 * Reads one value of a lender's answer each: what it says in the BFF's form, or null for what is
 * absent or says nothing that can be relied on.
 */
export type Reader<Value> = (value: unknown) => Value | null;

/** The members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

const maxTextLength = 5_000;
const maxIdLength = 200;
const controlCharacter = /\p{Cc}/u;

/** What most lenders write is in the BFF's form already: none of it has to be taken apart. */
const plainMoney = /^(?:0|[1-9]\d{0,8})\.\d{2}$/;
const plainPercent = /^(?:0|[1-9]\d?)\.\d{2}$/;
/** Of the days that every month has. */
const plainDate = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;
const plainTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

function isPlain(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}

export function readFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** Text of any kind; a blank one says nothing. */
export function readText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxTextLength) return null;
  return value.trim() || null;
}

/** An id, which may come as a number. */
export function readId(value: unknown): string | null {
  const text = readText(textOf(value));
  return text !== null && text.length <= maxIdLength && !controlCharacter.test(text) ? text : null;
}

/** Ten digits (Sponsor Lending API, identifiers), which may come as a number. */
export function readLoanNumber(value: unknown): string | null {
  const text = textOf(value)?.replace(/\.0+$/, '') ?? '';
  return /^\d{10}$/.test(text) ? text : null;
}

/** @example readUuid('6FA459EA-EE8A-11D2-90D4-00C04FD430C8') => '6fa459ea-ee8a-11d2-90d4-00c04fd430c8' */
export function readUuid(value: unknown): string | null {
  const text = readText(value)?.toLowerCase() ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null;
}

/** An id that the sponsor has given, as ours are: a lender may write its letters in capitals. */
export function readSponsorId(value: unknown): string | null {
  return readUuid(value) ?? readId(value);
}

/** A language that this flow speaks: `en`, `en-US`, `ES`. */
export function readLocale(value: unknown): Locale | null {
  const language = readText(value)?.toLowerCase().split(/[-_]/)[0];
  return locales.find((known) => known === language) ?? null;
}

export function readFlag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A whole number from 0 on, which may come as text. */
export function readCount(value: unknown): number | null {
  const text = textOf(value);
  return text !== null && /^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : null;
}

/**
 * @example
 * readMoney(8400) => '8400.00'
 * readMoney('8,400.00') => null
 */
export function readMoney(value: unknown): string | null {
  if (isPlain(value, plainMoney)) return value;
  const cents = readCents(value);
  return cents === null || cents < 0 ? null : formatCents(cents);
}

/** An amount of either sign. */
export function readCents(value: unknown): Cents | null {
  const decimal = readDecimal(value);
  if (decimal === null || decimal.whole.length > 9 || decimal.fraction.length > 2) return null;
  const cents = parseCents(`${decimal.whole}.${decimal.fraction.padEnd(2, '0')}`);
  return decimal.isNegative && cents !== 0 ? -cents : cents;
}

/** A percentage with two decimals. A lender that gives more digits has not rounded, nor do we. */
export function readApr(value: unknown): string | null {
  return readPercent(value, 2);
}

/** A percentage with two decimals, or three. */
export function readRate(value: unknown): string | null {
  return readPercent(value, 3);
}

function readPercent(value: unknown, mostDecimals: number): string | null {
  if (isPlain(value, plainPercent)) return value;
  const decimal = readDecimal(value);
  if (decimal === null || decimal.isNegative || decimal.whole.length > 2) return null;
  if (decimal.fraction.length > mostDecimals) return null;
  return `${decimal.whole}.${decimal.fraction.padEnd(2, '0')}`;
}

/** Without zeros that say nothing. */
interface Decimal {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

function readDecimal(value: unknown): Decimal | null {
  const [, sign, digits, decimals = ''] =
    /^(-?)(\d{1,15})(?:\.(\d{1,15}))?$/.exec(textOf(value) ?? '') ?? [];
  if (digits === undefined) return null;
  return {
    isNegative: sign === '-',
    whole: digits.replace(/^0+(?=\d)/, ''),
    fraction: decimals.replace(/0+$/, ''),
  };
}

/** @example readTime('2026-03-01T17:04:05.250+02:00') => '2026-03-01T15:04:05Z' */
export function readTime(value: unknown): string | null {
  if (isPlain(value, plainTime)) return value;
  const time = readInstant(value);
  return time === null ? null : `${new Date(time).toISOString().slice(0, 19)}Z`;
}

const instant =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})$/i;

/** A time in epoch milliseconds, its fraction dropped. One without an offset could be any. */
export function readInstant(value: unknown): number | null {
  const [, date, time, offset] = instant.exec(readText(value) ?? '') ?? [];
  if (readDate(date) === null) return null;
  const zone = offset?.toUpperCase().replace(/^(.\d\d)(\d\d)$/, '$1:$2');
  const at = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(at) ? null : at;
}

/** A date that the calendar has, `YYYY-MM-DD`. */
export function readDate(value: unknown): string | null {
  if (isPlain(value, plainDate)) return value;
  const text = readText(value) ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const midnight = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
  return exists ? text : null;
}

/** A list, also where it stands in an envelope. */
export function readRows(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const results = readFields(value)?.results;
  return Array.isArray(results) ? results : null;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : null;
}

type Oddity = Parameters<LenderObserver['noticed']>[0];

/** Tells of what was left out of one call's answer. */
export type Noticing = (kind: Oddity['kind'], field: string) => void;

/** What the words of a status mean here; null: known, and no news. */
export type Words<Meaning> = Readonly<Record<string, Meaning | null>>;

/**
 * Reads what the word in a field means, whatever its case and spaces: `Approved:Accepted` is
 * `approved: accepted`. One that is not known is noticed and means nothing.
 */
export function wordsOf(
  fields: Fields,
  noticing: Noticing,
): <Meaning>(field: string, words: Words<Meaning>) => Meaning | null {
  return (field, words) => {
    const word = readId(fields[field])
      ?.toLowerCase()
      .replaceAll(/[\s_-]/g, '');
    if (word === undefined) return null;
    if (Object.hasOwn(words, word)) return words[word] ?? null;
    noticing('unknown_word', field);
    return null;
  };
}

export const decisions: Words<'offers' | 'no_offers'> = {
  offers: 'offers',
  nooffers: 'no_offers',
};

export const loanStatuses: Words<LoanStatus> = {
  invited: 'Invited',
  started: 'Started',
  'pending:verification': 'Pending: Verification',
  'approved:offersavailable': 'Approved: Offers Available',
  'approved:offerselected': 'Approved: Offer Selected',
  'approved:accepted': 'Approved: Accepted',
  suspended: 'Suspended',
  declined: 'Declined',
  cancelled: 'Cancelled',
  canceled: 'Cancelled',
  expired: 'Expired',
};

export const accountStatuses: Words<'Active' | 'Suspended' | 'Closed'> = {
  active: 'Active',
  suspended: 'Suspended',
  closed: 'Closed',
};

export const portalStatuses: Words<PortalStatus> = {
  notinvited: 'NotInvited',
  invited: 'Invited',
  active: 'Active',
  locked: 'Locked',
};

export const notices: Words<Notice> = { none: 'none', queued: 'queued', sent: 'sent' };

export const requestStatuses: Words<LenderChargeStatus> = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  declined: 'rejected',
  denied: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
  cancelled: 'canceled',
};

/** Sponsor Lending API, transaction status and type codes. */
export const transactionStatuses: Words<LenderChargeStatus> = {
  pending: 'approved',
  submitted: 'approved',
  successful: 'approved',
  transferred: 'settled',
  failed: 'failed',
  reversed: 'reversed',
  excluded: 'held',
};

/** There `Pending` is the request's or its transaction's. */
export const activityStatuses: Words<LenderChargeStatus> = {
  ...requestStatuses,
  ...transactionStatuses,
  pending: null,
};

/** Sponsor Lending API, transaction status and type codes, and what each is said to mean. */
export const chargeKinds: Words<number> = {
  109: 109,
  111: 111,
  113: 113,
  115: 115,
  'consumerdeposit/initialcharge': 109,
  consumerprojectcharge: 111,
  consumerfinalcharge: 113,
  consumerrefundcredit: 115,
};

/** The legs of a transaction; those of a refund take back what those of its charge gave. */
export const legs: Words<'total' | 'fee' | 'platform' | 'sponsor'> = {
  consumerchargecredit: 'total',
  consumerrefunddebit: 'total',
  merchantfeedebit: 'fee',
  merchantfeecredit: 'fee',
  servicefeedebit: 'platform',
  servicefeecredit: 'platform',
  sponsorfeecredit: 'sponsor',
  sponsorfeedebit: 'sponsor',
};

export const promoTypes: Words<PromoType> = {
  none: 'none',
  zerointerest: 'zero_interest',
  deferrednopayments: 'deferred_no_payments',
  deferredwithpayments: 'deferred_with_payments',
};

export const smsResults: Words<'sent' | 'skipped_opted_out' | 'failed'> = {
  sent: 'sent',
  skippedoptedout: 'skipped_opted_out',
  failed: 'failed',
};

export const emailResults: Words<'sent' | 'none'> = { sent: 'sent', none: 'none' };
