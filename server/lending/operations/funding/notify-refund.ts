import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { isSettled } from '../../domain/funding/settlement.ts';
import { refundAcceptedEmail, refundEmail } from '../../domain/messages/funding-messages.ts';
import { findMerchant } from '../../store/merchants.ts';
import type {
  ApplicationTable,
  ChargeRequestTable,
  LendingSchema,
  MerchantUserTable,
  TransactionTable,
} from '../../store/schema.ts';
import { mailRecord } from '../letters/mail-record.ts';
import { queueConsumerMessage } from '../messages/queue-consumer-message.ts';
import { queueMessage } from '../messages/queue-message.ts';

export interface AcceptedRefund {
  loan: ApplicationTable;
  charge: ChargeRequestTable;
  refund: TransactionTable;
  /** Who asked for it. */
  user: MerchantUserTable;
}

/** Queues the messages to the consumer and the merchant user (Sponsor Lending API, funding). */
export async function notifyRefund(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { loan, charge, refund, user }: AcceptedRefund,
): Promise<void> {
  const merchant = await findMerchant(tx, charge.sponsor_id, charge.merchant_id);
  const message = {
    merchant_name: merchant?.business_name ?? '',
    refund_cents: refund.consumer_charge_amount_cents,
    charge_cents: charge.consumer_charge_amount_cents,
    payment_request_id: charge.payment_request_id,
    is_settled: isSettled(refund),
  };
  const email = refundEmail(message, loan.locale);
  if (loan.email !== '') {
    const sent = { kind: 'refund', channel: 'email', message: email, links: [] } as const;
    await queueConsumerMessage(context, tx, loan, sent);
  }
  await mailRecord(context, tx, loan, email.text);
  await queueMessage(context, tx, {
    // Merchant users have no language of their own: they are written to in the service's.
    ...refundAcceptedEmail(message, 'en'),
    sponsor_id: charge.sponsor_id,
    application_id: loan.id,
    merchant_id: charge.merchant_id,
    kind: 'refund_accepted',
    channel: 'email',
    recipient: user.email,
    links: [],
  });
}
