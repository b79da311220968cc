import type { ChargeKind } from '../../../widget/contract/merchant.ts';
import type { FeeSplit } from '../../loan-math/fee-split.ts';
import type { Cents } from '../../platform/money.ts';
import { BffError } from '../errors.ts';
import { type Charge, INITIAL_CHARGE } from './charge.ts';
import { assertAvailable, assertMayCharge } from './charge-permission.ts';
import type { Checkout } from './checkout.ts';
import { availableCents } from './step.ts';

/** How the lender knows a charge: the intent's id, by which it is found when its answer was lost. */
export type PaymentIdentifierOf = (orderId: string, intentId: string) => string;

export interface ChargeIntent {
  kind: ChargeKind;
  cents: Cents;
  /** Of an initial charge: used unless an earlier intent of the same content came to nothing. */
  id: string;
  split: FeeSplit;
  paymentIdentifierOf: PaymentIdentifierOf;
  now: number;
  limitMs: number;
}

/**
 * Writes the intent. An earlier one that came to nothing is taken up again under its id, so that a
 * lender which heard it after all makes no second charge of it: an initial charge of the same
 * amount, a later one that its caller repeats.
 * @throws BffError as `assertMayCharge` and `assertAvailable`
 */
export function startCharge(
  checkout: Checkout,
  { kind, cents, id, split, paymentIdentifierOf, now, limitMs }: ChargeIntent,
): { checkout: Checkout; charge: Charge } {
  assertAvailable(cents, availableCents(checkout, assertMayCharge(checkout, kind)));
  const order = checkout.order;
  if (order === null) throw new BffError('order_required');
  const list = kind === INITIAL_CHARGE ? 'charges' : 'laterCharges';
  const known = checkout[list];
  const earlier = known.find(
    (charge) =>
      charge.state === 'void' &&
      (charge.id === id || (kind === INITIAL_CHARGE && charge.orderId === order.id)) &&
      isSameContent(charge, cents, split),
  );
  const intentId = earlier?.id ?? id;
  const charge: Charge = {
    id: intentId,
    kind,
    position: (known.at(-1)?.position ?? 0) + 1,
    state: 'started',
    orderId: order.id,
    amountCents: cents,
    split,
    paymentIdentifier: paymentIdentifierOf(order.id, intentId),
    paymentRequestUuid: null,
    request: null,
    settledAt: null,
    startedAt: now,
    deadlineAt: now + limitMs,
  };
  const charges = [...known.filter((other) => other.id !== charge.id), charge];
  const missing = { bankMissingSince: null, portalMissingSince: null };
  const changed = { ...checkout, [list]: charges, ...missing, touchedAt: now };
  return { checkout: changed, charge };
}

function isSameContent(charge: Charge, cents: Cents, split: FeeSplit): boolean {
  return (
    charge.amountCents === cents &&
    charge.split.net_to_merchant_amount_cents === split.net_to_merchant_amount_cents &&
    charge.split.net_platform_fee_cents === split.net_platform_fee_cents
  );
}
