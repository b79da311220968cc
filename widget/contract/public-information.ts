import * as z from 'zod/mini';
import { publishableKeySchema, tokenSchema } from './checkout.ts';
import { aprSchema, moneySchema } from './values.ts';

/** GET `/v1/message?merchant=&amount=&locale=`; 204 when the merchant has nothing for it. */
export const messageSchema = z.object({
  monthly_payment: moneySchema,
  apr: aprSchema,
  term_months: z.int(),
  product_name: z.string(),
  disclosure: z.string(),
});

/** GET `/v1/diagnose?merchant=&return_origin=`, answered for any origin. */
export interface Diagnosis {
  merchant_known: boolean;
  origin_allowed: boolean;
  /** Where the question names a `return_origin`. */
  return_origin_allowed?: boolean;
}

/** POST `/v1/diagnose/order-token`, in the sandbox. */
export const orderTokenQuestionSchema = z.object({
  merchant: publishableKeySchema,
  order_token: tokenSchema,
});

/** GET `/v1/integrity.json` */
export const integritySchema = z.object({
  version: z.string(),
  files: z.record(z.string(), z.object({ sha384: z.string(), size: z.int() })),
});

export type Message = z.infer<typeof messageSchema>;
