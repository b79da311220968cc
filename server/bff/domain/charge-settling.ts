import { begunNow } from './call-limit.ts';
import { assertChargeMove, type Charge } from './charge.ts';
import type { ChargeNews } from './charge-news.ts';
import type { Checkout } from './checkout.ts';

/** A charge request goes out by SMS and e-mail (Sponsor Lending API, states). */
const usuallySent: NonNullable<ChargeNews['sent']> = {
  notifications: { sms: 'sent', email: 'sent' },
  warning: null,
};

/** Follows what the lender says of the charge. @throws IllegalMoveError */
export function settleCharge(checkout: Checkout, chargeId: string, news: ChargeNews): Checkout {
  const { reading, paymentRequestUuid, expiresAt, sent } = news;
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, reading),
    paymentRequestUuid,
    request:
      expiresAt === undefined
        ? charge.request
        : { ...usuallySent, ...charge.request, ...sent, expiresAt },
  }));
}

/** Nothing happened at the lender. @throws IllegalMoveError */
export function voidCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'void'),
  }));
}

/** The answer was lost. @throws IllegalMoveError */
export function loseCharge(checkout: Checkout, chargeId: string): Checkout {
  return changeCharge(checkout, chargeId, (charge) => ({
    ...charge,
    state: moved(charge, 'unknown'),
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
