import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { endsPurchaseWindow } from '../../domain/funding/transaction-items.ts';
import { availableSpend } from '../../domain/loan.ts';
import { chargeReceiptEmail } from '../../domain/messages/funding-messages.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { mailRecord } from '../letters/mail-record.ts';
import { queueMessage } from '../messages/queue-message.ts';
import type { OpenCharge } from './answer-charge.ts';

/** Sends the consumer the receipt for a charge that was just approved, by whomever. */
export async function sendReceipt(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { charge, loan }: OpenCharge,
  by: 'consumer' | 'sponsor',
): Promise<void> {
  const { id, sponsor_id, merchant_id, locale, email } = loan;
  const isLast = endsPurchaseWindow(charge.transaction_description, context.config.loanTerms);
  const merchant = await findMerchant(tx, sponsor_id, merchant_id);
  const receipt = chargeReceiptEmail({
    texts: context.config.texts,
    locale,
    by,
    date: easternDate(context.clock.now(sponsor_id)),
    loan_number: loan.consumer_application_human_readable_id,
    merchant_name: merchant?.business_name ?? '',
    consumer_charge_amount_cents: charge.consumer_charge_amount_cents,
    payment_request_id: charge.payment_request_id,
    // What was set aside for it is spent now: nothing else has changed.
    available_spend_cents: isLast ? 0 : availableSpend(loan),
  });
  await queueMessage(context, tx, {
    ...receipt,
    sponsor_id,
    application_id: id,
    merchant_id,
    kind: 'charge_receipt',
    channel: 'email',
    recipient: email,
    links: [],
  });
  await mailRecord(context, tx, loan, receipt.text);
}
