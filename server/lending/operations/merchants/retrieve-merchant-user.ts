import type { MerchantUser } from '../../../lending-api/merchant-users.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { timestamp } from '../../domain/formats.ts';
import { LendingError } from '../../errors.ts';
import { findMerchantUser } from '../../store/merchant-users.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';

/**
 * A user by the sponsor's own user_id.
 * @throws LendingError `not_found`, for another sponsor's user too
 */
export async function retrieveMerchantUser(
  { database }: LendingContext,
  sponsor: Sponsor,
  userId: string,
): Promise<MerchantUser> {
  const user = await findMerchantUser(database.query, sponsor.id, userId);
  const merchant = user && (await findMerchant(database.query, sponsor.id, user.merchant_id));
  if (user && merchant) return toMerchantUser(user, merchant);
  throw new LendingError('not_found', 'Not found.');
}

/** A merchant user as the API shows it (server/lending/DECISIONS.md, Merchants and users). */
export function toMerchantUser(user: MerchantUserRow, merchant: MerchantRow): MerchantUser {
  return {
    platform_merchant_user_id: user.id,
    platform_merchant_id: merchant.id,
    contractor_id: merchant.contractor_id,
    external_org_id: merchant.external_org_id,
    user_id: user.user_id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    phone_number: user.phone_number,
    user_type: user.user_type,
    is_active: user.status === 'Active',
    status: user.status,
    created: timestamp(user.created_at),
    modified: timestamp(user.modified_at),
  };
}
