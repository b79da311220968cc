import type { Selectable, Transaction } from 'kysely';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import type { BffSchema, InboxTable } from './schema.ts';

/** What a callback names. Everything else it says is read from the API. */
export interface CallbackHint {
  /** The lender's own id of the event; null where it sends none. */
  readonly eventId: string | null;
  readonly eventType: string;
  /** The UUIDs in it, lower case: among them are those of the applications and requests it is about. */
  readonly ids: readonly string[];
}

/** A hint under the id by which it is kept. */
export interface NamedCallback extends CallbackHint {
  readonly eventId: string;
}

/** Stores a callback once. @returns whether it is new */
export async function addCallback(
  tx: Transaction<BffSchema>,
  hint: NamedCallback,
  now: number,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('inbox')
    .values({
      event_id: hint.eventId,
      event_type: hint.eventType,
      ids: JSON.stringify(hint.ids),
      external_application_id: null,
      payment_request_uuid: null,
      received_at: now,
      processed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(inserted) === 1;
}

/** A callback with its times, epoch milliseconds. */
export interface StoredCallback extends NamedCallback {
  readonly receivedAt: number;
  readonly processedAt: number | null;
}

export async function findCallback(
  db: Connection<BffSchema>,
  eventId: string,
): Promise<StoredCallback | undefined> {
  const row = await db
    .selectFrom('inbox')
    .selectAll()
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return (
    row && {
      eventId: row.event_id,
      eventType: row.event_type,
      ids: idsOf(row),
      receivedAt: row.received_at,
      processedAt: row.processed_at,
    }
  );
}

function idsOf(row: Selectable<InboxTable>): string[] {
  if (row.ids !== null) return JSON.parse(row.ids) as string[];
  const { external_application_id, payment_request_uuid } = row;
  return [external_application_id, payment_request_uuid].filter((id) => id !== null);
}

/** Unless it has come again since it was found. */
export async function markProcessed(
  tx: Transaction<BffSchema>,
  { eventId, receivedAt }: StoredCallback,
  now: number,
): Promise<void> {
  await tx
    .updateTable('inbox')
    .set({ processed_at: now })
    .where('event_id', '=', eventId)
    .where('received_at', '=', receivedAt)
    .execute();
}

/** Its time moves on by a millisecond: who is processing it does not mark it as processed. */
export async function markReceivedAgain(
  tx: Transaction<BffSchema>,
  eventId: string,
): Promise<void> {
  await tx
    .updateTable('inbox')
    .set((row) => ({ processed_at: null, received_at: row('received_at', '+', 1) }))
    .where('event_id', '=', eventId)
    .execute();
}

export async function deleteCallback(tx: Transaction<BffSchema>, eventId: string): Promise<void> {
  await tx.deleteFrom('inbox').where('event_id', '=', eventId).execute();
}
