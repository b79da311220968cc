import type { Transaction } from 'kysely';
import type { TransactionStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { ApplicationTable, ChargeRequestTable, LendingSchema } from '../../store/schema.ts';
import { causeOf } from '../events/cause-of.ts';
import { recordEvent } from '../events/record-event.ts';
import { wireSplit } from './split.ts';

export interface ChargeOutcome {
  outcome: 'approved' | 'rejected';
  /** As it stands now, after its answer. */
  charge: ChargeRequestTable;
  loan: ApplicationTable;
  transactionStatus: TransactionStatus | null;
}

/** Tells the sponsor's transaction_callback_url how the consumer answered. */
export async function recordChargeOutcome(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { outcome, charge, loan, transactionStatus }: ChargeOutcome,
): Promise<void> {
  await recordEvent(context, tx, causeOf(loan, charge.transaction_callback_url), {
    event_type: 'consumer_charge_outcome',
    payment_request_uuid: charge.id,
    payment_request_id: charge.payment_request_id,
    external_application_id: loan.external_application_id,
    loan_id: loan.loan_id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    outcome,
    payment_request_status: charge.status,
    transaction_status: transactionStatus,
    transaction_description: charge.transaction_description,
    ...wireSplit(charge),
    approved_by: charge.approved_by,
    rejection_reason: charge.rejection_reason,
    payment_identifier: charge.payment_identifier,
    outcome_at: timestamp(charge.status_at),
  });
}
