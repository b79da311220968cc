import type { Transaction } from 'kysely';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import { orNull } from '../../domain/formats.ts';
import { purchaseWindowEndDate } from '../../domain/loan.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { causeOf, recordEvent } from '../callbacks.ts';
import { selectedOffer } from './loan-application-view.ts';

export type ApplicationStage = 'decision' | 'loan_documents_accepted' | 'loan_terms_accepted';

/**
 * Tells the sponsor_callback_url how an application stands now: approved while its
 * status begins with Approved, else canceled, without reasons.
 */
export async function recordApplicationEvent(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  stage: ApplicationStage,
): Promise<void> {
  const terms = selectedOffer(application);
  const { maximum_approved_amount_cents, credit_limit_cents, purchase_window_ends_at } =
    application;
  await recordEvent(context, tx, causeOf(application, application.sponsor_callback_url), {
    event_type: 'consumer_application_complete',
    external_application_id: application.external_application_id,
    loan_id: application.loan_id,
    consumer_application_id: application.id,
    consumer_application_human_readable_id: application.consumer_application_human_readable_id,
    request_user_id: application.invited_by,
    application_path: application.application_path,
    stage,
    decision: application.status.startsWith('Approved') ? 'approved' : 'canceled',
    application_status: application.status,
    approved_amount: orNull(maximum_approved_amount_cents, formatCents),
    credit_limit: orNull(credit_limit_cents, formatCents),
    product_name: terms?.product_name ?? null,
    apr: terms?.apr ?? null,
    term_months: terms?.term_months ?? null,
    offer_uuid: application.selected_offer_id,
    purchase_window_end_date: orNull(purchase_window_ends_at, purchaseWindowEndDate),
  });
}
