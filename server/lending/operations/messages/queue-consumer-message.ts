import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import type { MessageText } from '../../domain/messages/funding-messages.ts';
import { withPreferences } from '../../domain/messages/preference-messages.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { preferencesLink } from '../preferences/preferences-link.ts';
import { queueMessage } from './queue-message.ts';

export interface ConsumerMessage {
  kind: string;
  channel: 'sms' | 'email';
  message: MessageText;
  /** Addresses that the text leads to. */
  links: readonly string[];
}

/**
 * Writes a message to an application's consumer to the outbox, with the link by which text messages
 * are stopped and paper copies asked for. Answers its id.
 */
export async function queueConsumerMessage(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  { kind, channel, message, links }: ConsumerMessage,
): Promise<string> {
  const { id, sponsor_id, merchant_id, locale, phone, email } = application;
  const link = await preferencesLink(context, tx, application);
  return queueMessage(context, tx, {
    ...withPreferences(message, { locale, channel, link }),
    sponsor_id,
    application_id: id,
    merchant_id,
    kind,
    channel,
    recipient: channel === 'sms' ? phone : email,
    links: [...links, link],
  });
}
