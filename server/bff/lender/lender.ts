import type { Lender as LenderContact } from '../../../widget/contract/lender.ts';
import type { Offer } from '../../../widget/contract/offer.ts';
import type { StepOf } from '../../../widget/contract/step.ts';
import type { FeePercents, FeeSplit } from '../../loan-math/fee-split.ts';
import type { CreditTerms } from '../../loan-math/loan-costs.ts';
import type { Cents } from '../../platform/money.ts';
import type { HttpClient, HttpRequest } from '../../platform/outbound/http-client.ts';
import type { LenderError } from './lender-error.ts';

/**
 * What the BFF needs of a lender. Every method throws a LenderError. What an answer does not say is
 * null; money is `8400.00`, times are RFC 3339 in UTC, UUIDs are lower case, however they came.
 */
export interface Lender extends LenderCapabilities {
  /** Once for a checkout, under ids of ours. */
  softPull(call: SoftPullCall): Promise<LoanReading>;
  /** May be repeated: a repeat renews a dead link, unless it is refused. */
  select(call: SelectCall): Promise<SelectionReading>;
  /**
   * Refused with 404 where there is no such loan: the person may then apply again. Of one that may only
   * not be shown yet it is unknown.
   */
  loan(name: LoanName): Promise<LoanReading>;
  /** Sends the consumer an e-mail. */
  invitePortal(name: LoanName): Promise<PortalReading>;
  /** Never repeated, unless it is known that nothing happened. */
  createCharge(call: ChargeCall): Promise<ChargeAnswer>;
  /**
   * What the lender's lists have of charges asked for in a time, each list read to its end. One that is
   * refused, or fails, leaves the others; it throws where none could be read.
   */
  charges(query: ChargeQuery): Promise<ChargeList>;
  /** As `charges`, but only those at the payment processor: one list for many loans. */
  transactions(query: ChargeQuery): Promise<ChargeList>;
  /** The fields of an offer that are read, and those that are known but not needed. */
  readonly offerFields: { readonly read: readonly string[]; readonly ignored: readonly string[] };
  /**
   * A GET by which it is tried whether the lender answers again: it needs the sponsor's login, changes
   * nothing and names no consumer. A lender that is well answers it with JSON, or with a 4xx other than
   * 401 and 429: after anything else nothing is sent.
   */
  readonly probe: Pick<HttpRequest, 'url' | 'headers'>;
}

/** What a lender may be able to do, and the BFF does without. One that lacks it lacks its method. */
export interface LenderCapabilities {
  /** The merchant's products; the user is an Admin. */
  rateSheet?(adminUserId: string): Promise<readonly RateSheetProduct[]>;
  /** What is left to refund of a loan's charges. */
  refundable?(query: RefundableQuery): Promise<RefundableList>;
  /** Never repeated, unless it is known that nothing happened. */
  refund?(call: RefundCall): Promise<RefundAnswer>;
  /** Of an account on which nothing is spent. */
  cancelAccount?(call: AccountCall): Promise<void>;
  /** Once an account. */
  increaseCreditLine?(call: AccountCall & { cents: Cents }): Promise<void>;
  /** For the consumer, where the lender has enabled it for the sponsor. */
  approveOnBehalf?(call: ApprovalCall): Promise<ApprovalAnswer>;
  /** Of one charge, which is asked for where the lists do not show it. */
  settlement?(query: SettlementQuery): Promise<SettlementReading>;
}

/** What `LENDER_ADAPTER` exports by default. */
export type CreateLender = (options: LenderOptions) => Lender;

export interface LenderOptions {
  http: HttpClient;
  /** `{base_url}`, without a slash at the end. */
  baseUrl: string;
  username: string;
  password: string;
  /** How long a soft pull may take in all. */
  softPullMs: number;
  /** The merchant user whose rate sheet a probe may ask for. */
  probeUserId: string;
  observer: LenderObserver;
}

/** Is told what the lender's answers were like: names of operations and fields, never a value. */
export interface LenderObserver {
  /** How a call ended. */
  called(call: { operation: string; outcome: string; durationMs: number }): void;
  /** Something was left out of what the lender said. It stops nothing. */
  noticed(oddity: { operation: string; field: string; kind: OddityKind }): void;
  /** The body of a 2xx, as it came. */
  answered?(answer: { operation: string; body: unknown }): void;
}

/**
 * `bad_row`: a row of a list, `unknown_word`: a word that is not known, `long_list`: what comes after the
 * most rows that are read of a list.
 */
export type OddityKind = 'bad_row' | 'unknown_word' | 'long_list';

