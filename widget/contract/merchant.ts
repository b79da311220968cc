import * as z from 'zod/mini';
import { webUrlSchema } from './checkout.ts';
import { cents, moneyInputSchema } from './money-input.ts';
import { checkoutStepSchema } from './step.ts';
import { localeSchema, moneySchema, timeSchema, uuidInputSchema, uuidSchema } from './values.ts';

const maximumOrderIdLength = 64;
const maximumDescriptionLength = 140;
const printable = /^\P{Cc}*$/u;
const notBlank = /\S/;

export const orderIdSchema = z
  .string({ error: 'required' })
  .check(
    z.regex(notBlank, { error: 'required', abort: true }),
    z.maxLength(maximumOrderIdLength, 'too_long'),
    z.regex(printable, 'invalid_characters'),
  );

export const orderDescriptionSchema = z
  .string('invalid')
  .check(
    z.regex(notBlank, { error: 'required', abort: true }),
    z.maxLength(maximumDescriptionLength, 'too_long'),
    z.regex(printable, 'invalid_characters'),
  );

/** POST `/v1/merchant/checkouts` */
export const merchantCheckoutSchema = z.object({
  amount: moneyInputSchema,
  order_id: orderIdSchema,
  description: z.optional(orderDescriptionSchema),
  return_url: webUrlSchema,
  locale: z.optional(localeSchema),
});

/** Its answer, 201. */
export const merchantCheckoutCreatedSchema = z.object({
  checkout_id: z.string(),
  client_token: z.string(),
  step: checkoutStepSchema,
});

/** Initial, project and final charge. */
export const chargeKinds = [109, 111, 113] as const;

/**
 * `working`: the lender has not said yet whether it has the request. `approved`: the consumer has
 * agreed, and it may still fail. `settled`: its money was transferred. `held`: the lender holds its
 * transaction back. `refunded`, `reversed`: its money went back, by a refund or without one.
 * `unresolved`: whether the lender has it cannot be told; until it is resolved, by the lender's
 * lists or by the merchant, the order takes no other initial charge.
 */
export const chargeStatuses = [
  'working',
  'pending',
  'approved',
  'settled',
  'rejected',
  'expired',
  'canceled',
  'failed',
  'held',
  'refunded',
  'reversed',
  'unresolved',
] as const;

/** `charge_id` is the BFF's own; `payment_request_uuid` and `expires_at` are null until the lender has said them. */
export const chargeSchema = z.object({
  charge_id: uuidSchema,
  payment_request_uuid: z.nullable(uuidSchema),
  transaction_description: z.literal(chargeKinds),
  amount: moneySchema,
  status: z.enum(chargeStatuses),
  requested_at: timeSchema,
  expires_at: z.nullable(timeSchema),
});

/** GET `/v1/merchant/checkouts/{id}/charges` */
export const chargesAnswerSchema = z.object({ charges: z.array(chargeSchema) });

/** The parts of a charge (Sponsor Lending API, fee split fields), which sum to its amount. */
export const feeSplitSchema = z.object({
  net_to_merchant_amount: moneyInputSchema,
  net_platform_fee: moneyInputSchema,
  net_to_sponsor_amount: moneyInputSchema,
});

/**
 * POST `/v1/merchant/checkouts/{id}/charges`; the answer is the charge, 201. `fee_split` only where
 * the merchant's entry says `may_split`.
 */
export const createChargeSchema = z.object({
  transaction_description: z.literal(chargeKinds, { error: 'not_an_option' }),
  amount: moneyInputSchema.check(z.refine((amount) => cents(amount) > 0, 'not_positive')),
  description: z.optional(orderDescriptionSchema),
  fee_split: z.optional(feeSplitSchema),
});

/**
 * POST `/v1/merchant/checkouts/{id}/charges/{charge}/resolve`, for a charge that is `unresolved`; the
 * answer is that of GET `…/charges`, 200. One that was not charged is no longer in it.
 */
export const resolveChargeSchema = z.discriminatedUnion('as', [
  z.object({ as: z.literal('charged'), payment_request_uuid: uuidInputSchema }),
  z.object({ as: z.literal('not_charged') }),
]);

/** GET `/v1/merchant/checkouts/{id}` */
export const merchantCheckoutViewSchema = z.object({
  checkout_id: z.string(),
  order_id: z.nullable(z.string()),
  amount: z.nullable(moneySchema),
  step: checkoutStepSchema,
  charges: z.array(chargeSchema),
});

export type ChargeKind = (typeof chargeKinds)[number];
export type ChargeStatus = (typeof chargeStatuses)[number];
export type MerchantCheckout = z.output<typeof merchantCheckoutSchema>;
export type MerchantCheckoutCreated = z.infer<typeof merchantCheckoutCreatedSchema>;
export type Charge = z.infer<typeof chargeSchema>;
export type ChargesAnswer = z.infer<typeof chargesAnswerSchema>;
export type CreateCharge = z.output<typeof createChargeSchema>;
export type ResolveCharge = z.output<typeof resolveChargeSchema>;
export type MerchantCheckoutView = z.infer<typeof merchantCheckoutViewSchema>;
