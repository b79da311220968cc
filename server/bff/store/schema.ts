import type { Screen } from '../../../widget/contract/step.ts';
import type { DueWorkSchema } from '../../platform/due-work/due-work.ts';
import type { Rights } from '../domain/admission.ts';
import type { Charge, ChargeState } from '../domain/charge.ts';
import type { CheckoutProblem, SoftPullState } from '../domain/checkout.ts';
import type { FunnelSums } from '../domain/funnel.ts';
import type { RefundState } from '../domain/refund.ts';
import type {
  CheckoutStatus,
  DeliveryStatus,
  EventStatus,
  SettlementKind,
} from '../merchant-api/statuses.ts';
import type { WebhookType } from '../merchant-api/webhook-types.ts';

/**
 * Rows of the BFF, without personal data. `_cents` are integer cents, `_at` epoch milliseconds on
 * the BFF's clock; flags are 0 or 1; what is JSON says so.
 */
export interface BffSchema extends DueWorkSchema {
  checkouts: CheckoutTable;
  sessions: SessionTable;
  order_tokens: OrderTokenTable;
  charges: ChargeTable;
  refunds: RefundTable;
  settlements: SettlementTable;
  daily_sums: DailySumsTable;
  inbox: InboxTable;
  merchant_keys: IdempotencyKeyTable;
  person_pulls: PersonPullTable;
  lender_loans: LenderLoansTable;
  shown_offers: ShownOfferTable;
  webhook_events: WebhookEventTable;
  webhook_deliveries: WebhookDeliveryTable;
  webhook_endpoints: WebhookEndpointTable;
  merchants_seen: MerchantsSeenTable;
  order_openings: OrderOpeningTable;
}

/** An order's checkout was opened in another browser by a token that vouched for its buyer. */
export interface OrderOpeningTable {
  checkout_id: string;
  jti: string;
  /** Of the page that brought the token. */
  origin: string;
  opened_at: number;
}

/** Every merchant that was listed, for the checkouts that it leaves behind when it is gone. */
export interface MerchantsSeenTable {
  publishable_key: string;
  /** JSON of `FormerMerchant` in merchants.ts: no keys and no secrets. */
  entry: string;
}

export interface CheckoutTable {
  id: string;
  /** The merchant's publishable key. */
  merchant: string;
  made_by: 'page' | 'server';
  /** '' while no page has opened what the merchant's server made. */
  origin: string;
  is_framed: number;
  /** '' for the BFF's own page. */
  return_url: string;
  locale: 'en' | 'es';
  generation: number;
  /** Where the first input came from, if the merchant's server made it. */
  taken_up_by: 'link' | 'client_token' | null;
  /** Of the link and the `client_token` that the merchant's server was given last. */
  issued_generation: number;
  /** Of the merchant's users at the lender. */
  sold_by: string | null;
  /** The user under whom the application was made. */
  requested_by: string | null;
  offer_code: string | null;
  refused_offer_code: string | null;
  expires_at: number | null;
  /** JSON array of the checkouts of the same order whose applications the page left before this one. */
  left_applications: string | null;
  amount_cents: number | null;
  order_id: string | null;
  order_amount_cents: number | null;
  order_description: string | null;
  /** Seconds since the epoch, as a JWT's `iat`. */
  order_issued_at: number | null;
  /**
   * The write-ahead intent of the one soft pull, whose external_application_id and loan_id are the
   * checkout's id. Without it the other columns of the soft pull are null.
   */
  soft_pull_state: SoftPullState | null;
  soft_pull_fingerprint: string | null;
  soft_pull_started_at: number | null;
  soft_pull_deadline_at: number | null;
  /** JSON array of offer ids, in the order in which they were shown. */
  offers_shown: string | null;
  /** The widget that was served when the application was sent. */
  widget_version: string | null;
  /** JSON: which version of each regulated text was on the form, which was in force when offers came. */
  texts_shown: string | null;
  /** JSON: whom the merchant's entry named as the lender then. */
  asked_lender: string | null;
  /** JSON: by which names the lender has an application that it has not decided yet. */
  taken_as: string | null;
  /** The earlier application that the lender answered with; null while it is the checkout's own. */
  earlier_application_id: string | null;
  /** JSON of store/loan-column.ts: the lender's last word. */
  loan: string | null;
  /** JSON of domain/checkout.ts. */
  selection: string | null;
  /** JSON of `ReturnCode` in domain/checkout.ts: digests. */
  return_codes: string | null;
  is_looking_again: number;
  problem: CheckoutProblem | null;
  bank_missing_since: number | null;
  portal_missing_since: number | null;
  portal_invited_at: number | null;
  /** JSON of domain/cancellation.ts. */
  cancellation: string | null;
  /** JSON of `LimitIncrease` in domain/checkout.ts. */
  limit_increase: string | null;
  ended_by: 'idle' | 'superseded' | null;
  screen: Screen;
  /** As its merchant's server reads it. */
  status: CheckoutStatus;
  /** JSON of domain/timeline.ts. */
  timeline: string | null;
  /** Version of the event that told the merchant's server how a charge ended. */
  told_version: number | null;
  version: number;
  step_number: number;
  created_at: number;
  touched_at: number;
  opened_at: number;
  ended_at: number | null;
  /** When its reconcile is due. */
  look_at: number | null;
}

