import type { Transaction } from 'kysely';
import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext } from '../../context.ts';
import { oneTimeCodeMessage } from '../../domain/messages/loan-messages.ts';
import { listMessagesOfKind } from '../../store/messages.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { hasSmsConsent } from '../../store/sms-consent.ts';
import { queueMessage } from '../messages/queue-message.ts';

export type CodeChannel = 'sms' | 'email';

const KIND = 'one_time_code';

/** Where a code can go: by SMS only to whoever agreed to it and can be reached. Asks the messenger. */
export async function codeChannelFor(
  { providers }: Pick<LendingContext, 'providers'>,
  connection: Connection<LendingSchema>,
  { id, sponsor_id, phone }: ApplicationTable,
): Promise<CodeChannel> {
  if (!(await hasSmsConsent(connection, sponsor_id, id))) return 'email';
  return (await providers.messenger.smsReach(phone)) === 'reachable' ? 'sms' : 'email';
}

export interface SentCodes {
  /** Where the last one went. */
  channel: CodeChannel;
  /** Epoch milliseconds, the newest first. */
  sentAt: number[];
}

/** What was sent of the application's code. */
export async function sentCodes(
  connection: Connection<LendingSchema>,
  application: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
): Promise<SentCodes> {
  const messages = await listMessagesOfKind(connection, application, KIND);
  return {
    channel: messages[0]?.channel ?? 'email',
    sentAt: messages.map(({ created_at }) => created_at),
  };
}

export async function sendCode(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  channel: CodeChannel,
): Promise<void> {
  const { sponsor_id, merchant_id, locale, phone, email } = application;
  await queueMessage(context, tx, {
    ...oneTimeCodeMessage(locale, codeOf(context, application)),
    sponsor_id,
    application_id: application.id,
    merchant_id,
    kind: KIND,
    channel,
    recipient: channel === 'sms' ? phone : email,
    links: [],
  });
}

/** The code that an application waits for; it is not stored, but made again. */
export function codeOf({ sealer, providers }: LendingContext, { id }: ApplicationTable): string {
  return providers.codes.codeFor(sealer.index(id, 'step-up'));
}
