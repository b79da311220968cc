import type { Transaction } from 'kysely';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import { findApplicationByExternalId } from '../store/applications.ts';
import type { ApplicationTable, LendingSchema } from '../store/schema.ts';
import { lockLoan } from '../store/spending.ts';

type Step = (tx: Transaction<LendingSchema>, application: ApplicationTable) => Promise<unknown>;

/** Takes a step on an application, locked, and answers it as it then is. Throws `not_found`. */
export async function stepOnApplication(
  { database }: LendingContext,
  sponsorId: string,
  externalApplicationId: string,
  step: Step,
): Promise<ApplicationTable> {
  return database.transaction(async (tx) => {
    const found = await findApplicationByExternalId(tx, sponsorId, externalApplicationId);
    if (!found) throw new LendingError('not_found', 'Not found.');
    await step(tx, await lockLoan(tx, database, sponsorId, found.id));
    return lockLoan(tx, database, sponsorId, found.id);
  });
}