export interface SessionTable {
  token_digest: string;
  checkout_id: string;
  rights: Rights;
  created_at: number;
  /** 0 once it had to make room for a newer one. */
  used_at: number;
}

/** Which checkout an order token was brought to. */
export interface OrderTokenTable {
  merchant: string;
  jti: string;
  checkout_id: string;
  /** Null for a token that was brought before this was kept. */
  order_id: string | null;
  /** Its `iat`, seconds since the epoch. */
  issued_at: number | null;
  /** Null as `issued_at` is. */
  amount_cents: number | null;
  expires_at: number;
}

/** The write-ahead intent of a charge request and what became of it. */
export interface ChargeTable {
  id: string;
  checkout_id: string;
  /** Order within the checkout. */
  position: number;
  merchant: string;
  order_id: string;
  transaction_description: Charge['kind'];
  state: ChargeState;
  consumer_charge_amount_cents: number;
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
  payment_identifier: string;
  payment_request_uuid: string | null;
  /** JSON of domain/charge.ts. */
  request: string | null;
  /** JSON of domain/charge.ts: evidence. */
  authorization: string | null;
  settled_at: number | null;
  started_at: number;
  deadline_at: number;
}

/** The write-ahead intent of a refund and what became of it. */
export interface RefundTable {
  id: string;
  checkout_id: string;
  charge_id: string;
  merchant: string;
  state: RefundState;
  consumer_charge_amount_cents: number;
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
  payment_identifier: string;
  /** The lender's id of it, where it says one. */
  refund_uuid: string | null;
  settled_at: number | null;
  started_at: number;
  deadline_at: number;
}

/** Money that has moved, as domain/settlement.ts; what went back is negative. */
export interface SettlementTable {
  id: string;
  merchant: string;
  kind: SettlementKind;
  checkout_id: string;
  charge_id: string;
  refund_id: string | null;
  order_id: string;
  amount_cents: number;
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
  seen_at: number;
}

/** How many of a merchant's checkouts came how far on a day of New York. */
export interface DailySumsTable extends FunnelSums {
  merchant: string;
  /** `YYYY-MM-DD` */
  day: string;
  /** '' without one. */
  offer_code: string;
  /** '' without one. */
  sold_by: string;
  /** The sums of a day are those of all its parts together. */
  part: number;
}

/** `merchant_keys`: which checkout, charge, refund or event an `Idempotency-Key` of a merchant's server was for. */
export interface IdempotencyKeyTable {
  /** The merchant's publishable key. */
  merchant: string;
  /** What it was sent for, and of what, such as `charge` and the id of its checkout. */
  operation: string;
  /** Keyed digests: what a merchant writes into its keys and bodies is kept nowhere. */
  key_digest: string;
  fingerprint: string;
  /** '' for none. */
  checkout_id: string;
  /** Id of the charge or the refund; '' once another key has taken that up. */
  charge_id: string | null;
  /** JSON: what it was answered, where that cannot be read again. */
  answer: string | null;
  /** When a key without a checkout is deleted (epoch milliseconds). */
  forget_at: number | null;
}

/** Whose soft pulls count towards the day's limit, for a day. */
export interface PersonPullTable {
  /** Keyed, so that who it is cannot be found by trying numbers. */
  person_digest: string;
  /** From 1. */
  slot: number;
  checkout_id: string;
  started_at: number;
}

/** Which lender has answered for a loan under an id of ours: from then on, its 404 says something. */
export interface LenderLoansTable {
  base_url: string;
  found_at: number;
}

/** Which checkout an offer was shown to first, of a lender whose answers name no application. */
export interface ShownOfferTable {
  /** The merchant's publishable key. */
  merchant: string;
  offer_uuid: string;
  checkout_id: string;
}

/** What a merchant's server is told. */
export interface WebhookEventTable {
  id: string;
  /** The merchant's publishable key. */
  merchant: string;
  checkout_id: string;
  /** Of the checkout. */
  version: number;
  type: WebhookType;
  /** The body as it is sent. */
  payload: string;
  /** By its deliveries. */
  status: EventStatus;
  created_at: number;
}

/** Where an event is sent to, and what became of it there. */
export interface WebhookDeliveryTable {
  event_id: string;
  endpoint_id: string;
  /** The merchant's publishable key. */
  merchant: string;
  checkout_id: string;
  version: number;
  status: DeliveryStatus;
  /** Failed ones since it was queued. */
  tries: number;
  queued_at: number;
  next_attempt_at: number | null;
  /** JSON of domain/webhook-delivery.ts. */
  attempts: string;
  created_at: number;
}

/** Endpoints that were sent to. */
export interface WebhookEndpointTable {
  /** The merchant's publishable key. */
  merchant: string;
  endpoint_id: string;
  /** Since when it has taken nothing; null while it takes what it is sent. */
  failing_since: number | null;
}

/** Callbacks as they came: ids only, since a callback is a hint. */
export interface InboxTable {
  /** The lender's, or one of ours where it sends none. */
  event_id: string;
  event_type: string;
  /** JSON: the UUIDs that the body held. Null for what came before this was kept. */
  ids: string | null;
  external_application_id: string | null;
  payment_request_uuid: string | null;
  received_at: number;
  processed_at: number | null;
}
