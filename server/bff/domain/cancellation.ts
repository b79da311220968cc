import type { Moves } from './moves.ts';

/**
 * `asked`: the lender is asked to cancel the account, and whether it has is not known. `standing`:
 * cancelled before the terms were accepted; should they be, the account is cancelled at the lender.
 * `done`: nothing comes of the checkout any more. `refused`: the consumer had accepted, and the lender
 * would not cancel the account: the checkout goes on.
 */
export type CancellationState = 'asked' | 'standing' | 'done' | 'refused';

/** `none`: nobody has asked, or the lender has not cancelled the account. */
type CancellationStage = CancellationState | 'none';

export const cancellationMoves: Moves<CancellationStage> = {
  none: ['asked', 'standing', 'done'],
  asked: ['done', 'none'],
  standing: ['done', 'refused'],
  done: [],
  // The merchant's server may ask again, and there is an account.
  refused: ['asked', 'done'],
};

/** The merchant's server has cancelled the checkout, or asked for it. */
export interface Cancellation {
  readonly state: CancellationState;
  /** Epoch milliseconds. */
  readonly askedAt: number;
  /** Until then its call may still be on its way (epoch milliseconds on the BFF's own clock). */
  readonly deadlineAt: number;
}

interface Cancellable {
  readonly cancellation: Cancellation | null;
}

/** It has ended by the merchant's word. */
export function isCancelledByMerchant({ cancellation }: Cancellable): boolean {
  return cancellation?.state === 'standing' || cancellation?.state === 'done';
}

/** What the lender says can still change how the cancellation ends. */
export function isCancellationOpen({ cancellation }: Cancellable): boolean {
  return cancellation?.state === 'standing' || cancellation?.state === 'asked';
}
