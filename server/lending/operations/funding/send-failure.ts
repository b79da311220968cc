import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import {
  chargeFailedEmail,
  type MessageText,
  refundFailedEmail,
  refundNotMadeEmail,
} from '../../domain/messages/funding-messages.ts';
import type { MessageKind } from '../../domain/messages/message-kinds.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';
import { findMerchantUser } from '../../store/merchant-users.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type {
  ChargeRequestRow,
  RefundRequestRow,
  TransactionRow,
} from '../../store/schema/funding.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { findTransaction } from '../../store/transactions.ts';
import { loanRecordOf, mailRecord } from '../letters.ts';
import { merchantLocale } from '../merchant-locale.ts';
import { queueConsumerMessage, queueMessage } from '../queue-message.ts';

/** Tells the consumer, who has the receipt, that a charge does not stand. */
export async function sendChargeFailed(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  { charge_request_id, consumer_charge_amount_cents, settled_at }: TransactionRow,
): Promise<void> {
  const { payment_request_id } = await chargeOf(tx, loan, charge_request_id);
  const message = chargeFailedEmail({
    ...(await loanRecordOf(context, tx, loan)),
    payment_request_id,
    consumer_charge_amount_cents,
    is_returned: settled_at !== null,
  });
  await tellConsumer(context, tx, loan, { kind: 'charge_failed', message });
}

/**
 * Tells who asked for a refund that it failed and, where its charge stands, the consumer: of one that
 * came back nothing is owed, which was told then.
 */
export async function sendRefundFailed(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  { refund, request }: { refund: TransactionRow; request: RefundRequestRow },
): Promise<void> {
  const { sponsor_id, merchant_id, charge_request_id } = refund;
  const refund_cents = refund.consumer_charge_amount_cents;
  const charge = await chargeOf(tx, loan, charge_request_id);
  const { payment_request_id } = charge;
  const taken = await findTransaction(tx, sponsor_id, charge_request_id);
  const is_charge_returned = taken?.status !== 'Transferred';
  if (!is_charge_returned) {
    const record = await loanRecordOf(context, tx, loan);
    const message = refundFailedEmail({ ...record, payment_request_id, refund_cents });
    await tellConsumer(context, tx, loan, { kind: 'refund_failed', message });
  }
  const user = await findMerchantUser(tx, sponsor_id, request.requested_by);
  if (!user) throw new Error(`refund ${refund.id} has no user`);
  const refusal = {
    refund_cents,
    charge_cents: charge.consumer_charge_amount_cents,
    payment_request_id,
    is_charge_returned,
  };
  const locale = await merchantLocale(tx, { id: merchant_id, sponsor_id });
  await queueMessage(context, tx, {
    ...refundNotMadeEmail(refusal, locale),
    sponsor_id,
    application_id: loan.id,
    merchant_id,
    kind: 'refund_not_made',
    channel: 'email',
    recipient: user.email,
    links: [],
  });
}

async function chargeOf(
  tx: Transaction<LendingSchema>,
  { sponsor_id }: ApplicationRow,
  id: string,
): Promise<ChargeRequestRow> {
  const charge = await findChargeRequest(tx, sponsor_id, id);
  if (!charge) throw new Error(`charge ${id} is gone`);
  return charge;
}

async function tellConsumer(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  { kind, message }: { kind: MessageKind; message: MessageText },
): Promise<void> {
  await queueConsumerMessage(context, tx, loan, { kind, channel: 'email', message, links: [] });
  await mailRecord(context, tx, loan, message.text);
}
