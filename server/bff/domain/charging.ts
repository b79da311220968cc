import type { ChargeKind } from '../../../widget/contract/merchant.ts';
import { type Cents, type FeeSplit, parseCents } from '../../platform/money.ts';
import { BffError } from '../errors.ts';
import {
  assertChargeMove,
  type Charge,
  type ChargeReading,
  INITIAL_CHARGE,
  isLive,
  isOpen,
  isUnsettled,
  type WaitingRequest,
} from './charge.ts';
import { type Checkout, currentCharge } from './checkout.ts';
import type { LoanAccount } from './loan.ts';
import { blockedReason, chargeableCents, mayChargeAgain, stepOf } from './step.ts';

const sandboxOrderPrefix = 'sbx:';
const maxPaymentIdentifierLength = 64;

/** The live initial charge that a repeat is answered with. */
export function repeatedCharge(checkout: Checkout): Charge | undefined {
  return checkout.charges.findLast(isLive);
}

/**
 * What the browser may charge now, by what the lender has just said.
 * @throws BffError `wrong_step`, `order_required`, `portal_required`, `charge_blocked`
 */
export function assertChargeable(checkout: Checkout): { account: LoanAccount; cents: Cents } {
  const account = assertMayCharge(checkout, INITIAL_CHARGE);
  const cents = chargeableCents(checkout, account);
  if (cents === null || cents === 0) throw new BffError('charge_blocked');
  return { account, cents };
}

/**
 * Whether a charge of this kind may be asked for now, by what the lender has just said.
 * @throws BffError `wrong_step`, `order_required`, `portal_required`, `charge_blocked`
 */
export function assertMayCharge(checkout: Checkout, kind: ChargeKind): LoanAccount {
  const account = checkout.loan?.account;
  if (!account || !isChargingStep(checkout, kind)) throw new BffError('wrong_step');
  const last = currentCharge(checkout);
  if (kind === INITIAL_CHARGE && last && !mayChargeAgain(checkout, last)) {
    throw new BffError('charge_blocked');
  }
  // The lender says by its refusal whether the merchant's bank account is still missing.
  const reason = blockedReason({ ...checkout, bankMissingSince: null }, account);
  if (reason === 'order_required' || reason === 'portal_required') throw new BffError(reason);
  if (reason !== null) throw new BffError('charge_blocked');
  return account;
}

/** A project or final charge does not wait for the initial one. */
function isChargingStep(checkout: Checkout, kind: ChargeKind): boolean {
  const { screen } = stepOf(checkout);
  if (screen === 'accepted' || screen === 'charge_outcome') return true;
  return kind !== INITIAL_CHARGE && (screen === 'charge_pending' || screen === 'working');
}

/** @throws BffError `amount_out_of_range` */
export function assertAvailable(cents: Cents, { availableSpend }: LoanAccount): void {
  if (cents > 0 && cents <= parseCents(availableSpend)) return;
  throw new BffError('amount_out_of_range', { errors: { amount: ['not_accepted'] } });
}

export interface ChargeIntent {
  kind: ChargeKind;
  cents: Cents;
  /** Of an initial charge: used unless an earlier intent of the same content came to nothing. */
  id: string;
  split: FeeSplit;
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
  { kind, cents, id, split, now, limitMs }: ChargeIntent,
): { checkout: Checkout; charge: Charge } {
  assertAvailable(cents, assertMayCharge(checkout, kind));
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
  const charge: Charge = {
    id: earlier?.id ?? id,
    kind,
    position: (known.at(-1)?.position ?? 0) + 1,
    state: 'started',
    orderId: order.id,
    amountCents: cents,
    split,
    paymentIdentifier: paymentIdentifier(order.id, earlier?.id ?? id),
    paymentRequestUuid: null,
    request: null,
    startedAt: now,
    deadlineAt: now + limitMs,
  };
  const charges = [...known.filter((other) => other.id !== charge.id), charge];
  const changed = { ...checkout, [list]: charges, bankMissingSince: null, touchedAt: now };
  return { checkout: changed, charge };
}

function isSameContent(charge: Charge, cents: Cents, split: FeeSplit): boolean {
  return (
    charge.amountCents === cents &&
    charge.split.net_to_merchant_amount_cents === split.net_to_merchant_amount_cents &&
    charge.split.net_platform_fee_cents === split.net_platform_fee_cents
  );
}

/**
 * The intent's id, by which a charge is found when its answer was lost. An order named after a
 * sandbox value carries that value in front, so that the sandbox sees it.
 */
export function paymentIdentifier(orderId: string, intentId: string): string {
  const withOrder = `${orderId}#${intentId}`;
  const isMagic = orderId.startsWith(sandboxOrderPrefix);
  return isMagic && withOrder.length <= maxPaymentIdentifierLength ? withOrder : intentId;
}

/** What the lender says of a charge. */
export interface ChargeNews {
  reading: ChargeReading;
  paymentRequestUuid: string;
  /** Of a request that waits for the consumer. */
  expiresAt?: string;
  /** What the creation's answer says beside; the lender's lists do not have it. */
  sent?: Pick<WaitingRequest, 'notifications' | 'warning'>;
}

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

/**
 * Whether the lender's records can still change the charge (design.md, section 6). One that came to
 * nothing is among them while the order has no live charge: a lender may have heard its call late.
 */
export function isWatched(checkout: Checkout, charge: Charge): boolean {
  if (charge.state === 'void' && charge.kind === INITIAL_CHARGE) {
    return !checkout.isOrderChargedElsewhere && !checkout.charges.some(isLive);
  }
  return charge.state === 'void' || isOpen(charge);
}

/** Whether the initial charge is over: its money was transferred, or it may not be tried again. */
export function isChargingOver(checkout: Checkout): boolean {
  const last = currentCharge(checkout);
  if (last === undefined || isUnsettled(last) || last.state === 'pending') return false;
  if (last.state === 'approved' || last.state === 'settled') return last.state === 'settled';
  return !mayChargeAgain(checkout, last) && !isOnHold(checkout);
}

/** The lender blocks the loan for now and may release it. */
function isOnHold({ loan }: Checkout): boolean {
  return loan?.account?.isSuspended === true && !loan.account.isClosed;
}
