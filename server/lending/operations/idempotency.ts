import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import { claimKey, type KeyState, readKey, storeAnswer } from '../store/idempotency-keys.ts';
import type { LendingSchema } from '../store/schema.ts';

/** A request that may be sent again under the same Idempotency-Key. */
export interface KeyedRequest {
  sponsorId: string;
  operation: 'soft_pull' | 'payment-request' | 'refund';
  /** The Idempotency-Key; without one every call counts. */
  key: string | undefined;
  /** Of the body. */
  fingerprint: string;
}

export function keyedRequest(
  { sealer }: Pick<LendingContext, 'sealer'>,
  request: Omit<KeyedRequest, 'fingerprint'>,
  body: unknown,
): KeyedRequest {
  const fingerprint = sealer.index(JSON.stringify(body), `idempotency ${request.operation}`);
  return { ...request, fingerprint };
}

/**
 * Takes a request's key, or finds what it has led to. A transaction that fails gives the key back.
 * @throws LendingError `invalid` if the key was used with another body
 */
export async function claimRequest(
  { clock }: Pick<LendingContext, 'clock'>,
  tx: Transaction<LendingSchema>,
  { sponsorId, operation, key, fingerprint }: KeyedRequest,
): Promise<Exclude<KeyState, { kind: 'other_request' }>> {
  if (key === undefined) return { kind: 'new' };
  const name = { sponsorId, operation, key };
  return ofSameBody(await claimKey(tx, name, fingerprint, clock.now(sponsorId)));
}

function ofSameBody(state: KeyState): Exclude<KeyState, { kind: 'other_request' }> {
  if (state.kind !== 'other_request') return state;
  throw new LendingError('invalid', 'This Idempotency-Key was used with another body.');
}

/**
 * What is kept with the key of a request that was answered before; undefined if nothing is. Read
 * before the user is: nothing new is done, and to refuse would say that nothing was.
 * @throws LendingError `invalid` as `claimRequest()`
 */
export async function keptAnswer<Answer>(
  connection: Connection<LendingSchema>,
  { sponsorId, operation, key, fingerprint }: KeyedRequest,
): Promise<Answer | undefined> {
  if (key === undefined) return undefined;
  const state = ofSameBody(await readKey(connection, { sponsorId, operation, key }, fingerprint));
  // What the same operation has kept.
  return state.kind === 'answered' ? (state.response as Answer) : undefined;
}

/**
 * The first answer of a request that is answered in one transaction; undefined if this is the first
 * call, which keeps its answer with `keepAnswer()` before it commits: a repeat waits for that.
 * @throws LendingError as `claimRequest()`
 */
export async function repeatedAnswer<Answer>(
  context: Pick<LendingContext, 'clock'>,
  tx: Transaction<LendingSchema>,
  request: KeyedRequest,
): Promise<Answer | undefined> {
  const state = await claimRequest(context, tx, request);
  if (state.kind === 'new') return undefined;
  if (state.kind === 'in_progress') {
    throw new Error('An Idempotency-Key was committed without its answer.');
  }
  // What the same operation has kept.
  return state.response as Answer;
}

/** Keeps the answer of a request; false if an earlier call has kept one. */
export async function keepAnswer(
  tx: Transaction<LendingSchema>,
  { sponsorId, operation, key }: KeyedRequest,
  answer: unknown,
): Promise<boolean> {
  return key === undefined || storeAnswer(tx, { sponsorId, operation, key }, answer);
}
