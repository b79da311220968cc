import type { Transaction } from 'kysely';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import type { LendingContext } from '../context.ts';
import { accountCancelledEmail, accountOnHoldEmail } from '../domain/messages/funding-messages.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LendingSchema } from '../store/schema.ts';
import { loanRecordOf, mailRecord } from './letters.ts';
import { queueMessage } from './queue-message.ts';

const emails = {
  account_cancelled: accountCancelledEmail,
  account_on_hold: accountOnHoldEmail,
} as const;

interface AccountNotice {
  kind: keyof typeof emails;
  /** When it was cancelled or put on hold, which the text names; epoch milliseconds. */
  at: number;
}

/** Tells the consumer that the account was cancelled or put on hold, in the transaction of its cause. */
export async function sendAccountNotice(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationRow,
  { kind, at }: AccountNotice,
): Promise<void> {
  const { id, sponsor_id, merchant_id, email } = account;
  const record = await loanRecordOf(context, tx, account);
  const { texts } = context.config;
  const message = emails[kind]({ ...record, date: easternDate(at), texts });
  await queueMessage(context, tx, {
    ...message,
    sponsor_id,
    application_id: id,
    merchant_id,
    kind,
    channel: 'email',
    recipient: email,
    links: [],
  });
  await mailRecord(context, tx, account, message.text);
}
