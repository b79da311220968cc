import * as z from 'zod/mini';
import { webUrlSchema } from './checkout.ts';
import { moneyInputSchema } from './money-input.ts';
import { checkoutStepSchema } from './step.ts';
import { localeSchema, moneySchema, timeSchema, uuidSchema } from './values.ts';

const maximumOrderIdLength = 64;
const maximumDescriptionLength = 140;

export const orderIdSchema = z
  .string({ error: 'required' })
  .check(
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(maximumOrderIdLength, 'too_long'),
  );

export const orderDescriptionSchema = z
  .string('invalid')
  .check(z.maxLength(maximumDescriptionLength, 'too_long'));

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

export const chargeSchema = z.object({
  payment_request_uuid: uuidSchema,
  transaction_description: z.literal(chargeKinds),
  amount: moneySchema,
  status: z.string(),
  requested_at: timeSchema,
  expires_at: timeSchema,
});

/** GET `/v1/merchant/checkouts/{id}/charges` */
export const chargesAnswerSchema = z.object({ charges: z.array(chargeSchema) });

/** POST `/v1/merchant/checkouts/{id}/charges`; the answer is the charge, 201. */
export const createChargeSchema = z.object({
  transaction_description: z.literal(chargeKinds, { error: 'not_an_option' }),
  amount: moneyInputSchema,
  description: z.optional(orderDescriptionSchema),
});

/** GET `/v1/merchant/checkouts/{id}` */
export const merchantCheckoutViewSchema = z.object({
  checkout_id: z.string(),
  order_id: z.nullable(z.string()),
  amount: z.nullable(moneySchema),
  step: checkoutStepSchema,
  charges: z.array(chargeSchema),
});

export type MerchantCheckout = z.output<typeof merchantCheckoutSchema>;
export type MerchantCheckoutCreated = z.infer<typeof merchantCheckoutCreatedSchema>;
export type Charge = z.infer<typeof chargeSchema>;
export type ChargesAnswer = z.infer<typeof chargesAnswerSchema>;
export type CreateCharge = z.output<typeof createChargeSchema>;
export type MerchantCheckoutView = z.infer<typeof merchantCheckoutViewSchema>;
