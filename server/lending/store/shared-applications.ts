import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { LendingSchema, MerchantUserTable, SharedApplicationTable } from './schema.ts';

/** Lets a user act on an application that another user began; a repeat changes nothing. */
export async function shareApplication(
  tx: Transaction<LendingSchema>,
  share: SharedApplicationTable,
): Promise<void> {
  await tx
    .insertInto('shared_applications')
    .values(share)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a soft pull of the user was answered with the application. */
export async function isSharedWith(
  connection: Connection<LendingSchema>,
  { sponsor_id, user_id }: Pick<MerchantUserTable, 'sponsor_id' | 'user_id'>,
  applicationId: string,
): Promise<boolean> {
  const found = await connection
    .selectFrom('shared_applications')
    .select('shared_at')
    .where('application_id', '=', applicationId)
    .where('sponsor_id', '=', sponsor_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return found !== undefined;
}
