import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, refusals, secured } from './answers.ts';
import { line } from './contact.ts';
import { notBefore } from './field-rules.ts';
import { pathId, pathPlatformId, platformId, platformIdInput } from './identifiers.ts';
import { money, moneyInput } from './money.ts';
import { optional } from './optional.ts';
import { date, dateInput, timestamp, timestampInput } from './times.ts';

/** The name of an offer code as it is sent, in any case; it comes out in capitals. */
export const offerCodeName = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{2,32}$/, 'Use 2 to 32 letters, digits, _ or -.')
  .openapi({ type: 'string', pattern: '^[A-Za-z0-9_-]{2,32}$', example: 'SPRING-26' });

/** Create request of an offer code. Amounts narrow the products' own limits. */
export const createOfferCodeRequest = z
  .object({
    offer_code_name: offerCodeName,
    description: optional(line(0, 200)),
    product_ids: z.array(platformIdInput).min(1).max(100),
    min_amount: optional(moneyInput({ min: '0.01' })),
    max_amount: optional(moneyInput({ min: '0.01' })),
    start_date: optional(dateInput),
    end_date: optional(dateInput),
  })
  .superRefine(notBefore('start_date', 'end_date'))
  .openapi('CreateOfferCodeRequest');
export type CreateOfferCodeRequest = z.output<typeof createOfferCodeRequest>;

/** An offer code; `id` counts within its merchant. */
export const offerCode = z
  .object({
    id: z.int().positive(),
    offer_code_name: z.string(),
    description: z.string().nullable(),
    product_ids: z.array(platformId),
    min_amount: money.nullable(),
    max_amount: money.nullable(),
    start_date: date.nullable(),
    end_date: date.nullable(),
    is_deleted: z.boolean(),
    created: timestamp,
    modified: timestamp,
  })
  .openapi('OfferCode');
export type OfferCode = z.output<typeof offerCode>;

/**
 * Deletion is all that can be changed of an offer code, for good (Sponsor Lending API, offer code).
 * The other fields of its record may stand beside it, as they are.
 */
export const deactivateOfferCodeRequest = z
  .object({
    is_deleted: z.literal(true, { error: 'Only true can be sent: a deletion is not taken back.' }),
    id: optional(z.int()),
    offer_code_name: optional(offerCodeName),
    description: optional(line(0, 200)),
    product_ids: optional(z.array(platformIdInput).max(100)),
    min_amount: optional(moneyInput()),
    max_amount: optional(moneyInput()),
    start_date: optional(dateInput),
    end_date: optional(dateInput),
    created: optional(timestampInput),
    modified: optional(timestampInput).openapi({
      description: 'Ignored, since the deletion changes it.',
    }),
  })
  .openapi('DeactivateOfferCodeRequest');
export type DeactivateOfferCodeRequest = z.output<typeof deactivateOfferCodeRequest>;

const merchantPath = z.object({ merchant_uuid: pathPlatformId });
const codePath = z.object({ merchant_uuid: pathPlatformId, id: pathId });
export type OfferCodePath = z.output<typeof codePath>;

const shared = { tags: ['Offer codes'], ...secured };

/** GET merchants/{merchant_uuid}/offer-code/: deleted codes too. */
export const listOfferCodesRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{merchant_uuid}/offer-code/',
  operationId: 'listOfferCodes',
  summary: 'List the offer codes of a merchant',
  description: 'Deleted codes too, in the order in which they were made.',
  ...shared,
  request: { params: merchantPath },
  responses: { 200: answer('The offer codes.', z.array(offerCode)), ...refusals(404) },
});

/** POST merchants/{merchant_uuid}/offer-code/ */
export const createOfferCodeRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/{merchant_uuid}/offer-code/',
  operationId: 'createOfferCode',
  summary: 'Create an offer code',
  description:
    'A code narrows the products, and where it says so the amounts, for consumers who apply with it. Its name is unique for the merchant, deleted codes included.',
  ...shared,
  request: { params: merchantPath, body: jsonBody(createOfferCodeRequest) },
  responses: { 201: answer('Created.', offerCode), ...refusals(400, 404, 413, 415) },
});

/** GET merchants/{merchant_uuid}/offer-code/{id}/ */
export const retrieveOfferCodeRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{merchant_uuid}/offer-code/{id}/',
  operationId: 'retrieveOfferCode',
  summary: 'Retrieve an offer code',
  description: '`id` counts the codes of the merchant, from 1.',
  ...shared,
  request: { params: codePath },
  responses: { 200: answer('The offer code.', offerCode), ...refusals(404) },
});

/** PATCH merchants/{merchant_uuid}/offer-code/{id}, written without a slash at its end. */
export const deactivateOfferCodeRoute = createRoute({
  method: 'patch',
  path: '/api/v1/sponsor/merchants/{merchant_uuid}/offer-code/{id}',
  operationId: 'deactivateOfferCode',
  summary: 'Delete an offer code for good',
  description:
    'A soft delete, which cannot be taken back. Other fields may be sent as they are, and nothing else can be changed. Applications that were begun with the code keep what it promised.',
  ...shared,
  request: { params: codePath, body: jsonBody(deactivateOfferCodeRequest) },
  responses: { 200: answer('Deleted.', offerCode), ...refusals(400, 404, 413, 415) },
});
