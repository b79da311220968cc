import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { Lender } from '../../../widget/contract/lender.ts';
import type { Offer } from '../../../widget/contract/offer.ts';
import { minuteMs } from '../../platform/durations.ts';
import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import { parseCents } from '../../platform/money.ts';
import { BffError } from '../errors.ts';
import type { SelectionReading } from '../lender/lender.ts';
import {
  begunNow,
  type Checkout,
  chosenOf,
  type Selection,
  type SoftPull,
  type SoftPullState,
  type TextsShown,
  type TextVersions,
} from './checkout.ts';
import type { ApplicationNames, Loan } from './loan.ts';
import { assertMove, type Moves } from './moves.ts';
import { stepOf } from './step.ts';

export const softPullMoves: Moves<SoftPullState> = {
  started: ['unknown', 'void', 'answered', 'unreadable', 'silent'],
  unknown: ['void', 'answered', 'unreadable', 'silent'],
  void: ['started'],
  answered: [],
  unreadable: ['answered'],
  silent: ['answered', 'unreadable'],
};

export interface SoftPullIntent {
  fingerprint: string;
  widgetVersion: string;
  textsShown: TextsShown;
  lender: Lender | null;
  now: number;
  limitMs: number;
}

/** The intent, to be committed before the lender is called. @throws IllegalTransitionError */
export function startSoftPull(
  checkout: Checkout,
  { fingerprint, widgetVersion, textsShown, lender, now, limitMs }: SoftPullIntent,
): Checkout {
  assertMove('soft pull', softPullMoves, checkout.softPull?.state ?? 'void', 'started');
  const softPull: SoftPull = {
    state: 'started',
    fingerprint,
    startedAt: now,
    deadlineAt: now + limitMs,
    offersShown: [],
    widgetVersion,
    textsShown,
    lender,
    takenAs: null,
  };
  return { ...checkout, softPull, problem: null, touchedAt: now };
}

/**
 * The lender has decided, or reviews: go on with the ids of its answer.
 * @param texts that are in force now beside the loan's offers
 */
export function answerSoftPull(checkout: Checkout, loan: Loan, texts: TextVersions): Checkout {
  const softPull = withShown(moved(checkout, 'answered'), loan, texts);
  return { ...checkout, softPull, loan, problem: null };
}

/**
 * Follows what the lender says of the application later.
 * @param texts that are in force now beside the loan's offers
 */
export function followLoan(
  checkout: Checkout,
  loan: Loan,
  { texts, now }: { texts: TextVersions; now: number },
): Checkout {
  const { softPull, selection, bankMissingSince, portalMissingSince } = checkout;
  // A lender that goes on saying "offers" has not undone the choice.
  const isChosen = selection !== null && loan.status === 'Approved: Offers Available';
  return {
    ...checkout,
    softPull: softPull && withShown(softPull, loan, texts),
    loan: isChosen ? { ...loan, status: 'Approved: Offer Selected' } : loan,
    bankMissingSince: unlessOver(bankMissingSince, now),
    portalMissingSince: unlessOver(portalMissingSince, now),
  };
}

const missingMs = 10 * minuteMs;

/** A refusal is tried again later, also by a clock that was set back: what was missing may be there. */
function unlessOver(since: number | null, now: number): number | null {
  return since !== null && Math.abs(now - since) >= missingMs ? null : since;
}

/** Adds the offers that come later, after a review or for another amount, to what was shown. */
function withShown(softPull: SoftPull, { offers }: Loan, texts: TextVersions): SoftPull {
  const later = offers
    .map((offer) => offer.offer_uuid)
    .filter((id) => !softPull.offersShown.includes(id));
  if (later.length === 0) return softPull;
  const { textsShown } = softPull;
  return {
    ...softPull,
    offersShown: [...softPull.offersShown, ...later],
    textsShown: textsShown && {
      ...textsShown,
      besideOffers: [...(textsShown.besideOffers ?? []), texts],
    },
  };
}

/** Nothing happened at the lender. */
export function voidSoftPull(checkout: Checkout, problem: ErrorCode): Checkout {
  return { ...checkout, softPull: moved(checkout, 'void'), problem };
}

/** The answer was lost: from now on only the lender's records say what happened. */
export function markSoftPullUnknown(checkout: Checkout): Checkout {
  return { ...checkout, softPull: moved(checkout, 'unknown') };
}

/** The lender has it, and has not decided yet. */
export function noteTaken(
  checkout: Checkout,
  { externalApplicationId, loanId }: ApplicationNames,
): Checkout {
  const { softPull } = checkout;
  const takenAs = { externalApplicationId, loanId };
  return { ...checkout, softPull: softPull && { ...softPull, takenAs } };
}

/** The lender refused its offer code: whoever applies again goes on without one. */
export function refuseOfferCode(checkout: Checkout): Checkout {
  const { offerCode: refusedOfferCode } = checkout;
  return { ...voidSoftPull(checkout, 'offer_code_refused'), offerCode: null, refusedOfferCode };
}

/** The lender has it, or may have it, and nothing can be shown of its answer. */
export function giveUpAnswer(checkout: Checkout, as: 'unreadable' | 'silent'): Checkout {
  return { ...checkout, softPull: moved(checkout, as) };
}

