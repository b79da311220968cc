import type { Transaction } from 'kysely';
import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext } from '../../context.ts';
import { oneTimeCodeMessage } from '../../domain/messages/loan-messages.ts';
import type { ApplicationTable, LendingSchema, StepUpCodeTable } from '../../store/schema.ts';
import { hasSmsConsent } from '../../store/sms-consent.ts';
import { insertStepUpCode, listStepUpCodes } from '../../store/step-up-codes.ts';
import { queueMessage } from '../messages/queue-message.ts';

export type CodeChannel = StepUpCodeTable['channel'];

/** Where a code can go: by SMS only to whoever agreed to it and can be reached. Asks the messenger. */
export async function codeChannelFor(
  { providers }: Pick<LendingContext, 'providers'>,
  connection: Connection<LendingSchema>,
  { id, sponsor_id, phone }: ApplicationTable,
): Promise<CodeChannel> {
  if (!(await hasSmsConsent(connection, sponsor_id, id))) return 'email';
  return (await providers.messenger.smsReach(phone)) === 'reachable' ? 'sms' : 'email';
}

/** Sends a new code; the ones before it are not taken any more. The application is locked. */
export async function sendCode(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  channel: CodeChannel,
): Promise<void> {
  const { id: application_id, sponsor_id, merchant_id, locale, phone, email } = application;
  const [last] = await listStepUpCodes(tx, application);
  const code: StepUpCodeTable = {
    application_id,
    generation: (last?.generation ?? 0) + 1,
    sponsor_id,
    channel,
    failed_tries: 0,
    sent_at: context.clock.now(sponsor_id),
    used_at: null,
  };
  await insertStepUpCode(tx, code);
  await queueMessage(context, tx, {
    ...oneTimeCodeMessage(locale, codeOf(context, code)),
    sponsor_id,
    application_id,
    merchant_id,
    kind: 'one_time_code',
    channel,
    recipient: channel === 'sms' ? phone : email,
    links: [],
  });
}

/** The digits of a code; they are not stored, but made again. */
export function codeOf(
  { sealer, providers }: Pick<LendingContext, 'sealer' | 'providers'>,
  { application_id, generation }: Pick<StepUpCodeTable, 'application_id' | 'generation'>,
): string {
  const name = JSON.stringify([application_id, generation]);
  return providers.codes.codeFor(sealer.index(name, 'step-up'));
}