/** Initial, project and final charge (Sponsor Lending API, transaction status and type codes). */
export type ChargeKind = 109 | 111 | 113;

/** Where a loan is found. */
export interface LoanName {
  /** A merchant user who may see it. */
  requestUserId: string;
  loanId: string;
}

export type LoanStatus =
  | 'Invited'
  | 'Started'
  | 'Pending: Verification'
  | 'Approved: Offers Available'
  | 'Approved: Offer Selected'
  | 'Approved: Accepted'
  | 'Suspended'
  | 'Declined'
  | 'Cancelled'
  | 'Expired';

/** 0 allowed, 1 blocked, 2 a Payment Portal account is required. */
export type EligibilityCode = 0 | 1 | 2;
export type PortalStatus = 'NotInvited' | 'Invited' | 'Active' | 'Locked';
export type Notice = 'none' | 'queued' | 'sent';

export interface ChosenOffer {
  readonly offerUuid: string;
  readonly selectedAmount: string;
}

/** What a soft pull's answer, or a read of its loan, says of an application. */
export interface LoanReading {
  readonly applicationId: string | null;
  readonly loanId: string | null;
  readonly loanNumber: string | null;
  /** Null for a word that is not known, too. */
  readonly status: LoanStatus | null;
  readonly decision: 'offers' | 'no_offers' | null;
  readonly requestedAmount: string | null;
  /** Those that can be drawn: with an amount, an APR, a payment and a term; null without a list. */
  readonly offers: readonly Offer[] | null;
  /** Which field keeps an offer of the list from being drawn; null when all can be. */
  readonly lacking: string | null;
  /** When the first of them does, where only they say it. */
  readonly offersExpireAt: string | null;
  readonly decidedAt: string | null;
  readonly lender: LenderContact | null;
  readonly notice: Notice | null;
  /** The state before this one was a review. */
  readonly endedInReview: boolean | null;
  /** The terms were accepted. */
  readonly isAccepted: boolean | null;
  readonly isClosed: boolean | null;
  readonly isSuspended: boolean | null;
  readonly creditLimit: string | null;
  readonly availableSpend: string | null;
  readonly purchaseWindowEndDate: string | null;
  readonly portalStatus: PortalStatus | null;
  readonly eligibility: EligibilityCode | null;
  readonly productId: string | null;
  /** What the consumer chose, in whichever checkout. */
  readonly chosen: ChosenOffer | null;
  /**
   * Where the loan lists its own: they add to the lender's lists and replace none. Whole, if it gives all
   * that wait and all that were approved. Null without.
   */
  readonly charges: ChargeList | null;
}

/** A call whose intent is written. */
interface IntendedCall {
  /** Milliseconds that it may take in all; absent: the usual. An adapter hands it to the client. */
  totalMs?: number | undefined;
}

export interface SoftPullCall extends IntendedCall {
  requestUserId: string;
  /** Of the application and of the loan: ours. */
  id: string;
  /** The applicant's answers and consents, by the API's names. */
  applicant: Readonly<Record<string, string | number | boolean | undefined>>;
  requestedAmount: string;
  /** Narrows the products of the merchant. */
  offerCode: string | undefined;
  locale: 'en' | 'es';
  consentIpAddress: string;
  consentUserAgent: string;
  callbackUrl: string;
  redirectUrl: string;
}

export interface SelectCall {
  requestUserId: string;
  offerUuid: string;
  /** Where the consumer has named one. */
  amount: string | undefined;
  /** It is not the offer's own: the whole offer would be another debt than was chosen. */
  isOtherAmount: boolean;
  redirectUrl: string;
  locale: 'en' | 'es';
}

export interface SelectionReading {
  readonly link: string | null;
  readonly linkExpiresAt: string | null;
  readonly offerUuid: string | null;
  readonly selectedAmount: string | null;
}

export interface PortalReading {
  readonly portalStatus: PortalStatus | null;
  readonly eligibility: EligibilityCode | null;
}

export interface ChargeCall extends IntendedCall {
  requestUserId: string;
  applicationId: string;
  kind: ChargeKind;
  cents: Cents;
  split: FeeSplit;
  callbackUrl: string;
  /** By which the lender's records name the charge, where they name it. */
  paymentIdentifier: string;
  /** What the consumer reads. */
  description: string | undefined;
  /** A repeat under the same key is answered with the first request by a lender that knows keys. */
  idempotencyKey: string;
}

