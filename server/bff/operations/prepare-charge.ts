import { type FeeSplit, splitFee } from '../../platform/money.ts';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';
import { LenderError } from '../lender-error.ts';
import { merchantOf } from '../merchants.ts';
import { sendInvitation } from './invite-to-portal.ts';
import { isReadingProblem, syncCheckout } from './sync-checkout.ts';

/** A charge goes by what the lender says now, or not at all. @throws BffError `lender_unavailable` */
export async function readPrerequisites(context: BffContext, id: string): Promise<void> {
  try {
    await syncCheckout(context, id);
  } catch (error) {
    if (!isReadingProblem(error)) throw error;
    throw new BffError('lender_unavailable', { cause: error });
  }
}

/** A consumer who was never invited to the Payment Portal is invited when a charge needs it. */
export async function inviteIfMissing(
  context: BffContext,
  checkout: Checkout,
  error: unknown,
): Promise<void> {
  const { loan } = checkout;
  const isPortalMissing = error instanceof BffError && error.code === 'portal_required';
  if (isPortalMissing && loan?.account?.portalAccountStatus === 'NotInvited') {
    await sendInvitation(context, checkout, loan);
  }
}

/**
 * The merchant's, the platform's and the sponsor's part, by the product that was accepted.
 * @throws BffError `charge_blocked`, `lender_unavailable`
 */
export async function feeSplit(
  { lender, merchants }: BffContext,
  { publishableKey, loan }: Checkout,
  cents: number,
): Promise<FeeSplit> {
  try {
    const products = await lender.rateSheet(merchantOf(merchants, publishableKey).admin_user_id);
    const product = products.find(({ product_id }) => product_id === loan?.account?.productId);
    if (product === undefined) throw new BffError('charge_blocked');
    return splitFee(cents, product);
  } catch (error) {
    if (error instanceof LenderError) throw new BffError('lender_unavailable', { cause: error });
    throw error;
  }
}
