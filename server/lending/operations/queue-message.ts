import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { LendingContext } from '../context.ts';
import type { MessageText } from '../domain/messages/funding-messages.ts';
import { withPreferences } from '../domain/messages/preference-messages.ts';
import { hasApplied } from '../store/applicants.ts';
import { insertMessage } from '../store/messages.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { MessageRow } from '../store/schema/outboxes.ts';
import type { LendingSchema } from '../store/schema.ts';
import { maySendSms } from '../store/sms-consent.ts';
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

/** Answers to what the consumer texted: the one confirmation of STOP, and the reply to HELP. */
const answers: ReadonlySet<string> = new Set(['sms_stopped', 'sms_help']);

/**
 * Whether a message may leave as it stands with the consumer's consent now, which may have been
 * taken back since it was written. Merchants' users are written to without one.
 */
export async function mayLeave(
  connection: Connection<LendingSchema>,
  { channel, kind, sponsor_id, application_id, recipient }: MessageRow,
): Promise<boolean> {
  if (channel !== 'sms' || application_id === null || answers.has(kind)) return true;
  return maySendSms(connection, { id: application_id, sponsor_id, phone: recipient });
}
