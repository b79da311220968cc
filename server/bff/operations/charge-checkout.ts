import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { type FeeSplit, splitFee } from '../../platform/money.ts';
import type { BffContext } from '../context.ts';
import { assertChargeable, repeatedCharge, startCharge } from '../domain/charging.ts';
import type { Checkout } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';
import { LenderError } from '../lender-error.ts';
import { merchantOf } from '../merchants.ts';
import { OrderAlreadyChargedError } from '../store/charges.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { changeCheckout } from './change-checkout.ts';
import { sendInvitation } from './invite-to-portal.ts';
import { stepAfterCall } from './read-checkout.ts';
import { requestCharge } from './request-charge.ts';
import { isReadingProblem, syncCheckout, trySync } from './sync-checkout.ts';

/** A call that is cut at its limit may still be on its way for a moment. */
const deadlineMarginMs = 5_000;

export interface ChargeAnswer {
  readonly step: CheckoutStep;
  /** False when this very charge was asked for before. */
  readonly isNew: boolean;
}

/**
 * Asks the lender for the initial charge of the order, once, however often this is called.
 * @throws BffError `wrong_step`, `order_required`, `portal_required`, `charge_blocked`,
 * `lender_unavailable`
 */
export async function chargeCheckout(context: BffContext, { id }: Checkout): Promise<ChargeAnswer> {
  const known = await load(context, id);
  if (repeatedCharge(known) !== undefined) return answerRepeat(context, id);
  await readPrerequisites(context, id);
  const checkout = await load(context, id);
  if (repeatedCharge(checkout) !== undefined) return answerRepeat(context, id);
  const { cents } = await chargeable(context, checkout);
  const split = await feeSplit(context, checkout, cents);
  const begun = await begin(context, id, split);
  if (!begun) return answerRepeat(context, id);
  return { step: await stepAfterCall(context, id), isNew: true };
}

async function load({ database }: BffContext, id: string): Promise<Checkout> {
  const checkout = await loadCheckout(database.query, id);
  if (checkout === undefined) throw new BffError('not_found');
  return checkout;
}

async function answerRepeat(context: BffContext, id: string): Promise<ChargeAnswer> {
  if (!context.calls.has(id)) await trySync(context, id);
  return { step: await stepAfterCall(context, id), isNew: false };
}

/** A charge goes by what the lender says now, or not at all. */
async function readPrerequisites(context: BffContext, id: string): Promise<void> {
  try {
    await syncCheckout(context, id);
  } catch (error) {
    if (!isReadingProblem(error)) throw error;
    throw new BffError('lender_unavailable', { cause: error });
  }
}

/** A consumer who was never invited to the Payment Portal is invited on the way. */
async function chargeable(
  context: BffContext,
  checkout: Checkout,
): Promise<ReturnType<typeof assertChargeable>> {
  try {
    return assertChargeable(checkout);
  } catch (error) {
    const { loan } = checkout;
    const isPortalMissing = error instanceof BffError && error.code === 'portal_required';
    if (isPortalMissing && loan?.account?.portalAccountStatus === 'NotInvited') {
      await sendInvitation(context, checkout, loan);
    }
    throw error;
  }
}

/** The merchant's, the platform's and the sponsor's part, by the product that was accepted. */
async function feeSplit(
  { lender, merchants }: BffContext,
  { merchantKey, loan }: Checkout,
  cents: number,
): Promise<FeeSplit> {
  try {
    const products = await lender.rateSheet(merchantOf(merchants, merchantKey).admin_user_id);
    const product = products.find(({ product_id }) => product_id === loan?.account?.productId);
    if (product === undefined) throw new BffError('charge_blocked');
    return splitFee(cents, product);
  } catch (error) {
    if (error instanceof LenderError) throw new BffError('lender_unavailable', { cause: error });
    throw error;
  }
}

/** @returns false when the charge was begun by somebody else meanwhile */
async function begin(context: BffContext, id: string, split: FeeSplit): Promise<boolean> {
  const { ids, clock, timing, calls } = context;
  let chargeId: string | undefined;
  const { after } = await changeCheckout(context, id, (checkout) => {
    chargeId = undefined;
    if (repeatedCharge(checkout) !== undefined) return checkout;
    const limitMs = timing.callMs + deadlineMarginMs;
    const begun = startCharge(checkout, { id: ids.uuid(), split, now: clock.now(), limitMs });
    chargeId = begun.charge.id;
    return begun.checkout;
  }).catch((error: unknown) => {
    if (!(error instanceof OrderAlreadyChargedError)) throw error;
    throw new BffError('charge_blocked', { cause: error });
  });
  const charge = after.charges.find((each) => each.id === chargeId);
  if (charge === undefined) return false;
  calls.begin(id, () => requestCharge(context, after, charge));
  return true;
}
