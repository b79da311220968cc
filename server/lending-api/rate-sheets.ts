import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, refusals, secured } from './answers.ts';
import { pathId, platformId, platformIdInput, sponsorId } from './identifiers.ts';
import { interestRate, money, percent } from './money.ts';
import { date } from './times.ts';

export const productType = z.enum([
  'standard',
  'reduced_rate',
  'zero_interest',
  'deferred_interest',
]);
export type ProductType = z.output<typeof productType>;

export const promoType = z.enum([
  'none',
  'zero_interest',
  'deferred_no_payments',
  'deferred_with_payments',
]);

/** A loan product of the rate sheet. */
export const rateSheetProduct = z
  .object({
    product_id: platformId,
    product_code: z.string().openapi({ example: 'STD-60-1299' }),
    product_name: z.string(),
    product_type: productType,
    interest_rate: interestRate,
    apr: percent.openapi({ description: 'With fees, at max_amount, full-term schedule.' }),
    term_months: z.int().min(3).max(240),
    promo_type: promoType,
    promo_months: z.int().min(0).max(24),
    min_amount: money,
    max_amount: money,
    most_offered_amount: money.optional().openapi({
      description:
        'The most that anybody is approved for, within max_amount: no more is advertised.',
    }),
    merchant_fee_percent: percent.openapi({ description: 'Share of each charge kept as fee.' }),
    platform_fee_percent: percent,
    sponsor_fee_percent: percent,
    origination_fee_percent: percent,
    late_fee_amount: money,
    purchase_window_days: z.int().positive(),
    lender_name: z.string(),
    lender_nmls_id: z.string(),
    available_states: z.array(z.string()),
    is_available: z.boolean(),
    is_selected: z.boolean(),
    effective_date: date,
    expiration_date: date.nullable(),
  })
  .openapi('RateSheetProduct');
export type RateSheetProduct = z.output<typeof rateSheetProduct>;

export const rateSheet = z.array(rateSheetProduct);

/** Full replacement of the selection; an empty list means that consumers get no offers. */
export const selectProductsRequest = z
  .object({ request_user_id: sponsorId, product_ids: z.array(platformIdInput).max(100) })
  .openapi('SelectProductsRequest');
export type SelectProductsRequest = z.output<typeof selectProductsRequest>;

/** GET merchants/rate-sheets/{request_user_id}/ */
export const listRateSheetRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/rate-sheets/{request_user_id}/',
  operationId: 'listRateSheet',
  summary: 'List the available loan products',
  description:
    'Every product with its fees, and whether the merchant has selected it. The caller is an Admin.',
  tags: ['Rate sheet'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }) },
  responses: { 200: answer('The products.', rateSheet), ...refusals(403, 404) },
});

/** PATCH merchants/rate-sheets/ */
export const selectProductsRoute = createRoute({
  method: 'patch',
  path: '/api/v1/sponsor/merchants/rate-sheets/',
  operationId: 'selectProducts',
  summary: 'Select the products offered through the merchant',
  description:
    'The list replaces the whole selection; without any product, consumers get no offers. An id that is unknown or not available is answered 400 and changes nothing. The caller is an Admin.',
  tags: ['Rate sheet'],
  ...secured,
  request: { body: jsonBody(selectProductsRequest) },
  responses: {
    200: answer('The products after the change.', rateSheet),
    ...refusals(400, 403, 413, 415),
  },
});
