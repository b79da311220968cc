import type { Selectable, Transaction } from 'kysely';
import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Connection, Engine } from '../../platform/database/database.ts';
import type { Checkout, Order, Selection } from '../domain/checkout.ts';
import type { Loan } from '../domain/loan.ts';
import { isChargedElsewhere, loadCharges } from './charges.ts';
import type { BffSchema, CheckoutTable } from './schema.ts';
import { type SoftPullColumns, softPullColumns, softPullOf } from './soft-pulls.ts';

/** The whole checkout, or undefined when there is none with this id. */
export async function loadCheckout(
  db: Connection<BffSchema>,
  id: string,
): Promise<Checkout | undefined> {
  const row = await rowsWithSoftPull(db).where('checkouts.id', '=', id).executeTakeFirst();
  return row && assemble(db, row);
}

/** As `loadCheckout`, and nobody else changes it until the transaction ends. */
export async function lockCheckout(
  tx: Transaction<BffSchema>,
  engine: Engine,
  id: string,
): Promise<Checkout | undefined> {
  // The lock first, then a statement that sees what its last holder wrote, the soft pull included.
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
  await tx
    .insertInto('checkouts')
    .values({ ...rowOf(checkout), id: checkout.id, screen, created_at: now })
    .execute();
}

/** Writes the checkout's own row if its version is still `fromVersion`. */
export async function updateCheckout(
  tx: Transaction<BffSchema>,
  checkout: Checkout,
  { screen, fromVersion }: { screen: Screen; fromVersion: number },
): Promise<boolean> {
  const result = await tx
    .updateTable('checkouts')
    .set({ ...rowOf(checkout), screen })
    .where('id', '=', checkout.id)
    .where('version', '=', fromVersion)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ids of the checkouts that go on with an application, or that asked for it. */
export async function checkoutsOfApplication(
  db: Connection<BffSchema>,
  externalApplicationId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where('external_application_id', '=', externalApplicationId)
    .union(
      db
        .selectFrom('soft_pulls')
        .select('checkout_id as id')
        .where('soft_pulls.id', '=', externalApplicationId),
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

/** A checkout has one soft pull at most, so both are read as one row. */
function rowsWithSoftPull(db: Connection<BffSchema>) {
  return db
    .selectFrom('checkouts')
    .leftJoin('soft_pulls', 'soft_pulls.checkout_id', 'checkouts.id')
    .selectAll('checkouts')
    .select(softPullColumns);
}

type CheckoutRow = Selectable<CheckoutTable> & SoftPullColumns;

async function assemble(db: Connection<BffSchema>, row: CheckoutRow): Promise<Checkout> {
  const order = orderOf(row);
  const loan = parsed<Loan>(row.loan);
  // Nothing is charged before there is an account.
  const charges = loan?.account ? await loadCharges(db, row.id) : [];
  const claim = order && { checkoutId: row.id, merchant: row.merchant, orderId: order.id };
  return {
    id: row.id,
    merchantKey: row.merchant,
    origin: row.origin,
    isFramed: row.is_framed === 1,
    returnUrl: row.return_url,
    locale: row.locale,
    generation: row.generation,
    amountCents: row.amount_cents,
    order,
    softPull: softPullOf(row),
    loan,
    selection: parsed<Selection>(row.selection),
    isLookingAgain: row.is_looking_again === 1,
    problem: row.problem as ErrorCode | null,
    bankMissingSince: row.bank_missing_since,
    charges,
    isOrderChargedElsewhere:
      claim !== null && charges.length > 0 && (await isChargedElsewhere(db, claim)),
    endedBy: row.ended_by,
    touchedAt: row.touched_at,
    endedAt: row.ended_at,
    version: row.version,
    stepNumber: row.step_number,
  };
}

function orderOf(row: Selectable<CheckoutTable>): Order | null {
  if (row.order_id === null || row.order_amount_cents === null) return null;
  return {
    id: row.order_id,
    amountCents: row.order_amount_cents,
    description: row.order_description,
  };
}

/** JSON that this module wrote itself, from a value of that type. */
function parsed<Value>(json: string | null): Value | null {
  return json === null ? null : (JSON.parse(json) as Value);
}

function rowOf(checkout: Checkout): Omit<CheckoutTable, 'id' | 'screen' | 'created_at'> {
  const { loan, order, selection, softPull } = checkout;
  return {
    merchant: checkout.merchantKey,
    origin: checkout.origin,
    is_framed: checkout.isFramed ? 1 : 0,
    return_url: checkout.returnUrl,
    locale: checkout.locale,
    generation: checkout.generation,
    amount_cents: checkout.amountCents,
    order_id: order?.id ?? null,
    order_amount_cents: order?.amountCents ?? null,
    order_description: order?.description ?? null,
    external_application_id: loan?.externalApplicationId ?? softPull?.id ?? null,
    loan: loan && JSON.stringify(loan),
    selection: selection && JSON.stringify(selection),
    is_looking_again: checkout.isLookingAgain ? 1 : 0,
    problem: checkout.problem,
    bank_missing_since: checkout.bankMissingSince,
    ended_by: checkout.endedBy,
    version: checkout.version,
    step_number: checkout.stepNumber,
    touched_at: checkout.touchedAt,
    ended_at: checkout.endedAt,
  };
}
