import { type Selectable, sql, type Transaction } from 'kysely';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import {
  type Authorization,
  type Charge,
  type ChargeState,
  endedChargeStates,
  INITIAL_CHARGE,
  isLive,
  liveChargeStates,
  type WaitingRequest,
} from '../domain/charge.ts';
import type { Checkout } from '../domain/checkout.ts';
import { parsed } from './json-column.ts';
import type { BffSchema, ChargeTable } from './schema.ts';

/** The order has a live initial charge already, of this checkout or of another one. */
export class OrderAlreadyChargedError extends Error {
  override readonly name = 'OrderAlreadyChargedError';
}

/** The charges of a checkout, those of each kind oldest first. */
export async function loadCharges(
  db: Connection<BffSchema>,
  checkoutId: string,
): Promise<Charge[]> {
  const { rows } = await selectCharges(db, { checkoutId });
  return rows.map(chargeOf);
}

const selectCharges = prepare((db: Connection<BffSchema>, args: { checkoutId: string }) =>
  db
    .selectFrom('charges')
    .selectAll()
    .where('checkout_id', '=', args.checkoutId)
    .orderBy('position'),
);

/** The charges of each of these checkouts, by its id. */
export async function chargesByCheckout(
  db: Connection<BffSchema>,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Charge[]>> {
  if (checkoutIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('charges')
    .selectAll()
    .where('checkout_id', 'in', [...checkoutIds])
    .execute();
  const byCheckout = Map.groupBy(rows, ({ checkout_id }) => checkout_id);
  return new Map([...byCheckout].map(([id, own]) => [id, own.map(chargeOf)]));
}

/** True if another checkout has a live initial charge for the merchant's order. */
export async function isChargedElsewhere(
  db: Connection<BffSchema>,
  order: OrderOfCheckout,
): Promise<boolean> {
  const { rows } = await findLiveElsewhere(db, order);
  return rows.length > 0;
}

interface OrderOfCheckout {
  checkoutId: string;
  merchant: string;
  orderId: string;
}

const findLiveElsewhere = prepare(selectLiveElsewhere);

/**
 * In the words of the index of live charges, which SQLite does not take for values that come later:
 * it would read every charge of the merchant.
 */
export function selectLiveElsewhere(db: Connection<BffSchema>, order: OrderOfCheckout) {
  return db
    .selectFrom('charges')
    .select('id')
    .where('merchant', '=', order.merchant)
    .where('order_id', '=', order.orderId)
    .where('transaction_description', '=', sql.lit(INITIAL_CHARGE))
    .where(
      'state',
      'in',
      liveChargeStates.map((state) => sql.lit(state)),
    )
    .where('checkout_id', '<>', order.checkoutId);
}

/** Which checkouts these charge requests belong to. */
export async function checkoutsOfRequests(
  db: Connection<BffSchema>,
  paymentRequestUuids: readonly string[],
): Promise<string[]> {
  if (paymentRequestUuids.length === 0) return [];
  const rows = await db
    .selectFrom('charges')
    .select('checkout_id')
    .where('payment_request_uuid', 'in', [...paymentRequestUuids])
    .execute();
  return rows.map(({ checkout_id }) => checkout_id);
}

/** The merchant's charges that go by one of these names at the lender, of whatever checkout. */
export async function chargesNamed(
  db: Connection<BffSchema>,
  merchant: string,
  { requests, identifiers }: { requests: readonly string[]; identifiers: readonly string[] },
): Promise<Charge[]> {
  const rows = await selectNamed(db, { requests, identifiers }).execute();
  return rows.filter((row) => row.merchant === merchant).map(chargeOf);
}

/** Those of every merchant: beside a merchant SQLite would read all of its charges. */
export function selectNamed(
  db: Connection<BffSchema>,
  { requests, identifiers }: { requests: readonly string[]; identifiers: readonly string[] },
) {
  return db
    .selectFrom('charges')
    .selectAll()
    .where((row) =>
      row.or([
        row('payment_request_uuid', 'in', ['', ...requests]),
        row('payment_identifier', 'in', ['', ...identifiers]),
      ]),
    );
}

/** A charge with the checkout it is of. */
export interface ChargeOfCheckout {
  readonly checkoutId: string;
  readonly charge: Charge;
}

const followedStates = ['settled', 'reversed', ...endedChargeStates] as const;
/** Each page is read in one turn of the event loop, in which nobody else is answered. */
const pageSize = 200;

/** When the first of the charges of `chargesToFollow` was asked for, null where there is none. */
export async function firstToFollow(
  db: Connection<BffSchema>,
  merchant: string,
  since: number,
): Promise<number | null> {
  const { first } = await selectToFollow(db, { merchant, since })
    .where('state', 'in', followedStates)
    .select((row) => row.fn.min('started_at').as('first'))
    .executeTakeFirstOrThrow();
  return first === null ? null : Number(first);
}

/**
 * The merchant's charges whose money was transferred since then, or went back, and those since then
 * that ended without money (epoch milliseconds), page by page.
 */
export async function* chargesToFollow(
  db: Connection<BffSchema>,
  merchant: string,
  since: number,
): AsyncGenerator<ChargeOfCheckout[]> {
  for (const state of followedStates) {
    let after: PageEnd | undefined = { since, id: '' };
    while (after !== undefined) {
      const rows: Selectable<ChargeTable>[] = await selectPageToFollow(db, {
        merchant,
        state,
        after,
      }).execute();
      if (rows.length > 0) {
        yield rows.map((row) => ({ checkoutId: row.checkout_id, charge: chargeOf(row) }));
      }
      after = rows.length < pageSize ? undefined : endOf(rows.at(-1));
    }
  }
}

interface PageEnd {
  since: number;
  id: string;
}

function endOf(row: Selectable<ChargeTable> | undefined): PageEnd | undefined {
  return row && { since: row.settled_at ?? row.started_at, id: row.id };
}

/** In the order of its index. */
export function selectPageToFollow(
  db: Connection<BffSchema>,
  { merchant, state, after }: { merchant: string; state: ChargeState; after: PageEnd },
) {
  return selectToFollow(db, { merchant, since: after.since })
    .selectAll()
    .where('state', '=', state)
    .where((row) => row.or([row(followedAt, '>', after.since), row('id', '>', after.id)]))
    .orderBy(followedAt)
    .orderBy('id')
    .limit(pageSize);
}

function selectToFollow(
  db: Connection<BffSchema>,
  { merchant, since }: { merchant: string; since: number },
) {
  return db.selectFrom('charges').where('merchant', '=', merchant).where(followedAt, '>=', since);
}

/** As its index has it. */
const followedAt = sql<number>`coalesce(settled_at, started_at)`;

export async function countUnresolved(
  db: Connection<BffSchema>,
  table: 'charges' | 'refunds',
): Promise<number> {
  const { count } = await selectUnresolved(db, table).executeTakeFirstOrThrow();
  return Number(count);
}

/** The state is in its text: SQLite takes a partial index for no parameter. */
export function selectUnresolved(db: Connection<BffSchema>, table: 'charges' | 'refunds') {
  return db
    .selectFrom(table)
    .select((row) => row.fn.countAll().as('count'))
    .where('state', '=', sql.lit<'unresolved'>('unresolved'));
}

/** A charge that is new, or was changed. */
export interface ChangedCharge {
  readonly before: Charge | undefined;
  readonly after: Charge;
}

/**
 * Writes a charge; an initial one that starts, or turns out to have been heard after all, is refused
 * while the order has a live one.
 * @throws OrderAlreadyChargedError
 */
export async function saveCharge(
  tx: Transaction<BffSchema>,
  { id: checkoutId, publishableKey }: Pick<Checkout, 'id' | 'publishableKey'>,
  { before, after: charge }: ChangedCharge,
): Promise<void> {
  const row = rowOf(charge);
  // What came to nothing, or had ended, comes back as a new row: only an insert can give way to the
  // unique index without ending the transaction.
  const comesBack = before !== undefined && !isLive(before) && isLive(charge);
  if (before !== undefined && !comesBack) {
    await tx.updateTable('charges').set(row).where('id', '=', charge.id).execute();
    return;
  }
  if (comesBack) await tx.deleteFrom('charges').where('id', '=', charge.id).execute();
  const inserted = await tx
    .insertInto('charges')
    .values({
      ...row,
      id: charge.id,
      checkout_id: checkoutId,
      merchant: publishableKey,
      transaction_description: charge.kind,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (insertedRows(inserted) === 1) return;
  throw new OrderAlreadyChargedError(`order ${charge.orderId} has a live charge already`);
}

function rowOf(charge: Charge) {
  return {
    position: charge.position,
    order_id: charge.orderId,
    state: charge.state,
    consumer_charge_amount_cents: charge.amountCents,
    ...charge.split,
    payment_identifier: charge.paymentIdentifier,
    payment_request_uuid: charge.paymentRequestUuid,
    request: charge.request && JSON.stringify(charge.request),
    authorization: charge.authorization && JSON.stringify(charge.authorization),
    settled_at: charge.settledAt,
    started_at: charge.startedAt,
    deadline_at: charge.deadlineAt,
  };
}

function chargeOf(row: Selectable<ChargeTable>): Charge {
  return {
    id: row.id,
    kind: row.transaction_description,
    position: row.position,
    state: row.state,
    orderId: row.order_id,
    amountCents: row.consumer_charge_amount_cents,
    split: {
      net_to_merchant_amount_cents: row.net_to_merchant_amount_cents,
      net_platform_fee_cents: row.net_platform_fee_cents,
      net_to_sponsor_amount_cents: row.net_to_sponsor_amount_cents,
    },
    paymentIdentifier: row.payment_identifier,
    paymentRequestUuid: row.payment_request_uuid,
    settledAt: row.settled_at,
    request: parsed<WaitingRequest>(row.request),
    authorization: parsed<Authorization>(row.authorization),
    startedAt: row.started_at,
    deadlineAt: row.deadline_at,
  };
}
