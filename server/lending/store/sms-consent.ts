import type { Connection } from '../../platform/database/database.ts';
import type { LendingSchema } from './schema.ts';

/** Whether the consumer's last word on SMS was yes (decisions 6.8: Unknown → Granted ⇄ Revoked). */
export async function hasSmsConsent(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<boolean> {
  const last = await connection
    .selectFrom('consent_events')
    .select('consent_type')
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .where('consent_type', 'in', ['sms', 'revocation'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.consent_type === 'sms';
}
