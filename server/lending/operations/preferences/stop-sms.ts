import type { Transaction } from 'kysely';
import { currentText } from '../../../lending-api/texts/registry.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../domain/calendar/eastern-time.ts';
import { smsStoppedSms } from '../../domain/messages/preference-messages.ts';
import { consentOf, recordConsent } from '../../store/consent-events.ts';
import { lockAllOfPerson } from '../../store/persons.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { hasSmsConsent } from '../../store/sms-consent.ts';
import { lockHostedLink, openHostedLink } from '../identity/hosted-link.ts';
import type { Visitor } from '../identity/visitor.ts';
import { queueMessage } from '../messages/queue-message.ts';

/**
 * Takes the consent to text messages back, at once, on every application of the person with this
 * sponsor; whoever has the link may (decisions 3.1, TCPA). One message confirms it. False for a
 * token that leads to nothing.
 */
export async function stopSms(
  context: LendingContext,
  token: string,
  visitor: Visitor,
): Promise<boolean> {
  const { database, providers } = context;
  const named = await openHostedLink(database.query, 'preferences', token);
  if (!named) return false;
  const reach = await providers.messenger.smsReach(named.application.phone);
  await database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, 'preferences', token);
    if (!hosted) return;
    const stopped = await revoke(context, tx, hosted.application, visitor);
    if (stopped && reach === 'reachable') await confirm(context, tx, hosted.application);
  });
  return true;
}

/** Whether there was something to take back. */
async function revoke(
  { clock, ids, database }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  visitor: Visitor,
): Promise<boolean> {
  let wasGiven = false;
  for (const each of await lockAllOfPerson(tx, database, application)) {
    const { id, sponsor_id, locale } = each;
    if (!(await hasSmsConsent(tx, sponsor_id, id))) continue;
    wasGiven = true;
    const acceptedAt = clock.now(sponsor_id);
    const { version, text } = currentText('sms_consent', locale, easternDate(acceptedAt));
    await recordConsent(tx, ids, {
      ...consentOf(each),
      consentType: 'revocation',
      action: 'clicked',
      text: { id: 'sms_consent', version, sha256: sha256Hex(text) },
      acceptedAt,
      ...visitor,
      collectedBy: 'hosted',
    });
  }
  return wasGiven;
}

async function confirm(
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