export interface ChargeAnswer {
  readonly paymentRequestUuid: string;
  /** `pending` where the answer does not say more. */
  readonly lenderStatus: LenderChargeStatus;
  readonly expiresAt: string | null;
  readonly notifications: StepOf<'charge_pending'>['notifications'] | null;
  readonly warning: string | null;
}

/** What the lender can say of a charge request that exists; `held`: watched, and no news of its end. */
export type LenderChargeStatus =
  | 'pending'
  | 'approved'
  | 'settled'
  | 'held'
  | 'rejected'
  | 'expired'
  | 'canceled'
  | 'failed'
  | 'reversed';

export interface ChargeQuery {
  /** An Admin, who sees all of the merchant's. */
  adminUserId: string;
  /** Of one loan only, where the lender can search for it. */
  loanNumber: string | null;
  /** When the charge was asked for (epoch milliseconds); the days before and after count too. */
  from: number;
  to: number;
  /**
   * The activity alone is enough: it has a row of everything, with the `payment_identifier`. An adapter
   * may read the other lists as well.
   */
  isActivityEnough?: boolean | undefined;
}

export interface ChargeList {
  readonly records: readonly ChargeRecord[];
  /**
   * Every list came to its end, and no row was left out: what is in none of them is not there, refunds
   * (115) too.
   */
  readonly isWhole: boolean;
  /** Lists that the lender refused, which leaves the others: they are not whole without them. */
  readonly refused?: readonly LenderError[];
  /** Why another list could not be read, which may have anything. */
  readonly failed?: LenderError;
}

/** One row of the lender's lists. What could not be read of it is null. */
export interface ChargeRecord {
  readonly list: 'pending' | 'transactions' | 'activity';
  readonly paymentRequestUuid: string | null;
  readonly paymentIdentifier: string | null;
  readonly applicationId: string | null;
  readonly loanNumber: string | null;
  /** 109, 111, 113, or 115 for a refund. */
  readonly kind: number | null;
  readonly cents: Cents | null;
  /** What its legs come to, where they are whole. */
  readonly split: FeeSplit | null;
  readonly lenderStatus: LenderChargeStatus | null;
  /** Epoch milliseconds. */
  readonly requestedAt: number | null;
  readonly expiresAt: string | null;
}

export interface RefundableQuery {
  /** A merchant user who may see the loan. */
  requestUserId: string;
  applicationId: string;
}

export interface RefundableList {
  readonly records: readonly RefundableRecord[];
  /** The list came to its end, and no row was left out. */
  readonly isWhole: boolean;
}

/** What could not be read of a row is null. */
export interface RefundableRecord {
  readonly paymentRequestUuid: string | null;
  readonly maximumRefundableCents: Cents | null;
  readonly isSettled: boolean | null;
  /** Of an unsettled charge only all can be refunded. */
  readonly isPartialAllowed: boolean | null;
}

export interface RefundCall extends IntendedCall {
  adminUserId: string;
  /** Of the charge. */
  paymentRequestUuid: string;
  cents: Cents;
  split: FeeSplit;
  callbackUrl: string;
  reason: string | undefined;
  paymentIdentifier: string | undefined;
  idempotencyKey: string;
}

export interface RefundAnswer {
  /** The refund's own id. */
  readonly refundUuid: string | null;
  readonly lenderStatus: LenderChargeStatus | null;
}

export interface AccountCall extends IntendedCall {
  requestUserId: string;
  applicationId: string;
}

export interface ApprovalCall {
  requestUserId: string;
  paymentRequestUuid: string;
  /** How the consumer authorised it, by the lender's word, and where that is kept. */
  authorization: { method: string; reference: string } | undefined;
}

export interface ApprovalAnswer {
  /** `approved` where the answer does not say more. */
  readonly lenderStatus: LenderChargeStatus;
}

export interface SettlementQuery {
  adminUserId: string;
  paymentRequestUuid: string;
}

export interface SettlementReading {
  readonly isSettled: boolean | null;
  readonly lenderStatus: LenderChargeStatus | null;
}

/** A product of the rate sheet: what an example is priced by, and how a charge is shared out. */
export interface RateSheetProduct extends CreditTerms, FeePercents {
  readonly product_id: string;
  readonly product_name: string;
  readonly min_amount: string;
  readonly max_amount: string;
  /** The most that anybody gets by it. */
  readonly most_offered_amount: string | null;
  readonly lender_name: string;
  readonly lender_nmls_id: string;
  readonly is_available: boolean;
  readonly is_selected: boolean;
  /** `YYYY-MM-DD` */
  readonly effective_date: string;
  readonly expiration_date: string | null;
}
