import type { BffContext, Merchant } from '../context.ts';
import { type OrderClaims, readOrderToken } from '../tokens/order-token.ts';

/**
 * The order that a page brings by its token. Of a merchant that is gone it is not read: its keys are
 * void, and its open checkouts have their orders.
 * @throws BffError `order_invalid`
 */
export async function readPageOrder(
  { config, clock, merchants }: BffContext,
  merchant: Merchant,
  { order_token }: { order_token?: string | undefined },
): Promise<OrderClaims | undefined> {
  if (order_token === undefined || !merchants.isListed(merchant.publishable_key)) return undefined;
  return readOrderToken(merchant, order_token, {
    issuer: merchant.publishable_key,
    audience: config.bffPublicUrl,
    now: clock.now(),
  });
}
