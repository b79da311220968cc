import type { ChargeRequest } from '../../lending-api/payment-requests.ts';
import { formatCents } from '../../platform/money.ts';
import type { BffContext } from '../context.ts';
import { type Charge, isUnsettled, readingOfStatus } from '../domain/charge.ts';
import { assertAvailable, assertMayCharge } from '../domain/charge-permission.ts';
import { loseCharge, settleCharge, voidCharge } from '../domain/charge-settling.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';
import { LenderError } from '../lender-error.ts';
import { merchantOf } from '../merchants.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { changeLoaded, changeStored } from './change-checkout.ts';
import { logLenderProblem } from './log-lender-problem.ts';
import { trySync } from './sync-checkout.ts';

/**
 * Makes the call whose intent is written, and writes what came of it.
 * @param description what the consumer reads; the order's own when there is none
 * @returns the checkout as it is then
 * @throws BffError `lender_unavailable`, `portal_required`, `charge_blocked` when nothing happened
 */
export async function requestCharge(
  context: BffContext,
  checkout: Checkout,
  charge: Charge,
  description?: string,
): Promise<Checkout> {
  try {
    const answer = await context.lender.createCharge(
      chargeBody(context, checkout, charge, description),
      charge.id,
    );
    const { notifications, warning = null } = answer;
    return await settle(context, checkout, charge.id, (current) =>
      settleCharge(current, charge.id, {
        reading: readingOfStatus(answer.payment_request_status, false),
        paymentRequestUuid: answer.payment_request_uuid,
        expiresAt: answer.expires_at,
        sent: { notifications, warning },
      }),
    );
  } catch (error) {
    logLenderProblem(context, 'charge_not_answered', { checkoutId: checkout.id, error });
    if (error instanceof LenderError) return settleFailure(context, checkout, charge, error);
    return lose(context, checkout, charge.id);
  }
}

function chargeBody(
  { config, merchants }: BffContext,
  { publishableKey, loan, order }: Checkout,
  { kind, amountCents, split, paymentIdentifier }: Charge,
  description = order?.description ?? undefined,
): ChargeRequest {
  return {
    request_user_id: merchantOf(merchants, publishableKey).request_user_id,
    external_application_id: loan?.externalApplicationId,
    transaction_description: kind,
    consumer_charge_amount: formatCents(amountCents),
    net_to_merchant_amount: formatCents(split.net_to_merchant_amount_cents),
    net_platform_fee: formatCents(split.net_platform_fee_cents),
    net_to_sponsor_amount: formatCents(split.net_to_sponsor_amount_cents),
    transaction_callback_url: `${config.bffPublicUrl}/callbacks/transaction`,
    payment_identifier: paymentIdentifier,
    description,
  };
}

async function settleFailure(
  context: BffContext,
  checkout: Checkout,
  charge: Charge,
  error: LenderError,
): Promise<Checkout> {
  const { id } = charge;
  // 409: an earlier call under the same key is still in work.
  const isLost = error.failure === 'unknown' || error.status === 409;
  if (isLost) return lose(context, checkout, id);
  await settle(context, checkout, id, (current) => voidCharge(current, id));
  if (error.failure === 'unavailable') throw new BffError('lender_unavailable', { cause: error });
  throw await refusalOf(context, checkout.id, { charge, error });
}

/** Why the lender refused, by what it says of the loan now. */
async function refusalOf(
  context: BffContext,
  checkoutId: string,
  { charge, error }: { charge: Charge; error: LenderError },
): Promise<BffError> {
  await trySync(context, checkoutId);
  const checkout = await loadCheckout(context.database.query, checkoutId);
  const reason = checkout && reasonAgainst(checkout, charge);
  if (reason instanceof BffError && reason.code !== 'amount_out_of_range') return reason;
  if (reason === 'none' && error.status === 400) {
    const bankMissingSince = context.clock.now();
    await changeStored(context, checkoutId, (current) => ({ ...current, bankMissingSince }));
  }
  return new BffError('charge_blocked', { cause: error });
}

/** `none`: the loan itself could be charged with that, so it is the merchant's bank that could not. */
function reasonAgainst(checkout: Checkout, { kind, amountCents }: Charge): BffError | 'none' {
  try {
    assertAvailable(amountCents, assertMayCharge(checkout, kind));
    return 'none';
  } catch (error) {
    if (error instanceof BffError) return error;
    throw error;
  }
}

function lose(context: BffContext, checkout: Checkout, chargeId: string): Promise<Checkout> {
  return settle(context, checkout, chargeId, (current) => loseCharge(current, chargeId));
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
