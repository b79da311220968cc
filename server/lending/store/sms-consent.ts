import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { type SmsConsentStatus, smsConsentAfter } from '../domain/states/sms-consent.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { LendingSchema } from './schema.ts';

/** What the consumer of an application has said about SMS, by its evidence. */
async function smsConsentOf(
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

/**
 * True if an SMS may go to the number on an application: by its own evidence, and by what was said of
 * the number. A consent that was given before a STOP may be written down after it.
 */
export async function maySendSms(
  connection: Connection<LendingSchema>,
  { id, sponsor_id, phone }: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'phone'>,
): Promise<boolean> {
  if (!(await hasSmsConsent(connection, sponsor_id, id))) return false;
  return !(await hasStoppedSms(connection, sponsor_id, phone));
}

/** True if the application's evidence ends with a consent to SMS. */
export async function hasSmsConsent(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<boolean> {
  return (await smsConsentOf(connection, sponsorId, applicationId)) === 'Granted';
}

/** Keeps that the owners of numbers want no text messages; `''` is no number. */
export async function stopNumbers(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  phones: readonly string[],
  at: number,
): Promise<void> {
  // In one order, since two transactions may write the same rows.
  const numbers = [...new Set(phones)].filter((phone) => phone !== '').sort();
  if (numbers.length === 0) return;
  await tx
    .insertInto('stopped_numbers')
    .values(numbers.map((phone) => ({ sponsor_id: sponsorId, phone, stopped_at: at })))
    .onConflict((conflict) =>
      conflict.columns(['sponsor_id', 'phone']).doUpdateSet({ stopped_at: at }),
    )
    .execute();
}

/**
 * True if the last word of a phone number's owner about SMS is STOP. A merchant's
 * attestation is of a consent given before: it says nothing of what came after, so that only the
 * consumer's own consent for that number lifts it (TCPA). At the same time, STOP counts.
 */
export async function hasStoppedSms(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  phone: string,
): Promise<boolean> {
  const stopped = await connection
    .selectFrom('stopped_numbers')
    .select('stopped_at')
    .where('sponsor_id', '=', sponsorId)
    .where('phone', '=', phone)
    .executeTakeFirst();
  if (!stopped) return false;
  const agreed = await ownConsents(connection, sponsorId, phone)
    .select('consent_events.id')
    .where('consent_events.accepted_at', '>', stopped.stopped_at)
    .limit(1)
    .executeTakeFirst();
  return agreed === undefined;
}

/** True if a person has agreed to SMS for a number on an application and not taken it back. */
export async function hasOwnConsent(
  connection: Connection<LendingSchema>,
  { sponsor_id, person_index }: Pick<ApplicationRow, 'sponsor_id' | 'person_index'>,
  phone: string,
): Promise<boolean> {
  const agreed = await ownConsents(connection, sponsor_id, phone)
    .select('consent_events.application_id')
    .distinct()
    .where('applications.person_index', '=', person_index)
    .execute();
  for (const { application_id } of agreed) {
    if (await hasSmsConsent(connection, sponsor_id, application_id)) return true;
  }
  return false;
}

/** What the owner of a number agreed to for it: what a merchant attests has no text. */
function ownConsents(connection: Connection<LendingSchema>, sponsorId: string, phone: string) {
  return connection
    .selectFrom('consent_events')
    .innerJoin('applications', 'applications.id', 'consent_events.application_id')
    .where('consent_events.sponsor_id', '=', sponsorId)
    .where('applications.sponsor_id', '=', sponsorId)
    .where('applications.phone', '=', phone)
    .where('consent_type', '=', 'sms')
    .where((event) =>
      event.or([event('action', '!=', 'attested'), event('text_id', 'is not', null)]),
    );
}

/** A consent to electronic documents is withdrawn apart from the one to SMS. */
function isNotAboutEsign(
  event: ExpressionBuilder<LendingSchema, 'consent_events'>,
): Expression<SqlBool> {
  return event.or([event('text_id', 'is', null), event('text_id', '!=', 'esign_consent')]);
}
