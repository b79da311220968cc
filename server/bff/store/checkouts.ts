import { type Selectable, sql, type Transaction } from 'kysely';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Connection, Engine } from '../../platform/database/database.ts';
import { picked, prepare, prepareByColumns } from '../../platform/database/prepare.ts';
import { schedule } from '../../platform/due-work/due-work.ts';
import { INITIAL_CHARGE } from '../domain/charge.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isChargedElsewhere, loadCharges } from './charges.ts';
import {
  changedColumns,
  checkoutOf,
  columnsOf,
  type LoanAndCharges,
  loanOf,
  orderOf,
} from './checkout-row.ts';
import type { BffSchema, CheckoutTable } from './schema.ts';

/** The whole checkout, or undefined when there is none with this id. */
export async function loadCheckout(
  db: Connection<BffSchema>,
  id: string,
): Promise<Checkout | undefined> {
  const { rows } = await selectCheckout(db, { id });
  return rows[0] && checkoutOfRow(db, rows[0]);
}

/** As `loadCheckout`, and nobody else changes it until the transaction ends. */
export async function lockCheckout(
  tx: Transaction<BffSchema>,
  engine: Engine,
  id: string,
): Promise<Checkout | undefined> {
  // The lock first, then a statement that sees what its last holder wrote, charges included.
  if (engine === 'postgres') {
    await tx
      .selectFrom('checkouts')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
  }
  return loadCheckout(tx, id);
}

const selectCheckout = prepare((db: Connection<BffSchema>, { id }: { id: string }) =>
  db.selectFrom('checkouts').selectAll().where('id', '=', id),
);

/** Where a checkout stands in the table, beside what the domain knows of it. */
export interface Placement {
  screen: Screen;
  now: number;
}

export async function insertCheckout(
  tx: Transaction<BffSchema>,
  checkout: Checkout,
  { screen, now }: Placement,
): Promise<void> {
  const row = { ...columnsOf(checkout), id: checkout.id, screen, created_at: now };
  await insertOf(Object.keys(row))(tx, row);
}

const insertOf = prepareByColumns((columns) =>
  prepare((db: Connection<BffSchema>, row: CheckoutTable) =>
    db.insertInto('checkouts').values(picked(row, columns) as CheckoutTable),
  ),
);

/** Writes what has changed in the checkout's own row, if its version is still the one before. */
export async function updateCheckout(
  tx: Transaction<BffSchema>,
  { before, after, screen }: { before: Checkout; after: Checkout; screen: Screen },
): Promise<boolean> {
  const changes = { ...changedColumns(before, after), screen };
  const place = { checkoutId: before.id, fromVersion: before.version };
  const update = updateOf(Object.keys(changes));
  const { numAffectedRows } = await update(tx, { ...changes, ...place });
  return numAffectedRows === 1n;
}

type UpdateArguments = Partial<CheckoutTable> & { checkoutId: string; fromVersion: number };

const updateOf = prepareByColumns((columns) =>
  prepare((db: Connection<BffSchema>, args: UpdateArguments) =>
    db
      .updateTable('checkouts')
      .set(picked(args, columns))
      .where('id', '=', args.checkoutId)
      .where('version', '=', args.fromVersion),
  ),
);

/** Ids of the checkouts that asked for one of these applications or were answered with it. */
export async function checkoutsOfApplications(
  db: Connection<BffSchema>,
  externalApplicationIds: readonly string[],
): Promise<string[]> {
  if (externalApplicationIds.length === 0) return [];
  const ids = [...externalApplicationIds];
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where((row) => row.or([row('id', 'in', ids), row('earlier_application_id', 'in', ids)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the checkouts whose call to the lender was begun and has not ended. */
export async function checkoutsWithOpenCalls(db: Connection<BffSchema>): Promise<string[]> {
  const rows = await selectOpenCalls(db).execute();
  return rows.map(({ id }) => id);
}

/** The states are in its text: SQLite takes a partial index for no parameter. */
export function selectOpenCalls(db: Connection<BffSchema>) {
  const started = sql.lit<'started'>('started');
  return db
    .selectFrom('checkouts')
    .select('id')
    .where('soft_pull_state', '=', started)
    .union(db.selectFrom('charges').select('checkout_id as id').where('state', '=', started));
}

/** The numbers of the last steps of these checkouts, by id. */
export async function stepNumbers(
  db: Connection<BffSchema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('checkouts')
    .select(['id', 'step_number'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, step_number }) => [id, step_number]));
}

/** The checkout of its own row and of what stands in other tables. */
export async function checkoutOfRow(
  db: Connection<BffSchema>,
  row: Selectable<CheckoutTable>,
): Promise<Checkout> {
  const loan = loanOf(row);
  // Nothing is charged before there is an account.
  const charges = loan?.account ? await chargesOf(db, row) : notCharged;
  return checkoutOf(row, { loan, ...charges });
}

type ChargesOfCheckout = Omit<LoanAndCharges, 'loan'>;

const notCharged: ChargesOfCheckout = {
  charges: [],
  laterCharges: [],
  isOrderChargedElsewhere: false,
};

async function chargesOf(
  db: Connection<BffSchema>,
  row: Selectable<CheckoutTable>,
): Promise<ChargesOfCheckout> {
  const all = await loadCharges(db, row.id);
  const charges = all.filter(({ kind }) => kind === INITIAL_CHARGE);
  const laterCharges = all.filter(({ kind }) => kind !== INITIAL_CHARGE);
  const order = orderOf(row);
  if (order === null || charges.length === 0) return { ...notCharged, charges, laterCharges };
  const claim = { checkoutId: row.id, merchant: row.merchant, orderId: order.id };
  const isOrderChargedElsewhere = await isChargedElsewhere(db, claim);
  return { charges, laterCharges, isOrderChargedElsewhere };
}

/** Kind of the due work that reconciles a checkout with its lender. */
export const RECONCILE = 'reconcile';

/** Reconciles a checkout then (epoch milliseconds), and not before. */
export function scheduleReconcile(
  tx: Transaction<BffSchema>,
  checkoutId: string,
  dueAt: number,
): Promise<void> {
  return schedule(tx, { kind: RECONCILE, key: checkoutId, scope: '', dueAt });
}
