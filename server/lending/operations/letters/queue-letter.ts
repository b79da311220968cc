import type { Transaction } from 'kysely';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { insertLetter, type NewLetter } from '../../store/letters.ts';
import type { LendingSchema } from '../../store/schema.ts';

/** Kind of due work that mails a letter; the key is its id. */
export const LETTER = 'letter';

/** Writes a letter to the outbox, in the transaction of its cause; it goes with the next post. */
export async function queueLetter(
  { ids, sealer, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  letter: Omit<NewLetter, 'id' | 'created_at'>,
): Promise<void> {
  const id = ids.uuid();
  const created_at = clock.now(letter.sponsor_id);
  await insertLetter(tx, sealer, { ...letter, id, created_at });
  const dueAt = nextCutOff(created_at);
  await schedule(tx, { kind: LETTER, key: id, scope: letter.sponsor_id, dueAt });
}
