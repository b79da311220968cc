import type { Transaction } from 'kysely';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import type { LendingSchema } from './schema.ts';

export interface IdempotencyKey {
  sponsorId: string;
  /** The call that the key was sent with. */
  operation: string;
  key: string;
}

/** What became of a key: `new` belongs to this call, which must store its answer. */
export type KeyState =
  | { kind: 'new' }
  | { kind: 'in_progress' }
  | { kind: 'answered'; response: unknown }
  | { kind: 'other_request' };

/** Takes the key for this request, or tells what it was used for. `fingerprint`: of the body. */
export async function claimKey(
  tx: Transaction<LendingSchema>,
  name: IdempotencyKey,
  fingerprint: string,
  now: number,
): Promise<KeyState> {
  const { sponsorId, operation, key } = name;
  const row = { sponsor_id: sponsorId, operation, key, fingerprint };
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ ...row, response: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (insertedRows(inserted) === 1) return { kind: 'new' };
  const used = await readKey(tx, name, fingerprint);
  if (used.kind === 'new') throw new Error('the key is gone that was taken a moment ago');
  return used;
}

/** Tells what the key was used for, without taking it. */
export async function readKey(
  connection: Connection<LendingSchema>,
  { sponsorId, operation, key }: IdempotencyKey,
  fingerprint: string,
): Promise<KeyState> {
  const found = await connection
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response'])
    .where('sponsor_id', '=', sponsorId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!found) return { kind: 'new' };
  if (found.fingerprint !== fingerprint) return { kind: 'other_request' };
  if (found.response === null) return { kind: 'in_progress' };
  return { kind: 'answered', response: JSON.parse(found.response) as unknown };
}

/** Keeps the first answer as long as the object that it is about; false if there is one already. */
export async function storeAnswer(
  tx: Transaction<LendingSchema>,
  { sponsorId, operation, key }: IdempotencyKey,
  response: unknown,
): Promise<boolean> {
  const stored = await tx
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(response) })
    .where('sponsor_id', '=', sponsorId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .where('response', 'is', null)
    .executeTakeFirst();
  return stored.numUpdatedRows === 1n;
}

/** The answer that was kept with a key; null if there is none. */
export async function findAnswer(
  connection: Connection<LendingSchema>,
  { sponsorId, operation, key }: IdempotencyKey,
): Promise<unknown> {
  const found = await connection
    .selectFrom('idempotency_keys')
    .select('response')
    .where('sponsor_id', '=', sponsorId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst();
  return JSON.parse(found?.response ?? 'null') as unknown;
}
