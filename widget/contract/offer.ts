import * as z from 'zod/mini';
import {
  aprSchema,
  dateSchema,
  moneySchema,
  rateSchema,
  timeSchema,
  uuidSchema,
} from './values.ts';

/**
 * The lender's offer object, unchanged. Kinds are open text, since a lender may
 * add a product without asking the widget.
 */
export const offerSchema = z.object({
  offer_uuid: uuidSchema,
  product_id: z.string(),
  product_name: z.string(),
  product_type: z.string(),
  promo_type: z.string(),
  credit_type: z.string(),
  lender_name: z.string(),
  lender_nmls_id: z.string(),
  approved_amount: moneySchema,
  amount: moneySchema,
  is_counter_offer: z.boolean(),
  interest_rate: rateSchema,
  apr: aprSchema,
  term_months: z.int(),
  number_of_payments: z.int(),
  monthly_payment: moneySchema,
  final_payment: moneySchema,
  amount_financed: moneySchema,
  finance_charge: moneySchema,
  total_of_payments: moneySchema,
  origination_fee_amount: moneySchema,
  first_payment_date: dateSchema,
  promo_months: z.int(),
  promo_payoff_amount: z.nullable(moneySchema),
  promo_disclosure: z.nullable(z.string()),
  hard_inquiry_on_accept: z.boolean(),
  mla_covered: z.boolean(),
  purchase_window_days: z.int(),
  expires_at: timeSchema,
});

export type Offer = z.infer<typeof offerSchema>;
