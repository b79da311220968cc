import type { Transaction } from 'kysely';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { LendingContext } from '../context.ts';
import type { MessageText } from '../domain/messages/funding-messages.ts';
import { withPreferences } from '../domain/messages/preference-messages.ts';
import { hasApplied } from '../store/applicants.ts';
import { insertMessage } from '../store/messages.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { MessageRow } from '../store/schema/outboxes.ts';
import type { LendingSchema } from '../store/schema.ts';
import { deliveryKinds } from '../work-kinds.ts';
import { preferencesLink } from './preferences/preferences-of.ts';

type NewMessage = Pick<
  MessageRow,
  | 'sponsor_id'
  | 'application_id'
  | 'merchant_id'
  | 'kind'
  | 'channel'
  | 'recipient'
  | 'subject'
  | 'text'
> & {
  /** Addresses that the text leads to. */
  links: readonly string[];
};

/** Writes an SMS or e-mail to the outbox, in the transaction of its cause. Answers its id. */
export async function queueMessage(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { links, ...message }: NewMessage,
): Promise<string> {
  const id = context.ids.uuid();
  const now = context.clock.now(message.sponsor_id);
  await insertMessage(tx, context.sealer, {
    ...message,
    id,
    links: JSON.stringify(links),
    status: 'Queued',
    failed_tries: 0,
    created_at: now,
    sent_at: null,
  });
  await schedule(tx, {
    kind: deliveryKinds.message,
    key: id,
    scope: message.sponsor_id,
    dueAt: now,
    // A mail server that says nothing holds up no deadline, and a message waits for few before it.
    lane: message.channel,
  });
  return id;
}

interface ConsumerMessage {
  kind: MessageRow['kind'];
  channel: MessageRow['channel'];
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
  application: ApplicationRow,
  { kind, channel, message, links }: ConsumerMessage,
): Promise<string> {
  const { id, sponsor_id, merchant_id, locale, phone, email } = application;
  const link = await preferencesLink(context, tx, application);
  return queueMessage(context, tx, {
    ...withPreferences(message, { locale, channel, hasApplied: hasApplied(application), link }),
    sponsor_id,
    application_id: id,
    merchant_id,
    kind,
    channel,
    recipient: channel === 'sms' ? phone : email,
    links: [...links, link],
  });
}