/** As if its call was begun now, after the clock was set back. */
export function restartSoftPullDeadline(checkout: Checkout, now: number): Checkout {
  const { softPull } = checkout;
  return { ...checkout, softPull: softPull && begunNow(softPull, now) };
}

function moved({ softPull }: Checkout, to: SoftPullState): SoftPull {
  if (softPull === null) throw new IllegalTransitionError('soft pull', 'none', to);
  assertMove('soft pull', softPullMoves, softPull.state, to);
  return { ...softPull, state: to };
}

/**
 * Checks a choice before the lender is asked.
 * @throws BffError `wrong_step`, `offer_unavailable`, `amount_out_of_range`
 */
export function assertSelectable(
  checkout: Checkout,
  { offerUuid, amount }: { offerUuid: string; amount: string | undefined },
): void {
  if (!isSelectable(checkout, offerUuid)) throw new BffError('wrong_step');
  // A lender that waits for a code may list no offers, and the choice stands.
  if (amount === undefined && isWaiting(checkout)) return;
  const offer = offerOf(checkout, offerUuid);
  if (amount === undefined) return;
  const cents = parseCents(amount);
  if (cents === 0 || cents > parseCents(offer.approved_amount ?? offer.amount)) {
    throw new BffError('amount_out_of_range', { errors: { selected_amount: ['not_accepted'] } });
  }
}

/** While the lender waits for a one-time code after the choice, the same choice alone may be repeated. */
export function isSelectable(checkout: Checkout, offerUuid: string): boolean {
  if (isWaiting(checkout)) return chosenOf(checkout)?.offerUuid === offerUuid;
  const { screen } = stepOf(checkout);
  return screen === 'offers' || screen === 'redirect';
}

/** True if a choice can still be made, and the lender has its offer. */
export function isStillOffered(checkout: Checkout, offerUuid: string): boolean {
  if (!isSelectable(checkout, offerUuid)) return false;
  return isWaiting(checkout) || findOffer(checkout, offerUuid) !== undefined;
}

function isWaiting(checkout: Checkout): boolean {
  return stepOf(checkout).screen === 'review';
}

/** Undefined also while a lender that waits for a code lists none. */
export function findOffer(
  { loan }: Pick<Checkout, 'loan'>,
  offerUuid: string | null,
): Offer | undefined {
  return loan?.offers.find(({ offer_uuid }) => offer_uuid === offerUuid);
}

/** @throws BffError `offer_unavailable` */
export function offerOf(checkout: Checkout, offerUuid: string): Offer {
  const offer = findOffer(checkout, offerUuid);
  if (offer === undefined) throw new BffError('offer_unavailable');
  return offer;
}

/**
 * What was chosen, by the lender's answer to it. A link that may not be opened is none, nor is an offer
 * that the consumer was not shown.
 */
export function selectionOf(
  { link, linkExpiresAt, offerUuid, selectedAmount }: SelectionReading,
  { loan, ...chosen }: Pick<Selection, 'offerUuid' | 'selectedAmount'> & Pick<Checkout, 'loan'>,
  allowedOrigins: readonly string[],
): Selection {
  const said = findOffer({ loan }, offerUuid);
  return {
    offerUuid: said?.offer_uuid ?? chosen.offerUuid,
    selectedAmount: selectedAmount ?? chosen.selectedAmount,
    link: link === null ? null : allowedLink(link, allowedOrigins),
    linkExpiresAt,
  };
}

/**
 * The lender recorded the choice. A checkout that has moved on meanwhile stays where it is, and so does a
 * review, with the renewed link if there is one.
 */
export function select(checkout: Checkout, selection: Selection): Checkout {
  if (checkout.loan === null || !isSelectable(checkout, selection.offerUuid)) return checkout;
  if (isWaiting(checkout)) {
    return selection.link === null ? checkout : { ...checkout, selection };
  }
  const { offerUuid, selectedAmount } = selection;
  const chosen = { offerUuid, selectedAmount };
  const loan: Loan = { ...checkout.loan, status: 'Approved: Offer Selected', chosen };
  return { ...checkout, loan, selection, isChoosingAgain: false };
}

/** Back to the offers, before the terms are accepted. @throws BffError `wrong_step` */
export function backToOffers(checkout: Checkout): Checkout {
  const { screen } = stepOf(checkout);
  if (screen === 'offers') return checkout;
  if (screen !== 'redirect') throw new BffError('wrong_step');
  return { ...checkout, isChoosingAgain: true };
}

/**
 * Where a consumer may be sent: an address of an origin that is listed, without userinfo. It is written
 * as browsers write it, since the widget takes no other.
 * @example allowedLink('HTTPS://lender.example/t', ['https://lender.example']) => 'https://lender.example/t'
 */
export function allowedLink(link: string, allowedOrigins: readonly string[]): string | null {
  if (!URL.canParse(link)) return null;
  const { protocol, origin, username, password, href } = new URL(link);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const isAllowed = isWeb && username === '' && password === '' && allowedOrigins.includes(origin);
  return isAllowed ? href : null;
}
