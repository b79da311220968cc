import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { Lender } from '../../../widget/contract/lender.ts';
import type { Locale } from '../../../widget/contract/values.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { Cents } from '../../platform/money.ts';
import type { ChosenOffer } from '../lender/lender.ts';
import type { EventType } from '../merchant-api/events.ts';
import type { Cancellation } from './cancellation.ts';
import { type Charge, isLive } from './charge.ts';
import type { ApplicationNames, Loan } from './loan.ts';
import type { Refund } from './refund.ts';

/** Everything the BFF knows of one checkout; nothing about the person. */
export interface Checkout {
  readonly id: string;
  /** The merchant's publishable key. */
  readonly publishableKey: string;
  /** Who asked for it: a page, or the merchant's server. */
  readonly madeBy: 'page' | 'server';
  /**
   * The page's origin, as evidence of where the consumer was; null while no page has opened what the
   * merchant's server made.
   */
  readonly origin: string | null;
  /** Begun in the BFF's own frame: only that frame may go on with it. */
  readonly isFramed: boolean;
  /** Where the lender sends a consumer who did not come by the link; null: to the page of links. */
  readonly returnUrl: string | null;
  readonly locale: Locale;
  /** A handle of an earlier generation is void. */
  readonly generation: number;
  /** How the browser that took up a checkout of the merchant's server had opened it. */
  readonly takenUpBy: 'link' | 'client_token' | null;
  /** The generation of the newest link and `client_token` that the merchant's server was given. */
  readonly issuedGeneration: number;
  /** A user of the merchant at the lender, under whom everything is asked for; null: the merchant's own. */
  readonly soldBy: string | null;
  /** The user under whom its application was made; null without one, and in what an earlier version wrote. */
  readonly requestedBy: string | null;
  readonly offerCode: string | null;
  /** The code that the lender refused: it is not sent again. */
  readonly refusedOfferCode: string | null;
  /** Until when somebody may begin with what the merchant's server made. */
  readonly expiresAt: number | null;
  /** The checkouts of the same order whose applications the page left by `restart()` before this one. */
  readonly leftApplications: readonly string[];
  /** What was asked for without an order. */
  readonly amountCents: Cents | null;
  readonly order: Order | null;
  readonly softPull: SoftPull | null;
  readonly loan: Loan | null;
  readonly selection: Selection | null;
  /** Of its return URLs, oldest first. */
  readonly returnCodes: readonly ReturnCode[];
  /** The consumer went back to the offers, although one is selected. */
  readonly isChoosingAgain: boolean;
  /** Why the last application led to nothing, or what was known of the order before there was one. */
  readonly problem: CheckoutProblem | null;
  /** When the lender refused a charge because the merchant's bank account is missing. */
  readonly bankMissingSince: number | null;
  /** When it refused one because the consumer's Payment Portal account is. */
  readonly portalMissingSince: number | null;
  /** When the consumer was last sent an invitation to it. */
  readonly portalInvitedAt: number | null;
  /** Initial charges (109), oldest first. */
  readonly charges: readonly Charge[];
  /** Project and final charges (111, 113), which the merchant's server asks for; oldest first. */
  readonly laterCharges: readonly Charge[];
  /** Of all charges, oldest first. */
  readonly refunds: readonly Refund[];
  /** Another checkout has a live charge for the same order. */
  readonly isOrderChargedElsewhere: boolean;
  /** By the merchant's server. */
  readonly cancellation: Cancellation | null;
  /** Asked for by the merchant's server. */
  readonly limitIncrease: LimitIncrease | null;
  /** Ended by the BFF itself: idle for too long, or its order went to a newcomer. */
  readonly endedBy: 'idle' | 'superseded' | null;
  /** Epoch milliseconds on the BFF's clock, as all times here that are numbers. */
  readonly createdAt: number;
  readonly touchedAt: number;
  /** When a page was last at it, to the day. */
  readonly openedAt: number;
  readonly endedAt: number | null;
  /** When its reconcile is due at the latest, as far as changes of it have asked. */
  readonly reconcileAt: number | null;
  /** Grows with every change of this checkout. */
  readonly version: number;
  /** What happened to it, oldest first. */
  readonly timeline: readonly TimelineEntry[];
  /**
   * The version of the event by which the merchant's server knows how a charge ended. Earlier code
   * wrote that of any charge's event here: one that says no such thing counts for nothing.
   */
  readonly toldVersion: number | null;
  /** Grows with every change of its step: the id of its event. */
  readonly stepNumber: number;
}

