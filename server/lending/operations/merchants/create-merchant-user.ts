import type { Transaction } from 'kysely';
import type {
  BatchCreateUsersResponse,
  BatchUser,
  CreateMerchantUserRequest,
  MerchantUser,
} from '../../../lending-api/merchant-users.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { type BatchDuplicates, batchDuplicates } from '../../domain/merchant-users.ts';
import { LendingError } from '../../errors.ts';
import {
  findUsersNamed,
  insertMerchantUser,
  insertMerchantUsers,
} from '../../store/merchant-users.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { lostTo, refuseDuplicates } from './duplicates.ts';
import { lockOpenMerchant } from './open-merchant.ts';
import { toMerchantUser } from './retrieve-merchant-user.ts';

/**
 * Adds a user, Active at once, to the merchant of the Admin who asks (server/lending/DECISIONS.md,
 * Merchants and users).
 * @throws LendingError `invalid` for an unknown Admin and for a user_id or e-mail that is taken,
 * `forbidden` for a user who may not
 */
export async function createMerchantUser(
  context: LendingContext,
  sponsor: Sponsor,
  input: CreateMerchantUserRequest,
): Promise<MerchantUser> {
  const email = input.email.toLowerCase();
  return context.database.transaction(async (tx) => {
    const { merchant } = await lockOpenMerchant(context, tx, sponsor, {
      requestUserId: input.request_user_id,
      namedIn: 'body',
      action: 'manage_users',
    });
    const unique = { email: { field: 'email', value: email }, userId: input.user_id };
    await refuseDuplicates(tx, sponsor.id, unique);
    const user = newMerchantUser(context, merchant, input);
    const isNew = await insertMerchantUser(tx, user);
    if (!isNew) throw await lostTo(tx, sponsor.id, unique);
    return toMerchantUser(user, merchant);
  });
}

/**
 * Adds users, all of them or none, to the merchant of the Admin in the path
 * (server/lending/DECISIONS.md, Merchants and users).
 * @throws LendingError `invalid` with the user_ids and e-mails that are stored already or come
 * twice, `forbidden` when the user in the path is no active Admin, `not_found` when nobody knows it
 */
export async function batchCreateUsers(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  batch: readonly BatchUser[],
): Promise<BatchCreateUsersResponse> {
  return context.database.transaction(async (tx) => {
    const { merchant } = await lockOpenMerchant(context, tx, sponsor, {
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
  own: readonly MerchantUserRow[],
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

/**
 * A user made through the API, who is Active at once (server/lending/DECISIONS.md, Merchants and
 * users).
 */
function newMerchantUser(
  { ids, clock }: Pick<LendingContext, 'ids' | 'clock'>,
  merchant: Pick<MerchantRow, 'id' | 'sponsor_id'>,
  { user_id, first_name, last_name, email, phone_number, user_type }: BatchUser,
): MerchantUserRow {
  const now = clock.now(merchant.sponsor_id);
  return {
    user_id,
    first_name,
    last_name,
    email: email.toLowerCase(),
    phone_number,
    user_type,
    id: ids.uuid(),
    sponsor_id: merchant.sponsor_id,
    merchant_id: merchant.id,
    middle_name: null,
    status: 'Active',
    created_at: now,
    modified_at: now,
  };
}
