import { type BffContext, merchantOf } from '../context.ts';
import { type Charge, isUnsettled } from '../domain/charge.ts';
import { assertAvailable, assertMayCharge } from '../domain/charge-permission.ts';
import { markChargeUnknown, refuseCharge, settleCharge } from '../domain/charge-settling.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import { availableCents } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import type { ChargeAnswer, ChargeCall } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { changeLoaded, changeStored } from './change-checkout.ts';
import { logLenderProblem } from './log-lender-problem.ts';
import { trySync } from './sync-checkout.ts';

/**
 * Makes the call whose intent is written, and writes what came of it.
 * @param description what the consumer reads; the order's own when there is none
 * @returns the checkout as it is then
 * @throws BffError `lender_unavailable`, `portal_required`, `consumer_unreachable`, `charge_blocked`
 * when nothing happened
 */
export async function requestCharge(
  context: BffContext,
  checkout: Checkout,
  charge: Charge,
  description?: string,
): Promise<Checkout> {
  try {
    const answer = await context.lender.createCharge(
      chargeCall(context, checkout, charge, description),
    );
    return await settleAnswer(context, checkout, charge, answer);
  } catch (error) {
    logLenderProblem(context, 'charge_not_answered', { checkoutId: checkout.id, error });
    if (error instanceof LenderError) return settleFailure(context, checkout, charge, error);
    return lose(context, checkout, charge.id);
  }
}

/** The charge as the lender is asked for it. */
export function chargeCall(
  { config, merchants }: Pick<BffContext, 'config' | 'merchants'>,
  { id, publishableKey, loan, order }: Checkout,
  charge: Charge,
  description = order?.description ?? undefined,
): ChargeCall {
  return {
    requestUserId: merchantOf(merchants, publishableKey).request_user_id,
    applicationId: loan?.externalApplicationId ?? id,
    kind: charge.kind,
    cents: charge.amountCents,
    split: charge.split,
    callbackUrl: `${config.bffPublicUrl}/callbacks/transaction`,
    paymentIdentifier: charge.paymentIdentifier,
    description,
    idempotencyKey: charge.id,
  };
}

function settleAnswer(
  context: BffContext,
  checkout: Checkout,
  { id }: Charge,
  { paymentRequestUuid, reading, expiresAt, notifications, warning }: ChargeAnswer,
): Promise<Checkout> {
  const sent = { warning, ...(notifications && { notifications }) };
  const update = { state: reading, paymentRequestUuid, expiresAt, sent };
  const now = context.clock.now();
  return settle(context, checkout, id, (current) => settleCharge(current, id, { update, now }));
}

async function settleFailure(
  context: BffContext,
  checkout: Checkout,
  charge: Charge,
  error: LenderError,
): Promise<Checkout> {
  const { id } = charge;
  if (error.failure === 'unknown') return lose(context, checkout, id);
  await settle(context, checkout, id, (current) => refuseCharge(current, id));
  if (error.failure === 'unavailable') throw new BffError('lender_unavailable', { cause: error });
  throw await refusalOf(context, checkout.id, { charge, error });
}

/** Why the lender refused, by what it says of it, and of the loan now. */
async function refusalOf(
  context: BffContext,
  checkoutId: string,
  { charge, error }: { charge: Charge; error: LenderError },
): Promise<BffError> {
  if (error.reason === 'consumer_unreachable') {
    return new BffError('consumer_unreachable', { cause: error });
  }
  await trySync(context, checkoutId);
  const checkout = await loadCheckout(context.database.query, checkoutId);
  const reason = checkout && reasonAgainst(checkout, charge);
  if (reason !== undefined && reason.code !== 'amount_out_of_range') return reason;
  const since = context.clock.now();
  if (error.reason === 'portal_missing') {
    await changeStored(context, checkoutId, (now) => ({ ...now, portalMissingSince: since }));
    return new BffError('portal_required', { cause: error });
  }
  if (error.reason === 'bank_missing') {
    await changeStored(context, checkoutId, (now) => ({ ...now, bankMissingSince: since }));
  }
  return new BffError('charge_blocked', { cause: error });
}

/** undefined: the loan itself could be charged with that. */
function reasonAgainst(checkout: Checkout, { kind, amountCents }: Charge): BffError | undefined {
  try {
    const account = assertMayCharge(checkout, kind);
    assertAvailable(amountCents, availableCents(checkout, account));
    return undefined;
  } catch (error) {
    if (error instanceof BffError) return error;
    throw error;
  }
}

function lose(context: BffContext, checkout: Checkout, chargeId: string): Promise<Checkout> {
  return settle(context, checkout, chargeId, (current) => markChargeUnknown(current, chargeId));
}

/** The reconciler may have settled it first: then there is nothing left to write. */
async function settle(
  context: BffContext,
  checkout: Checkout,
  chargeId: string,
  change: (checkout: Checkout) => Checkout,
): Promise<Checkout> {
  const { after } = await changeLoaded(context, checkout, (current) => {
    const charge = allCharges(current).find(({ id }) => id === chargeId);
    return charge && isUnsettled(charge) ? change(current) : current;
  });
  return after;
}
