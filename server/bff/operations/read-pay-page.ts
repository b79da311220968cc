import type { PayPageRequest, PayPageView } from '../../../widget/contract/pay-page.ts';
import { formatCents } from '../../platform/money.ts';
import { type BffContext, merchantOf } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { endWhenIdle } from '../domain/opening.ts';
import { isGoodHandle } from '../domain/retention.ts';
import { isLinkOpen, isTakenUp } from '../domain/taking-up.ts';
import { BffError } from '../errors.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { readHandle } from '../tokens/resume-handle.ts';
import { readCode } from '../tokens/return-code.ts';
import { handleNow } from './sessions.ts';

/**
 * What the page of links says of what it was opened with. It changes nothing: mail scanners open links,
 * too. Whoever has a link that was taken up elsewhere is told that alone, whatever became of it.
 * @throws BffError `not_found` for what is neither a link, nor this tab's handle, nor a return code of
 * a checkout that was taken up by its link
 */
export async function readPayPage(
  context: BffContext,
  { link, held }: PayPageRequest,
): Promise<PayPageView> {
  const { database, handleKey, clock, merchants } = context;
  const now = clock.now();
  const opened = link === undefined ? undefined : openedBy(context, link);
  const kept = held === undefined ? undefined : readHandle(handleKey, held);
  const id = link === undefined ? kept?.checkoutId : opened?.checkoutId;
  const stored = id === undefined ? undefined : await loadCheckout(database.query, id);
  if (stored?.madeBy !== 'server') throw new BffError('not_found');
  const checkout = endWhenIdle(stored, now);
  const own = kept && (await handleNow(database.query, checkout, kept));
  const isOwn =
    own !== undefined &&
    own.rights !== 'pay' &&
    own.checkoutId === id &&
    isGoodHandle(checkout, own, now) &&
    checkout.takenUpBy === 'link';
  if (opened === undefined && !isOwn && own?.rights !== 'pay') throw new BffError('not_found');
  const merchant = merchantOf(merchants, checkout.publishableKey);
  const state = isOwn ? 'open' : stateOf(checkout, opened ?? own);
  return {
    checkout_id: checkout.id,
    merchant: merchant.publishable_key,
    state,
    is_held: isOwn,
    shop: merchant.name,
    theme: merchant.theme ?? {},
    locale: checkout.locale,
    lender: merchant.lender ? { name: merchant.lender.name, phone: merchant.lender.phone } : null,
    order: state === 'open' && !isSpentCode(checkout, opened) ? orderOf(checkout) : null,
  };
}

/** A link by its generation, or a return code by its digest. */
type Opened = { checkoutId: string } & ({ generation: number } | { digest: string });

function openedBy({ handleKey }: BffContext, text: string): Opened | undefined {
  const handle = readHandle(handleKey, text);
  // A resume handle in an address may be somebody else's.
  if (handle !== undefined) return handle.rights === 'pay' ? handle : undefined;
  return readCode(text);
}

/** @throws BffError `not_found` for a code that is not of this page's */
function stateOf(checkout: Checkout, opened: Opened | undefined): PayPageView['state'] {
  if (opened !== undefined && 'digest' in opened) {
    const isKnown = checkout.returnCodes.some(({ digest }) => digest === opened.digest);
    if (!isKnown || checkout.takenUpBy !== 'link') throw new BffError('not_found');
    // What a code that was used up still says, the checkout's own screen does.
    return 'open';
  }
  const isCurrent = opened?.generation === checkout.generation;
  if (isCurrent && isLinkOpen(checkout)) return 'open';
  return isTakenUp(checkout) ? 'in_use' : 'ended';
}

function isSpentCode({ returnCodes }: Checkout, opened: Opened | undefined): boolean {
  if (opened === undefined || !('digest' in opened)) return false;
  return returnCodes.some(({ digest, usedAt }) => digest === opened.digest && usedAt !== null);
}

function orderOf({ order }: Checkout): PayPageView['order'] {
  return order && { description: order.description, amount: formatCents(order.amountCents) };
}
