import type { Transaction } from 'kysely';
import type { BatchCreateUsersResponse, BatchUser } from '../../../lending-api/merchant-users.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { type BatchDuplicates, batchDuplicates } from '../../domain/batch-duplicates.ts';
import { LendingError } from '../../errors.ts';
import { findUsersNamed, insertMerchantUsers } from '../../store/merchant-users.ts';
import type { LendingSchema, MerchantUserTable } from '../../store/schema.ts';
import { newMerchantUser } from './new-merchant-user.ts';
import { openMerchant } from './open-merchant.ts';

/**
 * Adds users, all of them or none, to the merchant of the Admin in the path (lending decisions,
 * 2.2). Throws `invalid` with the user_ids and e-mails that are stored already or come twice,
 * `forbidden` when the user in the path is no active Admin, `not_found` when nobody knows it.
 */
export async function batchCreateUsers(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  batch: readonly BatchUser[],
): Promise<BatchCreateUsersResponse> {
  return context.database.transaction(async (tx) => {
    const { merchant } = await openMerchant(context, tx, sponsor, {
      requestUserId,
      namedIn: 'path',
      action: 'manage_users',
    });
    const duplicates = await findDuplicates(tx, sponsor, batch, []);
    if (duplicates.user_id.length + duplicates.emails.length > 0) throw refusal(duplicates);
    const users = batch.map((each) => newMerchantUser(context, merchant, each));
    if (!(await insertMerchantUsers(tx, users))) {
      // Another call has just been faster; whoever is stored now and is not ours is in the way.
      throw refusal(await findDuplicates(tx, sponsor, batch, users));
    }
    return { platform_merchant_user_id: users.map(({ id }) => id) };
  });
}

async function findDuplicates(
  tx: Transaction<LendingSchema>,
  sponsor: Sponsor,
  batch: readonly BatchUser[],
  own: readonly MerchantUserTable[],
): Promise<BatchDuplicates> {
  const ownIds = new Set(own.map(({ id }) => id));
  const named = await findUsersNamed(tx, sponsor.id, {
    userIds: batch.map(({ user_id }) => user_id),
    emails: batch.map(({ email }) => email.toLowerCase()),
  });
  return batchDuplicates(
    batch,
    named.filter(({ id }) => !ownIds.has(id)),
  );
}

function refusal(duplicates: BatchDuplicates): LendingError {
  return new LendingError('invalid', 'merchant user already exists', { body: { ...duplicates } });
}
