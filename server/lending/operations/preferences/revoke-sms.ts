import type { Transaction } from 'kysely';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { smsStoppedSms } from '../../domain/messages/preference-messages.ts';
import { type ConsentEvent, consentOf, recordConsent } from '../../store/consent-events.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { hasSmsConsent } from '../../store/sms-consent.ts';
import type { Visitor } from '../identity/visitor.ts';
import { queueMessage } from '../messages/queue-message.ts';

/** How the consumer took it back: on the page, or by a reply. */
export type Revocation = Pick<ConsentEvent, 'action'> & Partial<Visitor>;

/**
 * Takes the consent to text messages back on applications, which are locked, and answers how many
 * had one.
 */
export async function revokeSms(
  { clock, config, database, ids, sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  applications: readonly ApplicationTable[],
  how: Revocation,
): Promise<number> {
  let revoked = 0;
  for (const application of applications) {
    const { id, sponsor_id, locale } = application;
    if (!(await hasSmsConsent(tx, sponsor_id, id))) continue;
    revoked += 1;
    const acceptedAt = clock.now(sponsor_id);
    const { version, text } = config.texts.current('sms_consent', locale, easternDate(acceptedAt));
    await recordConsent(
      tx,
      { database, ids, sealer },
      {
        ...consentOf(application),
        consentType: 'revocation',
        text: { id: 'sms_consent', version, sha256: sha256Hex(text) },
        acceptedAt,
        ...how,
        collectedBy: 'hosted',
      },
    );
  }
  return revoked;
}

/** Sends the one message that confirms it. */
export async function confirmSmsStopped(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, merchant_id, locale, phone }: ApplicationTable,
): Promise<void> {
  await queueMessage(context, tx, {
    ...smsStoppedSms(locale),
    sponsor_id,
    application_id: id,
    merchant_id,
    kind: 'sms_stopped',
    channel: 'sms',
    recipient: phone,
    links: [],
  });
}
