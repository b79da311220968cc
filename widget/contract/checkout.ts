import * as z from 'zod/mini';
import { moneyInputSchema } from './money-input.ts';
import { isWebUrl } from './shape.ts';
import { checkoutStepSchema } from './step.ts';
import { localeSchema } from './values.ts';

const maximumKeyLength = 100;
const maximumTokenLength = 4096;
const maximumUrlLength = 2048;

const required = { error: 'required' } as const;

function bounded(maximum: number) {
  return z
    .string(required)
    .check(z.minLength(1, { ...required, abort: true }), z.maxLength(maximum, 'too_long'));
}

export const publishableKeySchema = bounded(maximumKeyLength);
export const tokenSchema = bounded(maximumTokenLength);

/** An absolute http or https address; whether its origin is the merchant's is the BFF's to say. */
const webUrlSchema = bounded(maximumUrlLength).check(z.refine(isWebUrl, 'invalid'));

/** An origin as a browser writes it: `https://shop.example`. */
const originSchema = bounded(maximumUrlLength).check(
  z.refine((text) => isWebUrl(text) && new URL(text).origin === text, 'invalid'),
);

/** POST `/v1/checkouts`; a `client_token` comes as `resume`. */
export const createCheckoutSchema = z.object({
  merchant: publishableKeySchema,
  amount: z.optional(moneyInputSchema),
  order_token: z.optional(tokenSchema),
  /** Counts only if the merchant lists it for pages, and not beside an order. */
  offer_code: z.optional(tokenSchema),
  return_url: webUrlSchema,
  locale: localeSchema,
  parent_origin: z.optional(originSchema),
  resume: z.optional(tokenSchema),
  /**
   * The handle of the checkout that the page leaves by `restart()`: of its order a new one begins, and
   * of the application that is left there is no word. Where the order's buyer is vouched for, a form or
   * a decline is left for an application made elsewhere, and offers for a new checkout.
   */
  restart_of: z.optional(tokenSchema),
});

/**
 * POST `/v1/resume`: a handle, or a return code, that came by the page's address; a `client_token`; or
 * the handle of this tab, which renews its token. The page that resumes may be another than the one
 * that began: `locale` is its language and `return_url` where the lender sends the consumer back from
 * now on.
 */
export const resumeSchema = z.object({
  resume: tokenSchema,
  merchant: publishableKeySchema,
  /** The handle that this tab keeps: where it is of the same checkout it counts, and spends no code. */
  held: z.optional(tokenSchema),
  /** The page's own order: a checkout of another one is `not_found`. */
  order_token: z.optional(tokenSchema),
  /** The same, where the page's order is that of a checkout which the merchant's server made. */
  client_token: z.optional(tokenSchema),
  parent_origin: z.optional(originSchema),
  return_url: z.optional(webUrlSchema),
  locale: z.optional(localeSchema),
});

/** The answer of POST `/v1/checkouts` (201 new, 200 resumed) and of POST `/v1/resume`. */
export const checkoutSessionSchema = z.object({
  checkout_id: z.string(),
  token: z.string(),
  resume: z.string(),
  /** The session came by a return code: it may not choose again. */
  by_code: z.optional(z.boolean()),
  step: checkoutStepSchema,
});

/** PATCH `/v1/checkouts/{id}`; `return_url` counts for the lender's links from then on. */
export const patchCheckoutSchema = z.object({
  amount: z.optional(moneyInputSchema),
  locale: z.optional(localeSchema),
  return_url: z.optional(webUrlSchema),
  order_token: z.optional(tokenSchema),
});

/** POST `/v1/checkouts/{id}/offers/{offer_uuid}/select` */
export const selectOfferSchema = z.object({ selected_amount: z.optional(moneyInputSchema) });

/** POST `…/take-up`, `…/portal-invitation` and `…/charge`, which say all in their address. */
export const emptyBodySchema = z.object({});

/** The answer of POST `…/take-up`: the handle that this browser goes on with. */
export const takenUpSchema = z.object({ resume: z.string(), step: checkoutStepSchema });

/** What most calls answer, and the data of an `event: step`. */
export const stepAnswerSchema = z.object({ step: checkoutStepSchema });

export type CreateCheckout = z.output<typeof createCheckoutSchema>;
export type ResumeRequest = z.output<typeof resumeSchema>;
export type CheckoutSession = z.infer<typeof checkoutSessionSchema>;
export type PatchCheckout = z.output<typeof patchCheckoutSchema>;
export type SelectOffer = z.output<typeof selectOfferSchema>;
export type TakenUp = z.infer<typeof takenUpSchema>;
export type StepAnswer = z.infer<typeof stepAnswerSchema>;
