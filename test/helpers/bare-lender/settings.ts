import type { LoanState } from './books.ts';

export type Role = 'Admin' | 'Salesmanager' | 'Salesrep';

/** What a callback tells of. */
export interface CallbackEvent {
  readonly loanId: string;
  readonly applicationId: string;
  /** Of the application or of the charge, in the lender's words. */
  readonly status: string;
  readonly paymentRequestUuid: string | null;
}

/** How the lender answers; a test may change any of it at any time. */
export interface Settings {
  /** Merchant users by their `request_user_id`. */
  users: Readonly<Record<string, Role>>;
  /** Loans are found by the sponsor's ids, or by ids of the lender's that the soft pull's answer says. */
  loanIds: 'sponsors' | 'own';
  /** A loan's answer: its status, `{}`, or 404 for every loan. */
  loanAnswer: 'status' | 'nothing' | 'not_found';
  /** A loan's answer has the transaction eligibility object. */
  saysEligibility: boolean;
  /** A loan's answer lists the offers that stand, as the soft pull's did. */
  loanListsOffers: boolean;
  /** The answers of soft pull and loan have `consumer_application_human_readable_id`. */
  saysLoanNumber: boolean;
  /** `application_status` in each state; null leaves the field out. */
  words: Record<LoanState, string | null>;
  /** Refuses a select that has a body, with this status. */
  refusesSelectBody: 400 | 422 | null;
  /** Where the next page of a list is said to be. */
  nextPage: 'here' | 'elsewhere';
  maxPageSize: number;
  /** `held`: the test posts them. */
  callbacks: 'json' | 'form' | 'none' | 'held';
  /** The fields of a callback, whose names the description leaves open. */
  callbackFields(event: CallbackEvent): Readonly<Record<string, string>>;
  /** Charges can be approved for the consumer: disabled by default, as at every lender. */
  approvesOnBehalf: boolean;
  /** Its products, or null where there is none. */
  rateSheet: readonly unknown[] | null;
}

/** The states that the description does not name go on saying "offers" until the terms are accepted. */
export function defaultSettings(): Settings {
  return {
    users: {
      'hillside-rep-1': 'Salesrep',
      'hillside-rep-2': 'Salesrep',
      'hillside-admin': 'Admin',
    },
    loanIds: 'sponsors',
    loanAnswer: 'status',
    saysEligibility: false,
    loanListsOffers: false,
    saysLoanNumber: false,
    words: {
      deciding: 'Started',
      review: 'Pending: Verification',
      offers: 'Approved: Offers Available',
      selected: 'Approved: Offers Available',
      accepted: 'Approved: Accepted',
      suspended: 'Suspended',
      declined: 'Declined',
      cancelled: 'Canceled',
      expired: 'Expired',
    },
    refusesSelectBody: null,
    nextPage: 'here',
    maxPageSize: 100,
    callbacks: 'json',
    callbackFields: ({ loanId, status, paymentRequestUuid }) => ({
      loan_id: loanId,
      status,
      ...(paymentRequestUuid !== null && { payment_request_uuid: paymentRequestUuid }),
    }),
    approvesOnBehalf: false,
    rateSheet: null,
  };
}
