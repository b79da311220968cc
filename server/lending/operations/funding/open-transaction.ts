import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { lockLoan } from '../../store/spending.ts';
import { findTransaction } from '../../store/transactions.ts';
import type { OpenTransaction } from './move-transaction.ts';

/** Loads a transaction under its loan's lock. Throws `not_found`. */
export async function openTransaction(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<OpenTransaction> {
  const named = await findTransaction(tx, sponsorId, id);
  if (!named) throw new LendingError('not_found', 'Not found.');
  const loan = await lockLoan(tx, database, sponsorId, named.application_id);
  // Whoever held the lock before may have moved it.
  const transaction = await findTransaction(tx, sponsorId, id);
  return { transaction: transaction ?? named, loan };
}
