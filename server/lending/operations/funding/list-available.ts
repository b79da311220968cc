import type {
  AvailableQuery,
  AvailableTransaction,
} from '../../../lending-api/available-transactions.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { eligibility } from '../../domain/funding/charge-prerequisites.ts';
import { availableSpend, purchaseWindowEndDate } from '../../domain/loan.ts';
import { countChargeable, listChargeable } from '../../store/chargeable-loans.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import { chargeableLoan, selectedOffer } from '../applications/loan-application-view.ts';
import { balancesAt } from './balance-at.ts';
import { visibleRange } from './visible-range.ts';

/**
 * Loans that a user may request charges of, now or once their portal account is active: codes 0
 * and 2. Of a merchant that is not Active there are none.
 */
export async function listAvailable(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  { page, page_size, ordering }: AvailableQuery,
): Promise<{ count: number; results: AvailableTransaction[] }> {
  const { query } = context.database;
  const range = await visibleRange(context, sponsor, requestUserId, {});
  const merchant = await findMerchant(query, sponsor.id, range.merchantId);
  if (merchant?.status !== 'Active') return { count: 0, results: [] };
  const filter = { ...range, now: context.clock.now(sponsor.id) };
  const slice = { ordering, limit: page_size, offset: (page - 1) * page_size };
  const loans = await balancesAt(query, await listChargeable(query, filter, slice), filter);
  return {
    count: await countChargeable(query, filter),
    results: loans.map((loan) => toAvailable(loan, merchant, filter.now)),
  };
}

function toAvailable(
  loan: ApplicationRow,
  merchant: MerchantRow,
  now: number,
): AvailableTransaction {
  return {
    external_application_id: loan.external_application_id,
    loan_id: loan.loan_id,
    consumer_application_id: loan.id,
    consumer_application_human_readable_id: loan.consumer_application_human_readable_id,
    consumer_first_name: loan.first_name,
    consumer_last_name: loan.last_name,
    product_name: selectedOffer(loan)?.product_name ?? '',
    application_status: loan.status,
    credit_limit: formatCents(loan.credit_limit_cents ?? 0),
    amount_spent: formatCents(loan.amount_spent_cents),
    available_spend: formatCents(availableSpend(loan)),
    purchase_window_end_date: purchaseWindowEndDate(loan.purchase_window_ends_at ?? now),
    portal_account_status: loan.portal_account_status,
    ...eligibility(chargeableLoan(loan, merchant), now),
    invited_by_merchant_user: loan.invited_by,
  };
}
