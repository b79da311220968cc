import type { BatchUser } from '../../../lending-api/merchant-users.ts';
import type { LendingContext } from '../../context.ts';
import type { MerchantTable, MerchantUserTable } from '../../store/schema.ts';

/** A user made through the API, who is Active at once (lending decisions, 2.2). */
export function newMerchantUser(
  { ids, clock }: Pick<LendingContext, 'ids' | 'clock'>,
  merchant: Pick<MerchantTable, 'id' | 'sponsor_id'>,
  { user_id, first_name, last_name, email, phone_number, user_type }: BatchUser,
): MerchantUserTable {
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
