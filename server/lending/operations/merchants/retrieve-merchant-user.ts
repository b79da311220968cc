import type { MerchantUser } from '../../../lending-api/merchant-users.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { findMerchantUser } from '../../store/merchant-users.ts';
import { findMerchant } from '../../store/merchants.ts';
import { merchantUserRecord } from './merchant-user-record.ts';

/** A user by the sponsor's own user_id. Throws `not_found`, for another sponsor's user too. */
export async function retrieveMerchantUser(
  { database }: LendingContext,
  sponsor: Sponsor,
  userId: string,
): Promise<MerchantUser> {
  const user = await findMerchantUser(database.query, sponsor.id, userId);
  const merchant = user && (await findMerchant(database.query, sponsor.id, user.merchant_id));
  if (user && merchant) return merchantUserRecord(user, merchant);
  throw new LendingError('not_found', 'Not found.');
}
