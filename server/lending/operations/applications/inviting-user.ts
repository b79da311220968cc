import type { LendingContext, Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { MerchantTable, MerchantUserTable } from '../../store/schema.ts';
import { actingUser } from '../acting-user.ts';

/**
 * The user of a body who invites a consumer, by message or by a soft pull, and its merchant. Throws
 * as `actingUser()` does, and `forbidden` when the merchant is not Active.
 */
export async function invitingUser(
  { database, log }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<{ user: MerchantUserTable; merchant: MerchantTable }> {
  const { user } = await actingUser(database.query, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'invite',
    namedIn: 'body',
  });
  const merchant = await findMerchant(database.query, sponsor.id, user.merchant_id);
  if (merchant?.status === 'Active') return { user, merchant };
  log.info({ event: 'consumer_refused', merchant_id: user.merchant_id, reason: 'not_active' });
  throw new LendingError('forbidden', 'The merchant is not active.');
}
