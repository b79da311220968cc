import type { PatchCheckout } from '../../../widget/contract/checkout.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { parseCents } from '../../platform/money.ts';
import { type BffContext, merchantOf } from '../context.ts';
import {
  assertMayApply,
  assertReturnUrl,
  mayBringOrder,
  maySayReturnUrl,
} from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import { type ChangeTerms, changeAmount, endWhenIdle, seenFrom } from '../domain/opening.ts';
import { stepOf } from '../domain/step.ts';
import { orderInvalid } from '../errors.ts';
import { isOlderOrder } from '../store/order-tokens.ts';
import { problemOfOrder } from '../store/orders-in-use.ts';
import type { Session } from '../store/sessions.ts';
import type { OrderClaims } from '../tokens/order-token.ts';
import { bringOrderOf, claimOrder } from './open-checkout.ts';
import { readPageOrder } from './read-page-order.ts';
import { assertNotVoided } from './sessions.ts';
import { lockStored, writeChange } from './write-checkout.ts';

/**
 * Takes over what the page has changed. A page that has gone meanwhile may have sent a later change by
 * another connection: what it no longer waits for is not written.
 * @param page aborted once the page waits no longer
 * @throws BffError `wrong_step`, `order_invalid`, `amount_out_of_range`, `origin_not_allowed`,
 * `invalid_request`, `token_expired` when another browser has taken the checkout up meanwhile
 */
export async function patchCheckout(
  context: BffContext,
  session: Pick<Session, 'checkout' | 'rights' | 'tokenDigest'>,
  patch: PatchCheckout,
  page: AbortSignal,
): Promise<CheckoutStep> {
  const { database, clock, merchants } = context;
  const { checkout, rights } = session;
  const { id, publishableKey } = checkout;
  const { return_url } = patch;
  if (return_url !== undefined) {
    // Others may have the link, too: where its consumer returns to is not theirs to say.
    const pages = rights === 'pay' ? [] : merchantOf(merchants, publishableKey).origins;
    assertReturnUrl(return_url, pages);
  }
  if (patch.amount !== undefined) assertMayApply(rights);
  const heard = maySayReturnUrl(rights) ? patch : { ...patch, return_url: undefined };
  const claims = await freshClaims(context, publishableKey, patch);
  return database.transaction(async (tx) => {
    const before = await lockStored(tx, database, id);
    if (page.aborted) return stepOf(before);
    if (before.madeBy === 'server') await assertNotVoided(tx, session);
    if (claims !== undefined && !mayBringOrder(rights, before, claims.order)) {
      throw orderInvalid('may_not_bring');
    }
    const isOlder = claims !== undefined && (await isOlderOrder(tx, publishableKey, claims.order));
    const brought = isOlder ? undefined : claims;
    const terms = { now: clock.now(), amounts: merchants.get(publishableKey)?.amounts };
    const after = patched(endWhenIdle(before, terms.now), heard, brought, terms);
    const takesOrder = brought !== undefined && after.order !== before.order;
    if (takesOrder && !(await claimOrder(context, tx, before, brought))) {
      throw orderInvalid('used');
    }
    const isFirst = takesOrder && before.order === null && stepOf(after).screen === 'details';
    const told = isFirst ? { ...after, problem: await problemOfOrder(tx, after) } : after;
    return stepOf(await writeChange(context, tx, before, told));
  });
}

async function freshClaims(
  context: BffContext,
  publishableKey: string,
  patch: PatchCheckout,
): Promise<OrderClaims | undefined> {
  const merchant = merchantOf(context.merchants, publishableKey);
  const claims = await readPageOrder(context, merchant, patch);
  if (claims?.isExpired) throw orderInvalid('expired');
  return claims;
}

function patched(
  checkout: Checkout,
  patch: PatchCheckout,
  claims: OrderClaims | undefined,
  terms: ChangeTerms,
): Checkout {
  const current = seenFrom(checkout, patch);
  const ordered = claims === undefined ? current : bringOrderOf(current, claims, terms);
  const { amount } = patch;
  return amount === undefined ? ordered : changeAmount(ordered, parseCents(amount), terms);
}
