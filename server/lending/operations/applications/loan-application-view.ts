import type { LoanApplication } from '../../../lending-api/loan-applications.ts';
import type { Offer } from '../../../lending-api/offers.ts';
import { formatCents } from '../../../platform/money.ts';
import { statusAt } from '../../domain/application-status.ts';
import { orNull, timestamp } from '../../domain/formats.ts';
import type { ChargeableLoan } from '../../domain/funding/charge-prerequisites.ts';
import { availableSpend, purchaseWindowEndDate } from '../../domain/loan.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';

/** The selected offer with its figures for the selected amount; written by selectOffer(). */
export function selectedOffer({
  selected_terms,
}: Pick<ApplicationRow, 'selected_terms'>): Offer | null {
  return selected_terms === null ? null : (JSON.parse(selected_terms) as Offer);
}

/** An application as lists show it (server/lending/DECISIONS.md, Applications and accounts). */
export function toLoanApplication(application: ApplicationRow, now: number): LoanApplication {
  return {
    external_application_id: application.external_application_id,
    loan_id: application.loan_id,
    consumer_application_id: application.id,
    consumer_application_human_readable_id: application.consumer_application_human_readable_id,
    consumer_first_name: application.first_name,
    consumer_last_name: application.last_name,
    email: application.email,
    phone: application.phone,
    application_path: application.application_path,
    application_status: statusAt(application, now),
    account_status: application.account_status,
    portal_account_status: application.portal_account_status,
    product_name: selectedOffer(application)?.product_name ?? null,
    requested_amount:
      application.requested_amount_cents === 0
        ? null
        : formatCents(application.requested_amount_cents),
    maximum_approved_amount: orNull(application.maximum_approved_amount_cents, formatCents),
    credit_limit: orNull(application.credit_limit_cents, formatCents),
    amount_spent: formatCents(application.amount_spent_cents),
    pending_charge_amount: formatCents(application.pending_charge_amount_cents),
    available_spend: formatCents(availableSpend(application)),
    purchase_window_end_date: orNull(application.purchase_window_ends_at, purchaseWindowEndDate),
    offer_code_name: application.offer_code_name ?? '',
    invited_by_merchant_user: application.invited_by,
    application_date: timestamp(application.created_at),
    accepted_at: orNull(application.accepted_at, timestamp),
    modified: timestamp(application.modified_at),
  };
}

/** What it depends on whether a loan of the merchant can be charged. */
export function chargeableLoan(
  application: ApplicationRow,
  merchant: Pick<MerchantRow, 'status'> | undefined,
): ChargeableLoan {
  return {
    application_status: application.status,
    account_status: application.account_status,
    portal_account_status: application.portal_account_status,
    merchant_status: merchant?.status ?? 'Closed',
    purchase_window_ends_at: application.purchase_window_ends_at,
    available_spend_cents: availableSpend(application),
  };
}
