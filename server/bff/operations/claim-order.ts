import type { Transaction } from 'kysely';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { mayGiveUpOrder, supersede } from '../domain/opening.ts';
import type { OrderClaims } from '../domain/order-claims.ts';
import { BffError } from '../errors.ts';
import { lockCheckout } from '../store/checkouts.ts';
import { moveOrderToken, useOrderToken } from '../store/order-tokens.ts';
import type { BffSchema } from '../store/schema.ts';
import { writeChange } from './write-checkout.ts';

/**
 * Records that an order token has changed what the checkout charges, which each does once: else an
 * older one could set the amount back. One that another checkout has moves here while that one had
 * no application, and that one ends.
 * @throws BffError `order_invalid`
 */
export async function claimOrder(
  context: BffContext,
  tx: Transaction<BffSchema>,
  { id: checkoutId, publishableKey }: Pick<Checkout, 'id' | 'publishableKey'>,
  { jti, expiresAt }: OrderClaims,
): Promise<void> {
  const { engine } = context.database;
  const use = { publishableKey, jti, checkoutId, expiresAt };
  const ownerId = await useOrderToken(tx, engine, use);
  if (ownerId === undefined) return;
  if (ownerId === checkoutId) throw new BffError('order_invalid');
  const owner = await lockCheckout(tx, engine, ownerId);
  if (owner === undefined || !mayGiveUpOrder(owner)) throw new BffError('order_invalid');
  if (owner.endedBy === null) await writeChange(context, tx, owner, supersede(owner));
  await moveOrderToken(tx, use);
}
