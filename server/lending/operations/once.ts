import type { Transaction } from 'kysely';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import { claimKey, storeAnswer } from '../store/idempotency-keys.ts';
import type { LendingSchema } from '../store/schema.ts';

export interface OnceRequest {
  sponsorId: string;
  operation: string;
  /** The Idempotency-Key; without one every call counts. */
  key: string | undefined;
  body: unknown;
}

/**
 * Does the work once for an Idempotency-Key: the same body again gets the first
 * answer, another body is refused. What `work` throws takes the key back with the transaction.
 */
export async function once<Answer>(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { sponsorId, operation, key, body }: OnceRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work();
  const name = { sponsorId, operation, key };
  const fingerprint = context.sealer.index(JSON.stringify(body), `idempotency ${operation}`);
  const state = await claimKey(tx, name, fingerprint, context.clock.now(sponsorId));
  switch (state.kind) {
    case 'answered':
      // The answer that `work` gave for this very operation, as it was stored below.
      return state.response as Answer;
    case 'in_work':
      throw new LendingError('in_work', 'A call with this Idempotency-Key is still in work.');
    case 'other_request':
      throw new LendingError('invalid', 'This Idempotency-Key was used with another body.');
    case 'new': {
      const answer = await work();
      await storeAnswer(tx, name, answer);
      return answer;
    }
  }
}
