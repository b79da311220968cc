import { sql, type Transaction } from 'kysely';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import type { BffSchema, IdempotencyKeyTable } from './schema.ts';

/** Which `Idempotency-Key` it is: of which merchant, for which operation. */
export interface IdempotencyKeyName {
  readonly publishableKey: string;
  /** `checkout`, `resend`, or a verb and the id of what it is done to: `refund <charge id>`. */
  readonly operation: string;
  readonly keyDigest: string;
}

/** What a key was sent with, and what it is for. */
export interface IdempotencyKeyUse extends IdempotencyKeyName {
  /** A digest of the body. */
  readonly fingerprint: string;
  /** '' for none. */
  readonly checkoutId: string;
  /** The charge or refund that it is for, if it is for one; '' once another key has taken that up. */
  readonly targetId: string | null;
  /** What it was answered, where that cannot be read again. */
  readonly answer?: string | undefined;
  /** When it is forgotten (epoch milliseconds); that of a checkout, with the checkout. */
  readonly forgetAt?: number | undefined;
}

export async function findIdempotencyKey(
  db: Connection<BffSchema>,
  name: IdempotencyKeyName,
): Promise<IdempotencyKeyUse | undefined> {
  const row = await db
    .selectFrom('merchant_keys')
    .selectAll()
    .where('merchant', '=', name.publishableKey)
    .where('operation', '=', name.operation)
    .where('key_digest', '=', name.keyDigest)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { fingerprint, checkout_id: checkoutId, charge_id: targetId, answer } = row;
  return { ...name, fingerprint, checkoutId, targetId, ...(answer !== null && { answer }) };
}

/** @returns false when the key was used before */
export async function addIdempotencyKey(
  tx: Transaction<BffSchema>,
  use: IdempotencyKeyUse,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('merchant_keys')
    .values(rowOf(use))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(inserted) === 1;
}

/**
 * Records which charge or refund a key is for; one that came to nothing may have given way to another.
 * @returns false when the key was used with another body before
 */
export async function saveIdempotencyKey(
  tx: Transaction<BffSchema>,
  use: IdempotencyKeyUse,
): Promise<boolean> {
  const saved = await tx
    .insertInto('merchant_keys')
    .values(rowOf(use))
    .onConflict((conflict) =>
      conflict
        .columns(['merchant', 'operation', 'key_digest'])
        .doUpdateSet({ charge_id: use.targetId })
        .where('merchant_keys.fingerprint', '=', use.fingerprint),
    )
    .executeTakeFirst();
  return insertedRows(saved) === 1;
}

/**
 * The keys of this operation that are for this charge or refund are for none from now on: another key
 * has taken it up.
 */
export async function releaseTarget(
  tx: Transaction<BffSchema>,
  { publishableKey, operation }: Pick<IdempotencyKeyName, 'publishableKey' | 'operation'>,
  targetId: string,
): Promise<void> {
  await tx
    .updateTable('merchant_keys')
    // Not null: as keys of a charge or refund they are kept as long as the checkout.
    .set({ charge_id: '' })
    .where('merchant', '=', publishableKey)
    .where('operation', '=', operation)
    .where('charge_id', '=', targetId)
    .execute();
}

/** Records what a key was answered, unless it has an answer. */
export async function saveAnswer(
  tx: Transaction<BffSchema>,
  name: IdempotencyKeyName,
  answer: string,
): Promise<void> {
  await tx
    .updateTable('merchant_keys')
    .set({ answer })
    .where('merchant', '=', name.publishableKey)
    .where('operation', '=', name.operation)
    .where('key_digest', '=', name.keyDigest)
    .where('answer', 'is', null)
    .execute();
}

/**
 * Forgets keys whose time is over.
 * @returns how many rows it deleted: `limit` if there may be more
 */
export async function forgetKeys(
  db: Connection<BffSchema>,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('merchant_keys')
    .where(
      sql<boolean>`(merchant, operation, key_digest) in (
        select merchant, operation, key_digest from merchant_keys where forget_at <= ${now} limit ${limit})`,
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function rowOf(use: IdempotencyKeyUse): IdempotencyKeyTable {
  return {
    merchant: use.publishableKey,
    operation: use.operation,
    key_digest: use.keyDigest,
    fingerprint: use.fingerprint,
    checkout_id: use.checkoutId,
    charge_id: use.targetId,
    answer: use.answer ?? null,
    forget_at: use.forgetAt ?? null,
  };
}
