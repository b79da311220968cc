import type { ChargeRequest } from '../../../lending-api/payment-requests.ts';
import type { LendingContext } from '../../context.ts';
import { CHARGE_LIFETIME_MS } from '../../domain/funding/charge-deadline.ts';
import type { NotificationPlan } from '../../domain/funding/notification-plan.ts';
import type { Split } from '../../domain/funding/transaction-items.ts';
import type { ApplicationTable, ChargeRequestTable } from '../../store/schema.ts';

/** The row of a request that is made now and waits for its consumer. */
export function newChargeRequest(
  { ids }: Pick<LendingContext, 'ids'>,
  loan: Pick<ApplicationTable, 'id' | 'sponsor_id' | 'merchant_id' | 'invited_by'>,
  { input, split, plan }: { input: ChargeRequest; split: Split; plan: NotificationPlan },
  now: number,
): ChargeRequestTable {
  return {
    id: ids.uuid(),
    payment_request_id: `PR-${ids.digits(10)}`,
    sponsor_id: loan.sponsor_id,
    merchant_id: loan.merchant_id,
    application_id: loan.id,
    invited_by: loan.invited_by,
    requested_by: input.request_user_id,
    transaction_description: input.transaction_description,
    transaction_callback_url: input.transaction_callback_url,
    payment_identifier: input.payment_identifier ?? null,
    description: input.description ?? null,
    status: 'Pending',
    approved_by: null,
    approved_by_user: null,
    rejection_reason: null,
    authorization_method: null,
    authorization_reference: null,
    requested_at: now,
    expires_at: now + CHARGE_LIFETIME_MS,
    status_at: now,
    ...split,
    sms_notification: plan.sms,
    email_notification: plan.email,
    warning: plan.warning,
  };
}
