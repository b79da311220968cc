import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { isSettled } from '../../domain/funding/settlement.ts';
import type { MessageText } from '../../domain/messages/charge-messages.ts';
import { refundAcceptedEmail, refundEmail } from '../../domain/messages/refund-messages.ts';
import { findMerchant } from '../../store/merchants.ts';
import type {
  ApplicationTable,
  ChargeRequestTable,
  LendingSchema,
  MerchantUserTable,
  TransactionTable,
} from '../../store/schema.ts';
import { queueMessage } from '../messages/queue-message.ts';

export interface AcceptedRefund {
  loan: ApplicationTable;
  charge: ChargeRequestTable;
  refund: TransactionTable;
  /** Who asked for it. */
  user: MerchantUserTable;
}

/** Queues the e-mails to the consumer and to the merchant user (Sponsor Lending API, funding). */
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
  const send = (kind: string, recipient: string, text: MessageText) =>
    queueMessage(context, tx, {
      ...text,
      sponsor_id: charge.sponsor_id,
      application_id: loan.id,
      merchant_id: charge.merchant_id,
      kind,
      channel: 'email',
      recipient,
      links: [],
    });
  if (loan.email !== '') await send('refund', loan.email, refundEmail(message, loan.locale));
  // Merchant users have no language of their own: they are written to in the service's.
  await send('refund_accepted', user.email, refundAcceptedEmail(message, 'en'));
}
