import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import type { LendingSchema, MerchantUserTable } from '../../store/schema.ts';
import { actingUser } from '../acting-user.ts';

/**
 * The user of a body who invites a consumer, by message or by a soft pull. Throws as `actingUser()`
 * does, and `forbidden` when the user's merchant is not Active.
 */
export async function invitingUser(
  { database, log }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  connection: Connection<LendingSchema> = database.query,
): Promise<MerchantUserTable> {
  const { user, merchantStatus } = await actingUser(connection, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'invite',
    namedIn: 'body',
  });
  if (merchantStatus === 'Active') return user;
  log.info({ event: 'consumer_refused', merchant_id: user.merchant_id, reason: 'not_active' });
  throw new LendingError('forbidden', 'The merchant is not active.');
}