/** `order_in_use`: its order has an application in another checkout; `order_accepted`: and a loan. */
export type CheckoutProblem = ErrorCode | 'order_in_use' | 'order_accepted';

/** An order that the merchant's server has signed, or made a checkout for. */
export interface Order {
  readonly id: string;
  readonly amountCents: Cents;
  readonly description: string | null;
  /** When it was signed, or made by the merchant's server: seconds since the epoch, as a JWT's `iat`. */
  readonly issuedAt: number;
}

/** The one credit line increase of an account (Sponsor Lending API, consumer account endpoints). */
export interface LimitIncrease {
  /**
   * `asked`: whether the lender has raised the limit is not known. `unresolved`: that cannot be told,
   * since the lender says no limit; it may be asked again, as it raises a limit once.
   */
  readonly state: 'asked' | 'done' | 'unresolved';
  /** The new limit. */
  readonly cents: Cents;
  /** Until then its call may still be on its way (epoch milliseconds on the BFF's own clock). */
  readonly deadlineAt: number;
}

/**
 * The one soft pull of a checkout. Its external_application_id and loan_id are the checkout's id, so
 * that whatever is repeated goes under the same ids.
 */
export interface SoftPull {
  readonly state: SoftPullState;
  /** A keyed digest that tells a repeat of the same application from another application. */
  readonly fingerprint: string;
  readonly startedAt: number;
  /** Until then the call may still be on its way (epoch milliseconds on the BFF's own clock). */
  readonly deadlineAt: number;
  /** Evidence: ids of all offers that were shown, in the order in which they were shown first. */
  readonly offersShown: readonly string[];
  /** Evidence: the version of the widget that was served then. */
  readonly widgetVersion: string;
  /** Evidence: what the law wants to be read: on the form as it was on the screen. */
  readonly textsShown: TextsShown | null;
  /** Whom the merchant's entry named then: it stands where the lender's answer names none. */
  readonly lender: Lender | null;
  /**
   * By which names the lender has it, where it has said so and has not decided yet: whatever it says
   * later, nobody is told that nothing was decided.
   */
  readonly takenAs: ApplicationNames | null;
}

/**
 * `started`: the intent is written, its call may be under way. `unknown`: the answer was lost.
 * `void`: nothing happened, the same call may be made again. `answered`: the lender has it, and what
 * it decided is known. `unreadable`: the lender has it, and what it decided cannot be read. `silent`:
 * the lender may have it, and says nothing.
 */
export type SoftPullState = 'started' | 'unknown' | 'void' | 'answered' | 'unreadable' | 'silent';

/** Regulated texts by id, each with the version that was shown, in one language. */
export interface TextVersions {
  readonly locale: Locale;
  readonly versions: Readonly<Record<string, string>>;
}

/** The texts of the form, and apart from them those that came with the offers. */
export interface TextsShown extends TextVersions {
  /**
   * An entry each time that the BFF learnt of offers which had not been shown before: the versions in
   * force then. A page that got its texts on an earlier day, or is opened on a later one, shows those of
   * that day. Where `versions` names texts of offers, too, it was stored before this was kept: it then
   * names all texts in force at the application, also those that nobody was shown.
   */
  readonly besideOffers?: readonly TextVersions[];
}

/** The lender's answer to the choice of an offer. */
export interface Selection {
  readonly offerUuid: string;
  readonly selectedAmount: string;
  /** Null where the answer held none that may be opened. */
  readonly link: string | null;
  readonly linkExpiresAt: string | null;
}

