import type { Transaction } from 'kysely';
import type { LendingContext, Sponsor } from '../context.ts';
import { LendingError } from '../errors.ts';
import { findLoan, lockLoan } from '../store/accounts.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LendingSchema } from '../store/schema.ts';
import { type ActingUser, requireReach } from './acting-user.ts';

/**
 * The merchant's application that a body names, locked.
 * @throws LendingError `not_found` for an unknown one and another merchant's, `forbidden` for
 * another user's where the role reaches its own only
 */
export async function openAccount(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  sponsor: Sponsor,
  acting: ActingUser,
  named: { external_application_id: string },
): Promise<ApplicationRow> {
  const found = await findLoan(tx, sponsor.id, acting.user.merchant_id, named);
  if (!found) throw new LendingError('not_found', 'Not found.');
  requireReach(acting, found);
  return lockLoan(tx, database, sponsor.id, found.id);
}
