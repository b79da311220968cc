import type { Connection } from '../../platform/database/database.ts';
import { type SmsConsentStatus, smsConsentAfter } from '../domain/states/sms-consent.ts';
import type { LendingSchema } from './schema.ts';

/** What the consumer of an application has said about SMS, by its evidence. */
export async function smsConsentOf(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<SmsConsentStatus> {
  const events = await connection
    .selectFrom('consent_events')
    .select('consent_type')
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .where('consent_type', 'in', ['sms', 'revocation'])
    // A consent to electronic documents is withdrawn apart from this one.
    .where((event) =>
      event.or([event('text_id', 'is', null), event('text_id', '!=', 'esign_consent')]),
    )
    .orderBy('position')
    .execute();
  return smsConsentAfter(
    events.map(({ consent_type }) => (consent_type === 'sms' ? 'granted' : 'revoked')),
  );
}

/** Whether an SMS may go out. */
export async function hasSmsConsent(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<boolean> {
  return (await smsConsentOf(connection, sponsorId, applicationId)) === 'Granted';
}