/** A code that stands in a return URL, by its SHA-256 alone. */
export interface ReturnCode {
  /** Hex. */
  readonly digest: string;
  /** Epoch milliseconds; null while it can be exchanged. */
  readonly usedAt: number | null;
}

/** Something that happened to a checkout. */
export interface TimelineEntry {
  /** Of the checkout: each event has one more than the event before. */
  readonly version: number;
  readonly type: EventType;
  /** When the BFF learnt of it (epoch milliseconds). */
  readonly at: number;
  readonly chargeId?: string;
  readonly refundId?: string;
}

/** What the soft pull asks for: a verified order's amount wins. */
export function requestedCents({ order, amountCents }: Checkout): Cents | null {
  return order?.amountCents ?? amountCents;
}

/** What the lender says was chosen, perhaps in another checkout since, or else what was chosen here. */
export function chosenOf({ selection, loan }: Checkout): ChosenOffer | undefined {
  return loan?.chosen ?? selection ?? undefined;
}

/** The initial charge that is live, else the newest that happened or may have. */
export function currentCharge(checkout: Checkout): Charge | undefined {
  return (
    liveInitialCharge(checkout) ?? checkout.charges.findLast((charge) => charge.state !== 'void')
  );
}

/** The initial charge that has moved money or still may: a repeat is answered with it. */
export function liveInitialCharge({ charges }: Checkout): Charge | undefined {
  return charges.findLast(isLive);
}

/** Every charge, of whatever kind. */
export function allCharges({ charges, laterCharges }: Checkout): readonly Charge[] {
  return laterCharges.length === 0 ? charges : [...charges, ...laterCharges];
}

export function chargeById(
  checkout: Checkout,
  chargeId: string | null | undefined,
): Charge | undefined {
  return allCharges(checkout).find(({ id }) => id === chargeId);
}

/** True if a change of a checkout has left all of its charges alone. */
export function hasSameCharges(before: Checkout, after: Checkout): boolean {
  return before.charges === after.charges && before.laterCharges === after.laterCharges;
}

export function isUnderWay(softPull: SoftPull | null): boolean {
  return softPull?.state === 'started' || softPull?.state === 'unknown';
}

/** The consumer is told to ask the lender; whatever it says later is followed. */
export function mustAskLender(softPull: SoftPull | null): boolean {
  return softPull?.state === 'unreadable' || softPull?.state === 'silent';
}

/** The bureau may have been asked: nobody is told otherwise, and nobody asks again. */
export function isAsked(softPull: SoftPull | null): boolean {
  return softPull !== null && softPull.state !== 'void';
}

/** A call that was cut may still be on its way for a moment. */
export const CALL_MARGIN_MS = 5_000;

/** How long a call may be on its way that is cut at `cutAtMs`. */
export function callLimitMs(cutAtMs: number): number {
  return cutAtMs + CALL_MARGIN_MS;
}

/** When a call was begun, and until when it may still be on its way (epoch milliseconds). */
export interface CallTimes {
  readonly startedAt: number;
  readonly deadlineAt: number;
}

/** The clock was set back since the call was begun: by it the deadline may be hours away. */
export function isBegunInFuture({ startedAt }: CallTimes, now: number): boolean {
  return startedAt > now + minuteMs;
}

/** After a refused call: the times of the call before it, which may be heard late, or no deadline. */
export function timesAfterRefusal({ startedAt }: CallTimes, earlier?: CallTimes): CallTimes {
  return earlier === undefined
    ? { startedAt, deadlineAt: 0 }
    : { startedAt: earlier.startedAt, deadlineAt: earlier.deadlineAt };
}

/** The call with as much time as it had, counted from now. */
export function begunNow<Call extends CallTimes>(call: Call, now: number): Call {
  return { ...call, startedAt: now, deadlineAt: now + call.deadlineAt - call.startedAt };
}
