import { hourMs } from '../../platform/durations.ts';
import { begunNow } from './call-limit.ts';
import {
  assertChargeMove,
  type Charge,
  type KnownChargeState,
  type WaitingRequest,
} from './charge.ts';
import type { ChargeUpdate } from './charge-update.ts';
import type { Checkout } from './checkout.ts';
import { wireTime } from './wire-time.ts';

/** A charge request goes out by SMS and e-mail (Sponsor Lending API, states). */
const usuallySent: Pick<WaitingRequest, 'notifications' | 'warning'> = {
  notifications: { sms: 'sent', email: 'sent' },
  warning: null,
};

/** Without approval (Sponsor Lending API, limits). */
const requestLifetimeMs = 48 * hourMs;

/** Follows what the lender says of the charge. @throws IllegalTransitionError */
export function settleCharge(
  checkout: Checkout,
  chargeId: string,
  { update, now }: { update: ChargeUpdate; now: number },
): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, stateBy(charge, update)),
    settledAt: charge.settledAt ?? (update.state === 'settled' ? now : null),
    paymentRequestUuid: update.paymentRequestUuid ?? charge.paymentRequestUuid,
    request: update.state === 'pending' ? waiting(charge, update) : charge.request,
  }));
}

/**
 * What had been transferred, or was held back, and fails later, went back: nobody pays it again. What
 * is held back stays so until its money has moved.
 */
function stateBy({ state }: Charge, update: ChargeUpdate): KnownChargeState {
  if (state !== 'settled' && state !== 'held') return update.state;
  if (update.state === 'failed') return 'reversed';
  return state === 'held' && update.state === 'approved' ? 'held' : update.state;
}

function waiting(charge: Charge, { expiresAt, sent }: ChargeUpdate): WaitingRequest {
  return {
    ...usuallySent,
    ...charge.request,
    ...sent,
    expiresAt:
      expiresAt ?? charge.request?.expiresAt ?? wireTime(charge.startedAt + requestLifetimeMs),
  };
}

/** Nothing happened at the lender. @throws IllegalTransitionError */
export function voidCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'void'),
  }));
}

/** The lender refused it: nothing is on its way that could be heard late. @throws IllegalTransitionError */
export function refuseCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'void'),
    deadlineAt: 0,
  }));
}

/** The answer was lost. @throws IllegalTransitionError */
export function markChargeUnknown(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'unknown'),
  }));
}

/** Neither that the lender has it nor that it has not can be shown. @throws IllegalTransitionError */
export function doubtCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'unresolved'),
  }));
}

/** As if its call was begun now, after the clock was set back. */
export function restartChargeDeadline(checkout: Checkout, chargeId: string, now: number): Checkout {
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
