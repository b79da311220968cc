import { hourMs } from '../../platform/durations.ts';
import { begunNow } from './call-limit.ts';
import {
  assertChargeMove,
  type Charge,
  type KnownChargeState,
  type WaitingRequest,
} from './charge.ts';
import type { ChargeNews } from './charge-news.ts';
import type { Checkout } from './checkout.ts';
import { wireTime } from './wire-time.ts';

/** A charge request goes out by SMS and e-mail (Sponsor Lending API, states). */
const usuallySent: Pick<WaitingRequest, 'notifications' | 'warning'> = {
  notifications: { sms: 'sent', email: 'sent' },
  warning: null,
};

/** Without approval (Sponsor Lending API, limits). */
const requestLifetimeMs = 48 * hourMs;

/** Follows what the lender says of the charge. @throws IllegalMoveError */
export function settleCharge(
  checkout: Checkout,
  chargeId: string,
  { news, now }: { news: ChargeNews; now: number },
): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, stateBy(charge, news)),
    settledAt: charge.settledAt ?? (news.state === 'settled' ? now : null),
    paymentRequestUuid: news.paymentRequestUuid ?? charge.paymentRequestUuid,
    request: news.state === 'pending' ? waiting(charge, news) : charge.request,
  }));
}

/**
 * What had been transferred, or was held back, and fails later, went back: nobody pays it again. What
 * is held back stays so until its money has moved.
 */
function stateBy({ state }: Charge, news: ChargeNews): KnownChargeState {
  if (state !== 'settled' && state !== 'held') return news.state;
  if (news.state === 'failed') return 'reversed';
  return state === 'held' && news.state === 'approved' ? 'held' : news.state;
}

function waiting(charge: Charge, { expiresAt, sent }: ChargeNews): WaitingRequest {
  return {
    ...usuallySent,
    ...charge.request,
    ...sent,
    expiresAt:
      expiresAt ?? charge.request?.expiresAt ?? wireTime(charge.startedAt + requestLifetimeMs),
  };
}

/** Nothing happened at the lender. @throws IllegalMoveError */
export function voidCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'void'),
  }));
}

/** The lender refused it: nothing is on its way that could be heard late. @throws IllegalMoveError */
export function refuseCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'void'),
    deadlineAt: 0,
  }));
}

/** The answer was lost. @throws IllegalMoveError */
export function loseCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'unknown'),
  }));
}

/** Neither that the lender has it nor that it has not can be shown. @throws IllegalMoveError */
export function doubtCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'unresolved'),
  }));
}

/** As if its call was begun now, after the clock was set back. */
export function recountCharge(checkout: Checkout, chargeId: string, now: number): Checkout {
  return changeCharge(checkout, chargeId, (charge) => begunNow(charge, now));
}

function moved(charge: Charge, to: Charge['state']): Charge['state'] {
  assertChargeMove(charge.state, to);
  return to;
}

function changeCharge(
  checkout: Checkout,
  chargeId: string,
  change: (charge: Charge) => Charge,
): Checkout {
  const changed = (charges: readonly Charge[]) =>
    charges.map((charge) => (charge.id === chargeId ? change(charge) : charge));
  if (checkout.laterCharges.some(({ id }) => id === chargeId)) {
    return { ...checkout, laterCharges: changed(checkout.laterCharges) };
  }
  return { ...checkout, charges: changed(checkout.charges) };
}
