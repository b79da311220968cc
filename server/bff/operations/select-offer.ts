import type { SelectOffer } from '../../../widget/contract/checkout.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import type { SelectOfferResponse } from '../../lending-api/offers.ts';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isAllowedLink } from '../domain/invitation-link.ts';
import { assertMayChoose, type Rights } from '../domain/rights.ts';
import { assertSelectable, select } from '../domain/selecting.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { LenderError } from '../lender-error.ts';
import { merchantOf } from '../merchants.ts';
import { returnUrlOf, withNextCode } from '../return-code.ts';
import { WaitBudget } from '../wait-budget.ts';
import { changeStored } from './change-checkout.ts';
import { logLenderProblem } from './log-lender-problem.ts';
import { trySync } from './sync-checkout.ts';

export interface OfferChoice extends SelectOffer {
  offerUuid: string;
  rights: Rights;
}

/**
 * Records the consumer's choice; a repeat renews a dead link. One process makes the choices of one
 * checkout one after the other, so that the last one stored is the last one the lender heard.
 * @throws BffError `wrong_step`, `offer_unavailable`, `amount_out_of_range`, `lender_unavailable`,
 * `lender_refused`
 */
export function selectOffer(
  context: BffContext,
  { id }: Checkout,
  choice: OfferChoice,
): Promise<CheckoutStep> {
  const budget = new WaitBudget(context.timing.waitMs);
  const choosing = context.turns.take(id, async () => {
    // The consumer has been told that nothing was decided.
    if (budget.left === 0) throw new BffError('lender_unavailable');
    return choose(context, id, choice);
  });
  return budget.spend(choosing);
}

async function choose(context: BffContext, id: string, choice: OfferChoice): Promise<CheckoutStep> {
  const { offerUuid, selected_amount: amount, rights } = choice;
  const { after: checkout } = await changeStored(context, id, (current) => {
    assertSelectable(current, { offerUuid, amount });
    assertMayChoose(rights, current);
    return withNextCode(context, current);
  });
  const answer = await askLender(context, checkout, choice);
  const { linkAllowedOrigins } = context.config;
  if (!isAllowedLink(answer.consumer_invitation_link, linkAllowedOrigins)) {
    context.log.error({ event: 'link_not_allowed', checkout_id: id });
    throw new BffError('lender_refused');
  }
  const { after } = await changeStored(context, id, (current) =>
    select(current, {
      offerUuid: answer.offer_uuid,
      selectedAmount: answer.selected_amount,
      link: answer.consumer_invitation_link,
      linkExpiresAt: answer.link_expires_at,
    }),
  );
  return stepOf(after);
}

async function askLender(
  context: BffContext,
  checkout: Checkout,
  { offerUuid, selected_amount }: Pick<OfferChoice, 'offerUuid' | 'selected_amount'>,
): Promise<SelectOfferResponse> {
  try {
    return await context.lender.selectOffer(offerUuid, {
      selected_amount,
      request_user_id: merchantOf(context.merchants, checkout.publishableKey).request_user_id,
      sponsor_redirect_url: returnUrlOf(context, checkout),
      locale: checkout.locale,
    });
  } catch (error) {
    if (!(error instanceof LenderError)) throw error;
    throw await refusalOf(context, checkout.id, error);
  }
}

/** The choice may be repeated, so an answer that was lost counts as none. */
async function refusalOf(
  context: BffContext,
  checkoutId: string,
  error: LenderError,
): Promise<BffError> {
  if (error.failure !== 'refused') return new BffError('lender_unavailable', { cause: error });
  logLenderProblem(context, 'selection_refused', { checkoutId, error });
  await trySync(context, checkoutId);
  if (error.fields.includes('selected_amount')) return new BffError('amount_out_of_range');
  const isOffer = error.status === 400 || error.status === 404;
  return new BffError(isOffer ? 'offer_unavailable' : 'lender_refused', { cause: error });
}
