import { firstVersion, laterVersion, type TextEntry, unchanged } from './text-entry.ts';

// Regulation Z, 12 CFR 1026.18, closed-end disclosures.
export const tilaEn: readonly TextEntry[] = [
  firstVersion('tila_apr', 'The cost of your credit as a yearly rate.'),
  firstVersion('tila_finance_charge', 'The dollar amount the credit will cost you.'),
  firstVersion('tila_amount_financed', 'The amount of credit provided to you or on your behalf.'),
  firstVersion(
    'tila_total_of_payments',
    'The amount you will have paid after you have made all payments as scheduled.',
  ),
  firstVersion(
    'tila_payment_schedule',
    '{regular_payments} monthly payments of {monthly_payment} and a last payment of {final_payment}, due monthly beginning {first_payment_date} (e).',
  ),
  firstVersion(
    'tila_late_charge',
    'Late charge: if a payment is late, you will be charged {late_fee_amount}.',
  ),
  laterVersion(
    'tila_late_charge',
    '2027-01-01',
    'Late charge: if a payment is not received within 15 days after it is due, you will be charged {late_fee_amount}.',
  ),
  firstVersion(
    'tila_prepayment',
    'Prepayment: if you pay off early, you will not have to pay a penalty.',
  ),
  firstVersion(
    'tila_contract_reference',
    'See your loan agreement for any additional information about nonpayment, default, any required repayment in full before the scheduled date, and prepayment refunds and penalties.',
  ),
  firstVersion(
    'tila_estimate',
    '“e” means an estimate. The figures assume that the whole amount is advanced on the day you accept and that every payment is made as scheduled.',
  ),
  firstVersion(
    'tila_itemization',
    'You have the right to an itemization of the amount financed. It is given below.',
  ),
  ...unchanged(
    'deferred_interest_in_time',
    ['2026-01-01', '2026-12-01'],
    'Interest accrues from the purchase date. It is waived only if the full promotional balance of {promo_balance} is paid by {promo_end_date}. If not, you owe the accrued interest of about {accrued_interest}. Monthly payments shown will pay it off in time.',
  ),
  ...unchanged(
    'deferred_interest_not_in_time',
    ['2026-01-01', '2026-12-01'],
    'Interest accrues from the purchase date. It is waived only if the full promotional balance of {promo_balance} is paid by {promo_end_date}. If not, you owe the accrued interest of about {accrued_interest}. Monthly payments shown will not pay it off in time.',
  ),
];
