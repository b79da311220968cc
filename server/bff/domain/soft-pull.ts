import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { Lender } from '../../../widget/contract/lender.ts';
import { begunNow } from './call-limit.ts';
import type { Checkout, SoftPull, SoftPullState, TextsShown } from './checkout.ts';
import { IllegalTransitionError } from './checkout-machine.ts';
import type { Loan } from './loan.ts';

export const softPullMoves: Readonly<Record<SoftPullState, readonly SoftPullState[]>> = {
  started: ['unknown', 'void', 'answered', 'unreadable', 'silent'],
  unknown: ['void', 'answered', 'unreadable', 'silent'],
  void: ['started'],
  answered: [],
  unreadable: ['answered'],
  silent: ['answered', 'unreadable'],
};

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
  assertSoftPullMove(checkout.softPull?.state ?? 'void', 'started');
  const softPull: SoftPull = {
    state: 'started',
    fingerprint,
    startedAt: now,
    deadlineAt: now + limitMs,
    offersShown: [],
    widgetVersion,
    textsShown,
    lender,
  };
  return { ...checkout, softPull, problem: null, touchedAt: now };
}

/** The lender has decided, or reviews: go on with the ids of its answer. */
export function answerSoftPull(checkout: Checkout, loan: Loan): Checkout {
  const softPull = withShown(moved(checkout, 'answered'), loan);
  return { ...checkout, softPull, loan, problem: null };
}

/** Adds the offers that come later, after a review or for another amount, to what was shown. */
export function withShown(softPull: SoftPull, { offers }: Loan): SoftPull {
  const later = offers
    .map((offer) => offer.offer_uuid)
    .filter((id) => !softPull.offersShown.includes(id));
  if (later.length === 0) return softPull;
  return { ...softPull, offersShown: [...softPull.offersShown, ...later] };
}

/** Nothing happened at the lender. */
export function voidSoftPull(checkout: Checkout, problem: ErrorCode): Checkout {
  return { ...checkout, softPull: moved(checkout, 'void'), problem };
}

/** The answer was lost: from now on only the lender's records say what happened. */
export function markSoftPullUnknown(checkout: Checkout): Checkout {
  return { ...checkout, softPull: moved(checkout, 'unknown') };
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
  assertSoftPullMove(softPull?.state ?? 'void', to);
  if (softPull === null) throw new IllegalTransitionError('soft pull', 'none', to);
  return { ...softPull, state: to };
}

function assertSoftPullMove(from: SoftPullState, to: SoftPullState): void {
  if (softPullMoves[from].includes(to)) return;
  throw new IllegalTransitionError('soft pull', from, to);
}
