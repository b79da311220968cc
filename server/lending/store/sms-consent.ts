import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { type SmsConsentStatus, smsConsentAfter } from '../domain/states/sms-consent.ts';
import type { LendingSchema } from './schema.ts';

/** Written out, since an index is of these rows only. */
const revocation = sql.lit('revocation');

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
    .where(isNotAboutEsign)
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

/**
 * True if the last SMS consent event of a phone number is STOP. A merchant's
 * attestation is of a consent given before: it says nothing of what came after, so that only the
 * consumer's own consent lifts it (TCPA). At the same time, STOP counts.
 */
export async function hasStoppedSms(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  phone: string,
): Promise<boolean> {
  const events = () =>
    connection
      .selectFrom('consent_events')
      .innerJoin('applications', 'applications.id', 'consent_events.application_id')
      .select('consent_events.accepted_at')
      .where('consent_events.sponsor_id', '=', sponsorId)
      .where('applications.phone', '=', phone)
      .orderBy('consent_events.accepted_at', 'desc')
      .limit(1);
  const stopped = await events()
    .where('consent_type', '=', revocation)
    .where(isNotAboutEsign)
    .executeTakeFirst();
  if (!stopped) return false;
  const agreed = await events()
    .where('consent_type', '=', 'sms')
    .where((event) =>
      event.or([event('action', '!=', 'attested'), event('text_id', 'is not', null)]),
    )
    .where('consent_events.accepted_at', '>', stopped.accepted_at)
    .executeTakeFirst();
  return agreed === undefined;
}

/** Whether an application's chain has a STOP, whatever came after it. */
export async function hasSmsRevocation(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<boolean> {
  const found = await connection
    .selectFrom('consent_events')
    .select('id')
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .where('consent_type', '=', revocation)
    .where(isNotAboutEsign)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A consent to electronic documents is withdrawn apart from the one to SMS. */
function isNotAboutEsign(
  event: ExpressionBuilder<LendingSchema, 'consent_events'>,
): Expression<SqlBool> {
  return event.or([event('text_id', 'is', null), event('text_id', '!=', 'esign_consent')]);
}
