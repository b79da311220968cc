import qrcode from 'qrcode-generator';
import { formatCents } from '../../platform/money.ts';
import type { BffContext, Merchant } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { endWhenIdle } from '../domain/opening.ts';
import { isLinkOpen, isTakenUp, reissued, reissueOf } from '../domain/taking-up.ts';
import { stepBlocked } from '../errors.ts';
import type { CreatedCheckout, LinkRequest } from '../merchant-api/checkouts.ts';
import { withoutGoneSeller } from '../merchants.ts';
import { endSessions } from '../store/sessions.ts';
import { payLinkOf } from '../tokens/pay-link.ts';
import { findRepeat, keyedFor, takeKey } from './idempotency-key.ts';
import { createdAnswer, newCheckout } from './open-for-merchant.ts';
import { loadOwn } from './read-for-merchant.ts';
import { trySync } from './sync-checkout.ts';
import { lockStored, writeChange, writeNew } from './write-checkout.ts';

interface LinkIssue {
  merchant: Merchant;
  body: LinkRequest;
  /** `Idempotency-Key` */
  key: string | undefined;
}

/**
 * Issues the link again: of the same checkout while nobody has applied, else of a new one for the same
 * order.
 * @throws BffError `not_found`, `wrong_step`, `idempotency_conflict`, `amount_out_of_range`
 */
export async function issueLink(
  context: BffContext,
  id: string,
  { merchant, body, key }: LinkIssue,
): Promise<CreatedCheckout> {
  const { database, clock } = context;
  await loadOwn(context, merchant, id);
  const keyed = keyedFor(context, merchant, { operation: `link ${id}`, key, body });
  const repeat = await findRepeat(context, keyed);
  if (repeat !== undefined) return createdAnswer(context, repeat.checkoutId);
  // Whether the consumer has accepted is what the lender says now.
  await trySync(context, id);
  const issuedId = await database.transaction(async (tx) => {
    const before = await lockStored(tx, database, id);
    const current = withoutGone(merchant, endWhenIdle(before, clock.now()));
    const isSame = reissueOf(current) === 'same_checkout';
    const another = isSame ? undefined : ofSameOrder(context, merchant, current);
    const checkoutId = another?.id ?? id;
    const known = await takeKey(tx, keyed, { checkoutId, targetId: null });
    if (known !== undefined) return known.checkoutId;
    if (another !== undefined) await writeNew(context, tx, another);
    else {
      await writeChange(context, tx, before, reissued(current));
      await endSessions(tx, { checkoutId: id });
    }
    return checkoutId;
  });
  return createdAnswer(context, issuedId);
}

/** Without a seller or a page to come back to that the merchant's entry no longer has. */
function withoutGone(merchant: Merchant, checkout: Checkout): Checkout {
  const { returnUrl } = checkout;
  const hasPage = returnUrl !== null && merchant.origins.includes(new URL(returnUrl).origin);
  return {
    ...withoutGoneSeller(merchant, checkout),
    returnUrl: hasPage ? returnUrl : null,
  };
}

/** @throws BffError `amount_out_of_range` */
function ofSameOrder(context: BffContext, merchant: Merchant, checkout: Checkout): Checkout {
  const { order, returnUrl, locale, soldBy, offerCode } = checkout;
  if (order === null) throw stepBlocked('made_by_page');
  return newCheckout(context, merchant, {
    amount: formatCents(order.amountCents),
    order_id: order.id,
    description: order.description ?? undefined,
    return_url: returnUrl ?? undefined,
    locale,
    sold_by: soldBy ?? undefined,
    offer_code: offerCode ?? undefined,
  });
}

/**
 * The link as a QR code, an SVG picture.
 * @throws BffError `not_found`, `wrong_step` where it opens nothing any more
 */
export async function qrCodeOf(
  context: BffContext,
  merchant: Merchant,
  id: string,
): Promise<string> {
  const checkout = endWhenIdle(await loadOwn(context, merchant, id), context.clock.now());
  // Where nothing can be issued again, the reason is the same here.
  reissueOf(checkout);
  if (!isLinkOpen(checkout)) throw stepBlocked(isTakenUp(checkout) ? 'taken_up' : 'ended');
  const code = qrcode(0, 'M');
  code.addData(payLinkOf(context, checkout));
  code.make();
  return code.createSvgTag({ cellSize: 4, margin: 16, scalable: true });
}
