import type { Selectable, Transaction } from 'kysely';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Connection, Engine } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isChargedElsewhere, loadCharges } from './charges.ts';
import {
  type CheckoutColumns,
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
  return rows[0] && assemble(db, rows[0]);
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
  await insertRow(tx, { ...columnsOf(checkout), id: checkout.id, screen, created_at: now });
}

const insertRow = prepare((db: Connection<BffSchema>, row: CheckoutTable) =>
  db.insertInto('checkouts').values({
    ...changeable(row),
    id: row.id,
    screen: row.screen,
    created_at: row.created_at,
  }),
);

/** Writes the checkout's own row if its version is still `fromVersion`. */
export async function updateCheckout(
  tx: Transaction<BffSchema>,
  checkout: Checkout,
  { screen, fromVersion }: { screen: Screen; fromVersion: number },
): Promise<boolean> {
  const row = { ...columnsOf(checkout), id: checkout.id, screen, fromVersion };
  const { numAffectedRows } = await updateRow(tx, row);
  return numAffectedRows === 1n;
}

type UpdateArguments = CheckoutColumns & { id: string; screen: string; fromVersion: number };

const updateRow = prepare((db: Connection<BffSchema>, row: UpdateArguments) =>
  db
    .updateTable('checkouts')
    .set({ ...changeable(row), screen: row.screen })
    .where('id', '=', row.id)
    .where('version', '=', row.fromVersion),
);

/** Each column by its name, since the placeholders of a prepared statement cannot be spread. */
function changeable(row: CheckoutColumns): CheckoutColumns {
  return {
    merchant: row.merchant,
    origin: row.origin,
    is_framed: row.is_framed,
    return_url: row.return_url,
    locale: row.locale,
    generation: row.generation,
    amount_cents: row.amount_cents,
    order_id: row.order_id,
    order_amount_cents: row.order_amount_cents,
    order_description: row.order_description,
    soft_pull_id: row.soft_pull_id,
    soft_pull_state: row.soft_pull_state,
    soft_pull_fingerprint: row.soft_pull_fingerprint,
    soft_pull_started_at: row.soft_pull_started_at,
    soft_pull_deadline_at: row.soft_pull_deadline_at,
    offers_shown: row.offers_shown,
    widget_version: row.widget_version,
    external_application_id: row.external_application_id,
    loan: row.loan,
    selection: row.selection,
    is_looking_again: row.is_looking_again,
    problem: row.problem,
    bank_missing_since: row.bank_missing_since,
    ended_by: row.ended_by,
    version: row.version,
    step_number: row.step_number,
    touched_at: row.touched_at,
    ended_at: row.ended_at,
  };
}

/** Ids of the checkouts that go on with an application, or that asked for it. */
export async function checkoutsOfApplication(
  db: Connection<BffSchema>,
  externalApplicationId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where((row) =>
      row.or([
        row('external_application_id', '=', externalApplicationId),
        row('soft_pull_id', '=', externalApplicationId),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
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
export async function assemble(
  db: Connection<BffSchema>,
  row: Selectable<CheckoutTable>,
): Promise<Checkout> {
  const loan = loanOf(row);
  // Nothing is charged before there is an account.
  const charges = loan?.account ? await chargesOf(db, row) : notCharged;
  return checkoutOf(row, { loan, ...charges });
}

type ChargesOfCheckout = Omit<LoanAndCharges, 'loan'>;

const notCharged: ChargesOfCheckout = { charges: [], isOrderChargedElsewhere: false };

async function chargesOf(
  db: Connection<BffSchema>,
  row: Selectable<CheckoutTable>,
): Promise<ChargesOfCheckout> {
  const charges = await loadCharges(db, row.id);
  const order = orderOf(row);
  if (order === null || charges.length === 0) return { ...notCharged, charges };
  const claim = { checkoutId: row.id, merchant: row.merchant, orderId: order.id };
  return { charges, isOrderChargedElsewhere: await isChargedElsewhere(db, claim) };
}
