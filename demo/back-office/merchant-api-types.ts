// What the merchant API takes and answers, as far as the back office uses it. The whole of it is
// described at /v1/openapi.json of the BFF.

export type CheckoutStatus =
  | 'open'
  | 'applied'
  | 'review'
  | 'offers'
  | 'no_offers'
  | 'chosen'
  | 'accepted'
  | 'cancelled'
  | 'expired'
  | 'needs_attention';

export type ChargeStatus =
  | 'working'
  | 'pending'
  | 'approved'
  | 'settled'
  | 'rejected'
  | 'expired'
  | 'canceled'
  | 'failed'
  | 'held'
  | 'refunded'
  | 'reversed'
  | 'unresolved';

type RefundStatus = 'working' | 'pending' | 'settled' | 'failed' | 'unresolved';

/** Of the timeline. `not_made`: what was `working` or `unresolved` turned out not to exist. */
export type EventType =
  | `checkout.${CheckoutStatus}`
  | `charge.${ChargeStatus | 'not_made'}`
  | `refund.${RefundStatus | 'not_made'}`;

/** 109 initial, 111 project, 113 final charge. */
export type ChargeKind = 109 | 111 | 113;

/** Amounts are decimal text, times are ISO 8601. */
export interface Charge {
  readonly charge_id: string;
  readonly transaction_description: ChargeKind;
  readonly amount: string;
  readonly status: ChargeStatus;
  readonly requested_at: string;
  readonly expires_at: string | null;
  readonly settled_at: string | null;
  readonly fee_amount: string;
  readonly net_amount: string;
  readonly refunded_amount: string;
  readonly pending_refund_amount: string;
}

export interface CheckoutSummary {
  readonly checkout_id: string;
  readonly order_id: string | null;
  readonly amount: string | null;
  readonly status: CheckoutStatus;
  readonly sold_by: string | null;
  readonly offer_code: string | null;
  readonly created_at: string;
  /** Null where a page of the shop began it. */
  readonly expires_at: string | null;
  readonly charges: readonly Charge[];
}

export interface TimelineEvent {
  readonly version: number;
  readonly type: string;
  readonly at: string;
  readonly charge_id: string | null;
  readonly refund_id: string | null;
}

/** What can be charged, and until when; null of what the lender does not say. */
export interface Loan {
  readonly credit_limit: string | null;
  readonly available_spend: string | null;
  /** `YYYY-MM-DD` */
  readonly purchase_window_end_date: string | null;
  readonly portal_account_status: PortalStatus | null;
}

/** Of the customer's Payment Portal account, which a charge needs. */
export type PortalStatus = 'NotInvited' | 'Invited' | 'Active' | 'Locked';

export interface Checkout extends CheckoutSummary {
  /** Its link, until somebody has begun; null where it has none. */
  readonly url: string | null;
  readonly cancellation: 'working' | 'done' | 'refused' | null;
  /** While it is accepted. */
  readonly loan: Loan | null;
  readonly version: number;
  readonly timeline: readonly TimelineEvent[];
}

export interface NewCheckout {
  readonly amount: string;
  readonly order_id: string;
  readonly description: string;
  readonly locale: 'en' | 'es';
  readonly sold_by?: string;
  readonly offer_code?: string;
}

export interface Refund {
  readonly refund_id: string;
  readonly charge_id: string;
  readonly amount: string;
  readonly status: RefundStatus;
  readonly requested_at: string;
  readonly settled_at: string | null;
  readonly fee_amount: string;
  readonly net_amount: string;
}

export interface CreditLimit {
  readonly status: 'working' | 'done' | 'unresolved';
  readonly credit_limit: string | null;
}

/** What the BFF has sent by webhook, with each attempt. */
export interface SentEvent {
  readonly event_id: string;
  readonly checkout_id: string;
  readonly type: string;
  readonly created_at: string;
  readonly status: 'pending' | 'delivered' | 'failed' | 'not_sent';
  readonly deliveries: readonly {
    readonly endpoint_id: string;
    readonly status: 'pending' | 'delivered' | 'failed';
    readonly attempts: readonly {
      readonly at: string;
      readonly status: number | null;
      readonly error: string | null;
    }[];
  }[];
}

/** What could not be delivered. */
export interface FailedEvents {
  /** The newest first. */
  readonly events: readonly SentEvent[];
  readonly has_more: boolean;
  readonly endpoints: readonly {
    readonly endpoint_id: string;
    readonly url: string;
    /** Null while it takes what it is sent. */
    readonly failing_since: string | null;
  }[];
}

/** What the lender says of a charge that is `unresolved`. */
export type ChargeResolution =
  | { readonly as: 'charged'; readonly payment_request_uuid: string }
  | { readonly as: 'not_charged' };

/** The same of a refund. */
export type RefundResolution =
  | { readonly as: 'refunded'; readonly refund_request_uuid?: string }
  | { readonly as: 'not_refunded' };

export interface Settlement {
  readonly settlement_id: string;
  readonly kind: 'charge' | 'refund' | 'reversal';
  readonly order_id: string;
  readonly checkout_id: string;
  readonly gross_amount: string;
  readonly merchant_fee: string;
  readonly net_amount: string;
  readonly settled_at: string;
}

/** Those that are read in one go, the oldest first. */
export interface Settlements {
  readonly rows: readonly Settlement[];
  /** False where there are more. */
  readonly isWhole: boolean;
}

/** One of the merchant's users at the lender, as its entry lists them. */
export interface Seller {
  readonly user_id: string;
  readonly name: string;
}

export interface CountAndAmount {
  readonly count: number;
  readonly amount: string;
}

export interface Funnel {
  readonly opened: number;
  readonly applied: number;
  readonly offers: number;
  readonly none: number;
  readonly chosen: number;
  readonly accepted: number;
  readonly charged: CountAndAmount;
  readonly settled: CountAndAmount;
  readonly refunded: CountAndAmount;
}

export interface Report {
  readonly rows: readonly (Funnel & { readonly group: string | null })[];
  readonly total: Funnel;
}

/** What stands in the way of a call. */
export type Blocker =
  | 'live_charge'
  | 'unexplained_charge'
  | 'suspended'
  | 'bank_account'
  | 'nothing_available'
  | 'order_changed'
  | 'lender'
  | 'lender_records'
  | 'not_charged'
  | 'not_settled'
  | 'refund_pending'
  | 'refund_unresolved'
  | 'nothing_refundable'
  | 'no_endpoint'
  | 'not_waiting'
  | 'not_allowed'
  | 'not_enabled'
  | 'already_increased'
  | 'increase_pending'
  | 'cancelling'
  | 'soft_pull'
  | 'unsettled_charge'
  | 'spent'
  | 'ended'
  | 'not_accepted'
  | 'not_unresolved'
  | 'accepted'
  | 'taken_up'
  | 'made_by_page';

/** Those that the calls of the back office can meet. */
export type ProblemCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'not_found'
  | 'wrong_step'
  | 'charge_blocked'
  | 'refund_blocked'
  | 'portal_required'
  | 'amount_out_of_range'
  | 'consumer_unreachable'
  | 'fees_unknown'
  | 'idempotency_conflict'
  | 'rate_limited'
  | 'lender_unavailable'
  | 'not_supported';

/** RFC 9457. */
export interface Problem {
  readonly title: string;
  /** A `ProblemCode`, or one of a later version of the API. */
  readonly code: string;
  /** A `Blocker`, or one of a later version of the API. */
  readonly blocked_by?: string;
  /** `blocked_by` as an English sentence. */
  readonly detail?: string;
  /** What is wrong, by field of the call. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
