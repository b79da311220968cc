import type { OrderRefusal, OrderTokenDiagnosis } from '../../../widget/contract/order-refusal.ts';
import type { BffContext, Merchant } from '../context.ts';
import { mayGiveUpOrder } from '../domain/opening.ts';
import { BffError } from '../errors.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { isOlderOrder, ownerOfOrderToken } from '../store/order-tokens.ts';
import type { OrderClaims } from '../tokens/order-token.ts';
import { readPageOrder } from './read-page-order.ts';

/**
 * Why a new checkout could not begin with this token. What a checkout that is open has against it is
 * not asked.
 */
export async function diagnoseOrderToken(
  context: BffContext,
  merchant: Merchant,
  token: string,
): Promise<OrderTokenDiagnosis> {
  try {
    const claims = await readPageOrder(context, merchant, { order_token: token });
    const reason = claims === undefined ? null : await staleness(context, merchant, claims);
    return { refusal: reason === null ? null : { reason } };
  } catch (error) {
    if (error instanceof BffError && error.refusal) return { refusal: error.refusal };
    throw error;
  }
}

/** What time or another token has made of a good one. */
async function staleness(
  { database: { query } }: BffContext,
  { publishable_key }: Merchant,
  { order, jti, isExpired }: OrderClaims,
): Promise<OrderRefusal['reason'] | null> {
  if (isExpired) return 'expired';
  if (await isOlderOrder(query, publishable_key, order)) return 'outdated';
  const ownerId = await ownerOfOrderToken(query, publishable_key, jti);
  if (ownerId === undefined) return null;
  const owner = await loadCheckout(query, ownerId);
  return owner !== undefined && mayGiveUpOrder(owner) ? null : 'used';
}
