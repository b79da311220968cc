import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { accountCancelledEmail } from '../../domain/messages/funding-messages.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { mailRecord } from '../letters/mail-record.ts';
import { queueMessage } from '../messages/queue-message.ts';

/** Tells the consumer that the account was cancelled. */
export async function tellOfCancellation(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationTable,
): Promise<void> {
  const { id, sponsor_id, merchant_id, locale, email } = account;
  const merchant = await findMerchant(tx, sponsor_id, merchant_id);
  const message = accountCancelledEmail({
    texts: context.config.texts,
    locale,
    date: easternDate(context.clock.now(sponsor_id)),
    loan_number: account.consumer_application_human_readable_id,
    merchant_name: merchant?.business_name ?? '',
  });
  await queueMessage(context, tx, {
    ...message,
    sponsor_id,
    application_id: id,
    merchant_id,
    kind: 'account_cancelled',
    channel: 'email',
    recipient: email,
    links: [],
  });
  await mailRecord(context, tx, account, message.text);
}
