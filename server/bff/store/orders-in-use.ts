import type { Transaction } from 'kysely';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { BffSchema, OrderOpeningTable } from './schema.ts';

/** Where an application has come to nothing, its order is free. */
const free: readonly Screen[] = ['details', 'no_offers', 'cancelled', 'expired'];

/**
 * The newest checkout of an order whose application stands, and whether any of them has a loan.
 * @param except a checkout that is not looked for
 */
export async function applicationOfOrder(
  db: Connection<BffSchema>,
  { publishableKey, orderId, except }: { publishableKey: string; orderId: string; except?: string },
): Promise<{ id: string; madeBy: 'page' | 'server'; isAccepted: boolean } | undefined> {
  const rows = await db
    .selectFrom('checkouts')
    .select(['id', 'made_by', 'status'])
    .where('merchant', '=', publishableKey)
    .where('order_id', '=', orderId)
    .where('screen', 'not in', [...free])
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [newest] = rows;
  const isAccepted = rows.some(({ status }) => status === 'accepted');
  return newest && { id: newest.id, madeBy: newest.made_by, isAccepted };
}

/** What other checkouts of its order say: a second application must not begin without a word. */
export async function problemOfOrder(
  db: Connection<BffSchema>,
  { id, order, publishableKey }: Pick<Checkout, 'id' | 'order' | 'publishableKey'>,
): Promise<Checkout['problem']> {
  if (order === null) return null;
  const others = { publishableKey, orderId: order.id, except: id };
  const application = await applicationOfOrder(db, others);
  if (application === undefined) return null;
  return application.isAccepted ? 'order_accepted' : 'order_in_use';
}

/** Kept as long as the checkout. */
export async function noteOrderOpening(
  tx: Transaction<BffSchema>,
  opening: OrderOpeningTable,
): Promise<void> {
  await tx.insertInto('order_openings').values(opening).execute();
}
