import type { Transaction } from 'kysely';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { mayGiveUpOrder, supersede } from '../domain/opening.ts';
import type { OrderClaims } from '../tokens/order-token.ts';
import { BffError } from '../errors.ts';
import { lockCheckout } from '../store/checkouts.ts';
import { moveOrderToken, useOrderToken } from '../store/order-tokens.ts';
import type { BffSchema } from '../store/schema.ts';
import { writeChange } from './write-checkout.ts';

/**
 * Records that an order token changes what the checkout charges. One that another checkout has moves
 * here while that one had no application, and that one ends.
 * @returns false for one that did so before: else an older one could set the amount back
 * @throws BffError `order_invalid`
 */
export async function claimOrder(
  context: BffContext,
  tx: Transaction<BffSchema>,
  { id: checkoutId, publishableKey }: Pick<Checkout, 'id' | 'publishableKey'>,
  { jti, order, expiresAt }: OrderClaims,
): Promise<boolean> {
  const { engine } = context.database;
  const use = { publishableKey, jti, checkoutId, order, expiresAt };
  const ownerId = await useOrderToken(tx, engine, use);
  if (ownerId === undefined) return true;
  if (ownerId === checkoutId) return false;
  const owner = await lockCheckout(tx, engine, ownerId);
  if (owner === undefined || !mayGiveUpOrder(owner)) throw new BffError('order_invalid');
  if (owner.endedBy === null) await writeChange(context, tx, owner, supersede(owner));
  await moveOrderToken(tx, use);
  return true;
}
