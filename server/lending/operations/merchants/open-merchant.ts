import type { Transaction } from 'kysely';
import type { LendingContext, Sponsor } from '../../context.ts';
import type { Action } from '../../domain/merchant-users.ts';
import { LendingError } from '../../errors.ts';
import { lockMerchant } from '../../store/merchants.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { actingUser } from '../acting-user.ts';

export interface OpenMerchantRequest {
  requestUserId: string;
  namedIn: 'path' | 'body';
  action: Action;
}

/**
 * The merchant that an Admin is about to change, locked until the transaction ends.
 * @throws as `actingUser()` does, and `forbidden` when the merchant was declined, or closed and it is
 * not the bank account that is changed
 */
export async function lockOpenMerchant(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  sponsor: Sponsor,
  request: OpenMerchantRequest,
): Promise<{ user: MerchantUserRow; merchant: MerchantRow }> {
  const named = { ...request, sponsorId: sponsor.id };
  const before = await actingUser(tx, named);
  const merchant = await lockMerchant(tx, database, sponsor.id, before.user.merchant_id);
  // Whoever held the lock before may have taken this user's rights.
  const { user } = await actingUser(tx, named);
  if (mayChange(merchant, request.action)) return { user, merchant };
  throw new LendingError('forbidden', `The merchant is ${merchant.status.toLowerCase()}.`);
}

function mayChange({ status }: MerchantRow, action: Action): boolean {
  // A payout may wait for another account, or come back.
  if (status === 'Closed') return action === 'manage_bank_account';
  return status !== 'Declined';
}
