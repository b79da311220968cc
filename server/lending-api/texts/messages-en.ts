import { firstVersion, laterVersion, type TextEntry } from './text-entry.ts';

export const messagesEn: readonly TextEntry[] = [
  // Regulation Z, 12 CFR 1026.24(d): whoever states a payment states the down payment, the terms of
  // repayment over the whole term, and the annual percentage rate by that name.
  firstVersion(
    'as_low_as_terms',
    'For {amount} with no down payment: {earlier_payments} monthly payments of {monthly_payment} and a last one of {final_payment}, {total_of_payments} in all, at a fixed annual percentage rate (APR) of {apr}%. Subject to credit approval: your rate, amount and payments depend on your application, and not everybody qualifies for these. Loans by {lender_name}, NMLS ID {lender_nmls_id}.',
  ),
  firstVersion(
    'as_low_as_terms_one_payment_amount',
    'For {amount} with no down payment: {number_of_payments} monthly payments of {monthly_payment}, {total_of_payments} in all, at a fixed annual percentage rate (APR) of {apr}%. Subject to credit approval: your rate, amount and payments depend on your application, and not everybody qualifies for these. Loans by {lender_name}, NMLS ID {lender_nmls_id}.',
  ),
  laterVersion(
    'as_low_as_terms',
    '2026-12-01',
    'For {amount} with no down payment: {earlier_payments} monthly payments of {monthly_payment} and a last payment of {final_payment}, {total_of_payments} in total, at a fixed annual percentage rate (APR) of {apr}%. Subject to credit approval. Your rate, amount and payments depend on your application, and not everyone qualifies. Loans by {lender_name}, NMLS ID {lender_nmls_id}.',
  ),
  laterVersion(
    'as_low_as_terms_one_payment_amount',
    '2026-12-01',
    'For {amount} with no down payment: {number_of_payments} monthly payments of {monthly_payment}, {total_of_payments} in total, at a fixed annual percentage rate (APR) of {apr}%. Subject to credit approval. Your rate, amount and payments depend on your application, and not everyone qualifies. Loans by {lender_name}, NMLS ID {lender_nmls_id}.',
  ),
];
