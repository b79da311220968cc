import * as z from 'zod/mini';
import {
  aprSchema,
  dateSchema,
  integerSchema,
  localeSchema,
  moneySchema,
  rateSchema,
  timeSchema,
  uuidSchema,
} from './values.ts';

/**
 * The lender's offer object. What stands first is the least that a lender must say; the rest is
 * shown where it is given and never computed. Kinds are open text, since a lender may add a product
 * without asking the widget.
 */
export const offerSchema = z.object({
  offer_uuid: uuidSchema,
  amount: moneySchema,
  apr: aprSchema,
  monthly_payment: moneySchema,
  term_months: integerSchema,
  product_id: z.optional(z.string()),
  product_name: z.optional(z.string()),
  /** What the lender writes this offer in; without it, the step's. */
  locale: z.optional(localeSchema),
  product_type: z.optional(z.string()),
  promo_type: z.optional(z.string()),
  credit_type: z.optional(z.string()),
  lender_name: z.optional(z.string()),
  lender_nmls_id: z.optional(z.string()),
  approved_amount: z.optional(moneySchema),
  is_counter_offer: z.optional(z.boolean()),
  interest_rate: z.optional(rateSchema),
  number_of_payments: z.optional(integerSchema),
  final_payment: z.optional(moneySchema),
  amount_financed: z.optional(moneySchema),
  finance_charge: z.optional(moneySchema),
  total_of_payments: z.optional(moneySchema),
  origination_fee_amount: z.optional(moneySchema),
  first_payment_date: z.optional(dateSchema),
  promo_months: z.optional(integerSchema),
  promo_payoff_amount: z.optional(z.nullable(moneySchema)),
  promo_disclosure: z.optional(z.nullable(z.string())),
  hard_inquiry_on_accept: z.optional(z.boolean()),
  mla_covered: z.optional(z.boolean()),
  purchase_window_days: z.optional(integerSchema),
  expires_at: z.optional(timeSchema),
});

export type Offer = z.infer<typeof offerSchema>;
