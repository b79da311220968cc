import type { Selectable, Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { Refund } from '../domain/refund.ts';
import type { BffSchema, RefundTable } from './schema.ts';

/** The refunds of a checkout's charges, oldest first. */
export async function loadRefunds(
  db: Connection<BffSchema>,
  checkoutId: string,
): Promise<readonly Refund[]> {
  const { rows } = await selectRefunds(db, { checkoutId });
  return rows.map(refundOf);
}

const selectRefunds = prepare((db: Connection<BffSchema>, args: { checkoutId: string }) =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('checkout_id', '=', args.checkoutId)
    .orderBy('started_at')
    .orderBy('id'),
);

/** The refunds of each of these checkouts, by its id, oldest first. */
export async function refundsByCheckout(
  db: Connection<BffSchema>,
  checkoutIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Refund[]>> {
  if (checkoutIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('checkout_id', 'in', [...checkoutIds])
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const byCheckout = Map.groupBy(rows, ({ checkout_id }) => checkout_id);
  return new Map([...byCheckout].map(([id, own]) => [id, own.map(refundOf)]));
}

/** The merchant's refunds that go by one of these names at the lender, of whatever checkout. */
export async function refundsNamed(
  db: Connection<BffSchema>,
  merchant: string,
  { uuids, identifiers }: { uuids: readonly string[]; identifiers: readonly string[] },
): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    // Beside a merchant SQLite would read all of its refunds.
    .where((row) =>
      row.or([
        row('refund_uuid', 'in', ['', ...uuids]),
        row('payment_identifier', 'in', ['', ...identifiers]),
      ]),
    )
    .execute();
  return rows.filter((row) => row.merchant === merchant).map(refundOf);
}

export async function saveRefund(
  tx: Transaction<BffSchema>,
  { id: checkoutId, publishableKey }: Pick<Checkout, 'id' | 'publishableKey'>,
  refund: Refund,
): Promise<void> {
  const row = rowOf(refund);
  await tx
    .insertInto('refunds')
    .values({
      ...row,
      id: refund.id,
      checkout_id: checkoutId,
      charge_id: refund.chargeId,
      merchant: publishableKey,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

function rowOf(refund: Refund) {
  return {
    state: refund.state,
    consumer_charge_amount_cents: refund.amountCents,
    ...refund.split,
    payment_identifier: refund.paymentIdentifier,
    refund_uuid: refund.refundUuid,
    settled_at: refund.settledAt,
    started_at: refund.startedAt,
    deadline_at: refund.deadlineAt,
  };
}

function refundOf(row: Selectable<RefundTable>): Refund {
  return {
    id: row.id,
    chargeId: row.charge_id,
    state: row.state,
    amountCents: row.consumer_charge_amount_cents,
    split: {
      net_to_merchant_amount_cents: row.net_to_merchant_amount_cents,
      net_platform_fee_cents: row.net_platform_fee_cents,
      net_to_sponsor_amount_cents: row.net_to_sponsor_amount_cents,
    },
    paymentIdentifier: row.payment_identifier,
    refundUuid: row.refund_uuid,
    settledAt: row.settled_at,
    startedAt: row.started_at,
    deadlineAt: row.deadline_at,
  };
}
