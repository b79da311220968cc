import type { PromoType } from '../../../loan-math/loan-costs.ts';
import type {
  LenderChargeStatus,
  LenderObserver,
  LoanStatus,
  Notice,
  PortalStatus,
} from '../lender.ts';
import { type Fields, readId } from './values.ts';

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

/** Sponsor Lending API, transaction status values. */
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

/** Sponsor Lending API, transaction_description: the codes, and what each is said to mean. */
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
