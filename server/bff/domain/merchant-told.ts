import { type Charge, outcomeOf } from './charge.ts';
import { type Checkout, currentCharge } from './checkout.ts';

/**
 * True if the merchant's server knows how this charge ended: at least one endpoint that listens for
 * the event of exactly that has acknowledged it.
 */
export function isMerchantTold({ timeline, toldVersion }: Checkout, charge: Charge): boolean {
  const told = timeline.find(({ version }) => version === toldVersion);
  return told?.chargeId === charge.id && typesOf(charge).includes(told.type);
}

/**
 * The checkout once an endpoint has acknowledged the event of this version; the same one if the event
 * does not say how the current charge ended, or that was acknowledged before.
 */
export function withMerchantTold(checkout: Checkout, version: number): Checkout {
  const charge = currentCharge(checkout);
  if (charge === undefined || isMerchantTold(checkout, charge)) return checkout;
  const told: Checkout = { ...checkout, toldVersion: version };
  return isMerchantTold(told, charge) ? told : checkout;
}

/** Types of the events that say how it ended. */
function typesOf(charge: Charge): string[] {
  const outcome = outcomeOf(charge);
  if (outcome === undefined) return [];
  return [`charge.${outcome}`, ...(outcome === 'approved' ? ['charge.settled'] : [])];
}
