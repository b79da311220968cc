import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import {
  keywordOf,
  type SmsKeyword,
  smsHelpSms,
} from '../../domain/messages/preference-messages.ts';
import { lockAllOfPhone } from '../../store/persons.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { confirmSmsStopped, revokeSms } from './revoke-sms.ts';

export interface InboundSms {
  /** `+1` and ten digits. */
  from: string;
  text: string;
}

export interface ReceivedSms {
  /** Null for what is no keyword, which nothing follows from. */
  understood_as: SmsKeyword | null;
  /** Applications on which the consent to text messages was taken back. */
  revoked: number;
}

/**
 * Does what a reply to a text message asks for. STOP and its like take the consent back, as the page
 * does, on every application with this sponsor of everybody with that number, and one message
 * confirms it (47 CFR 64.1200(a)(10), (12)). HELP is answered.
 */
export async function receiveSms(
  context: LendingContext,
  sponsorId: string,
  { from, text }: InboundSms,
): Promise<ReceivedSms> {
  const keyword = keywordOf(text);
  if (keyword === null) return { understood_as: null, revoked: 0 };
  const isReachable = (await context.providers.messenger.smsReach(from)) === 'reachable';
  return context.database.transaction(async (tx) => {
    const applications = await lockAllOfPhone(tx, context.database, sponsorId, from);
    const newest = newestOf(applications.filter(({ phone }) => phone === from));
    const stops = keyword === 'stop';
    const revoked = stops ? await revokeSms(context, tx, applications, { action: 'replied' }) : 0;
    if (newest && isReachable) {
      if (revoked > 0) await confirmSmsStopped(context, tx, newest);
      if (!stops) await sendHelp(context, tx, newest);
    }
    return { understood_as: keyword, revoked };
  });
}

function newestOf(applications: readonly ApplicationTable[]): ApplicationTable | undefined {
  return applications.toSorted((a, b) => b.created_at - a.created_at)[0];
}

async function sendHelp(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, merchant_id, locale, phone }: ApplicationTable,
): Promise<void> {
  await queueMessage(context, tx, {
    ...smsHelpSms(locale),
    sponsor_id,
    application_id: id,
    merchant_id,
    kind: 'sms_help',
    channel: 'sms',
    recipient: phone,
    links: [],
  });
}
