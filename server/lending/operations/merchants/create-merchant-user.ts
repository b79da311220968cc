import type {
  CreateMerchantUserRequest,
  MerchantUser,
} from '../../../lending-api/merchant-users.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { insertMerchantUser } from '../../store/merchant-users.ts';
import { lostTo, refuseDuplicates } from './duplicates.ts';
import { merchantUserRecord } from './merchant-user-record.ts';
import { newMerchantUser } from './new-merchant-user.ts';
import { openMerchant } from './open-merchant.ts';

/**
 * Adds a user, Active at once, to the merchant of the Admin who asks (lending decisions, 2.2).
 * Throws `invalid` for an unknown Admin and for a user_id or e-mail that is taken, `forbidden` for a
 * user who may not.
 */
export async function createMerchantUser(
  context: LendingContext,
  sponsor: Sponsor,
  input: CreateMerchantUserRequest,
): Promise<MerchantUser> {
  const email = input.email.toLowerCase();
  return context.database.transaction(async (tx) => {
    const { merchant } = await openMerchant(context, tx, sponsor, {
      requestUserId: input.request_user_id,
      namedIn: 'body',
      action: 'manage_users',
    });
    const unique = { email: { field: 'email', value: email }, userId: input.user_id };
    await refuseDuplicates(tx, sponsor.id, unique);
    const user = newMerchantUser(context, merchant, input);
    const isNew = await insertMerchantUser(tx, user);
    if (!isNew) throw await lostTo(tx, sponsor.id, unique);
    return merchantUserRecord(user, merchant);
  });
}
