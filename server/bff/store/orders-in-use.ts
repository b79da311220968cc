import type { Transaction } from 'kysely';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Connection } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { BffSchema, OrderOpeningTable } from './schema.ts';

/** Where an application has come to nothing, its order is free. */
const free: readonly Screen[] = ['details', 'no_offers', 'cancelled', 'expired'];

/** More of one order are looked at by nobody: a shop may send one id for all that it sells. */
const mostOfOrder = 100;

/**
 * The newest checkout of an order whose application stands, and whether one of the newest has a loan.
 * @param except a checkout that is not looked for
 * @param left those whose applications are no news, unless the order has a loan
 */
export async function applicationOfOrder(
  db: Connection<BffSchema>,
  {
    left = [],
    ...order
  }: Omit<OfOrder, 'except'> & Partial<OfOrder> & { left?: readonly string[] },
): Promise<{ id: string; madeBy: 'page' | 'server'; isAccepted: boolean } | undefined> {
  const { rows } = await selectOfOrder(db, { except: '', ...order });
  const isAccepted = rows.some(({ status }) => status === 'accepted');
  const newest = rows.find(({ id }) => isAccepted || !left.includes(id));
  return newest && { id: newest.id, madeBy: newest.made_by, isAccepted };
}

interface OfOrder {
  publishableKey: string;
  orderId: string;
  except: string;
}

const selectOfOrder = prepare((db: Connection<BffSchema>, order: OfOrder) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'made_by', 'status'])
    .where('merchant', '=', order.publishableKey)
    .where('order_id', '=', order.orderId)
    .where('screen', 'not in', [...free])
    .where('id', '!=', order.except)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostOfOrder),
);

/** What other checkouts of its order say: a second application must not begin without a word. */
export async function problemOfOrder(
  db: Connection<BffSchema>,
  {
    id,
    order,
    publishableKey,
    leftApplications: left,
  }: Pick<Checkout, 'id' | 'order' | 'publishableKey' | 'leftApplications'>,
): Promise<Checkout['problem']> {
  if (order === null) return null;
  const others = { publishableKey, orderId: order.id, except: id, left };
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
