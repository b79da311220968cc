import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import { type ChargeableLoan, type Eligibility, eligibility } from '../../domain/eligibility.ts';
import { availableSpend } from '../../domain/loan.ts';
import type { ApplicationTable, MerchantTable } from '../../store/schema.ts';

type Merchant = Pick<MerchantTable, 'status'> | undefined;

/** Whether a loan of the merchant can be charged at a time (epoch ms). */
export function eligibilityRecord(
  application: ApplicationTable,
  merchant: Merchant,
  now: number,
): Eligibility {
  return eligibility(chargeableLoan(application, merchant), now);
}

/** What it depends on whether a loan of the merchant can be charged. */
export function chargeableLoan(application: ApplicationTable, merchant: Merchant): ChargeableLoan {
  return {
    application_status: application.status,
    account_status: application.account_status,
    portal_account_status: application.portal_account_status,
    merchant_status: (merchant?.status ?? 'Closed') as MerchantStatus,
    purchase_window_ends_at: application.purchase_window_ends_at,
    available_spend_cents: availableSpend(application),
  };
}
