import type { Settlement, SettlementCheck } from '../../../lending-api/settlement.ts';
import type { PaymentRequestStatus } from '../../../lending-api/statuses.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { orNull, timestamp } from '../../domain/formats.ts';
import { requestStatusAt } from '../../domain/funding/charge-status.ts';
import { expectedSettlementDate, isSettled } from '../../domain/funding/settlement.ts';
import { REFUND } from '../../domain/funding/transaction-items.ts';
import { findApplication } from '../../store/applications.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';
import type { ChargeRequestRow, TransactionRow } from '../../store/schema/funding.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { findTransaction } from '../../store/transactions.ts';
import { ofOwnMerchant, requireReachOrShare, viewingUser } from '../acting-user.ts';

/** Whether a charge or a refund has settled, and when it should. */
export async function checkSettlement(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  { payment_request_uuid, refund_request_uuid }: SettlementCheck,
): Promise<Settlement> {
  const { query } = context.database;
  const now = context.clock.now(sponsor.id);
  const acting = await viewingUser(query, sponsor, requestUserId);
  if (refund_request_uuid === undefined) {
    const found = await findChargeRequest(query, sponsor.id, payment_request_uuid ?? '');
    const charge = ofOwnMerchant(acting, found);
    await requireReachOrShare(query, acting, { ...charge, id: charge.application_id });
    const transaction = await findTransaction(query, sponsor.id, charge.id);
    const standing = transaction
      ? standingOf(transaction, now)
      : notApproved(await statusOfRequest(query, charge, now));
    return { payment_request_uuid: charge.id, ...standing };
  }
  const found = await findTransaction(query, sponsor.id, refund_request_uuid);
  const isOfCharge =
    payment_request_uuid === undefined || payment_request_uuid === found?.charge_request_id;
  const isRefund = found?.transaction_description === REFUND && isOfCharge;
  const refund = ofOwnMerchant(acting, isRefund ? found : undefined);
  await requireReachOrShare(query, acting, { ...refund, id: refund.application_id });
  return {
    payment_request_uuid: refund.charge_request_id,
    refund_request_uuid: refund.id,
    ...standingOf(refund, now),
  };
}

async function statusOfRequest(
  connection: Connection<LendingSchema>,
  charge: ChargeRequestRow,
  now: number,
): Promise<PaymentRequestStatus> {
  const loan = await findApplication(connection, charge.sponsor_id, charge.application_id);
  const purchase_window_ends_at = loan?.purchase_window_ends_at ?? null;
  return requestStatusAt({ ...charge, purchase_window_ends_at }, now);
}

type Standing = Omit<Settlement, 'payment_request_uuid' | 'refund_request_uuid'>;

function standingOf(transaction: TransactionRow, now: number): Standing {
  const settled = isSettled(transaction);
  return {
    is_settled: settled,
    status: transaction.status,
    settled_at: settled ? orNull(transaction.settled_at, timestamp) : null,
    expected_settlement_date: expectedSettlementDate(transaction, now),
  };
}

function notApproved(status: Standing['status']): Standing {
  return { is_settled: false, status, settled_at: null, expected_settlement_date: null };
}
