import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { type NotificationPlan, notificationPlan } from '../../domain/funding/notification-plan.ts';
import {
  type ChargeMessage,
  chargeRequestEmail,
  chargeRequestSms,
  type MessageText,
} from '../../domain/messages/funding-messages.ts';
import { hasBounced } from '../../store/messages.ts';
import type { ApplicationTable, ChargeRequestTable, LendingSchema } from '../../store/schema.ts';
import { hasSmsConsent } from '../../store/sms-consent.ts';
import { queueConsumerMessage } from '../messages/queue-consumer-message.ts';

/** How the consumer can be reached; null when it cannot. Asks the messenger first. */
export async function planNotifications(
  { database, providers }: LendingContext,
  loan: ApplicationTable,
): Promise<NotificationPlan | null> {
  const { sponsor_id, email } = loan;
  return notificationPlan({
    has_sms_consent: await hasSmsConsent(database.query, sponsor_id, loan.id),
    sms_reach: await providers.messenger.smsReach(loan.phone),
    has_email: email !== '' && !(await hasBounced(database.query, sponsor_id, email)),
  });
}

export interface ChargeNotification {
  loan: ApplicationTable;
  charge: Pick<
    ChargeRequestTable,
    'consumer_charge_amount_cents' | 'sms_notification' | 'email_notification'
  >;
  merchantName: string;
  /** The SMS never carries a mailed link. */
  links: { sms: string; email: string };
}

/** Queues the SMS and the e-mail with the link to the approval. */
export async function notifyConsumer(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { loan, charge, merchantName, links }: ChargeNotification,
): Promise<void> {
  const message = {
    locale: loan.locale,
    merchant_name: merchantName,
    consumer_charge_amount_cents: charge.consumer_charge_amount_cents,
  };
  const send = (channel: 'sms' | 'email', text: (message: ChargeMessage) => MessageText) =>
    queueConsumerMessage(context, tx, loan, {
      kind: 'charge_request',
      channel,
      message: text({ ...message, link: links[channel] }),
      links: [links[channel]],
    });
  if (charge.sms_notification === 'sent') await send('sms', chargeRequestSms);
  if (charge.email_notification === 'sent') await send('email', chargeRequestEmail);
}
