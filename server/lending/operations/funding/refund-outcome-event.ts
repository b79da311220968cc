import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { isSettled } from '../../domain/funding/settlement.ts';
import { orNull } from '../../domain/or-null.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { findRefundRequest } from '../../store/refunds.ts';
import type { ApplicationTable, LendingSchema, TransactionTable } from '../../store/schema.ts';
import { causeOf } from '../events/cause-of.ts';
import { recordEvent } from '../events/record-event.ts';
import { wireSplit } from './split.ts';

export interface EndedRefund {
  /** As it stands now. */
  refund: TransactionTable;
  loan: ApplicationTable;
}

/** Tells the refund's transaction_callback_url that it has settled or failed. */
export async function recordRefundOutcome(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { refund, loan }: EndedRefund,
): Promise<void> {
  const request = await findRefundRequest(tx, refund.sponsor_id, refund.id);
  if (!request) throw new Error(`refund ${refund.id} has no request`);
  await recordEvent(context, tx, causeOf(loan, request.transaction_callback_url), {
    event_type: 'consumer_refund_outcome',
    refund_request_uuid: refund.id,
    payment_request_uuid: refund.charge_request_id,
    external_application_id: loan.external_application_id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    outcome: isSettled(refund) ? 'settled' : 'failed',
    status: refund.status,
    refund_type: request.refund_type,
    ...wireSplit(refund),
    settled_at: orNull(refund.settled_at, timestamp),
    payment_identifier: refund.payment_identifier,
  });
}
