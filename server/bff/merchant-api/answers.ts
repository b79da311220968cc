import { type RouteConfig, z } from '@hono/zod-openapi';
import { errorCodes } from '../../../widget/contract/error-code.ts';

/** What stands in the way, with `charge_blocked`, `refund_blocked` and `wrong_step`, as a sentence. */
export const blockerDetails = {
  live_charge: 'The order has a charge that is open, or that moved money.',
  unexplained_charge: 'The loan has a charge at the lender that was not asked for here.',
  suspended: 'The lender has suspended or closed the loan.',
  bank_account: 'The lender has no active bank account of the merchant.',
  nothing_available: 'Nothing is left to spend.',
  order_changed: 'The order, or what is left to spend, changed meanwhile.',
  lender: 'The lender does not allow it now.',
  lender_records:
    'The lender’s records speak against it, or cannot be read as a whole: then try again 48 hours after the request.',
  not_charged: 'The charge moved no money.',
  not_settled: 'The charge has not settled: it can be refunded in full, or later.',
  refund_pending: 'Another refund of the charge is under way.',
  refund_unresolved: 'Nobody can tell yet whether the lender has an earlier refund of the charge.',
  nothing_refundable: 'Nothing of the charge is left to refund.',
  no_endpoint: 'No endpoint of the merchant takes an event of this type.',
  not_waiting: 'The charge does not wait for the consumer.',
  not_allowed: 'The merchant’s entry does not allow it.',
  not_enabled: 'The lender has not enabled it for the sponsor, or not for this user.',
  already_increased: 'The limit was raised before: a lender does that once.',
  increase_pending: 'The lender has not said yet whether it has raised the limit.',
  cancelling: 'The loan is being cancelled.',
  soft_pull: 'The lender is deciding: wait for its decision.',
  unsettled_charge: 'Nobody can tell yet how a charge of this checkout stands at the lender.',
  spent: 'The loan has been charged: refund its charges first.',
  ended: 'The checkout has ended.',
  not_accepted: 'The consumer has not accepted the lender’s terms.',
  not_unresolved: 'How it stands is known: nothing is left to resolve.',
  accepted: 'The consumer has accepted: your server can charge.',
  taken_up: 'A consumer has begun with the checkout. Issue its link again to get a new one.',
  made_by_page: 'A page began this checkout: only what your server made has a link.',
} as const;
export type Blocker = keyof typeof blockerDetails;
export const blockers = Object.keys(blockerDetails) as Blocker[];

/** Every code of a problem: those that a widget can meet, and those of this API alone. */
export const apiErrorCodes = [
  ...errorCodes,
  'split_unbalanced',
  'refund_blocked',
  'not_supported',
] as const;
export type ApiErrorCode = (typeof apiErrorCodes)[number];

/** What the codes mean that a call of this API can be answered with. */
const codeMeanings = {
  invalid_request: 'Something of the request is not valid: see errors, or detail.',
  split_unbalanced: 'The parts of the fee split do not sum to the amount.',
  unauthorized: 'The secret key is missing or wrong.',
  origin_not_allowed: 'The origin of the return URL is not in the merchant’s entry.',
  not_found: 'Unknown id, or another merchant’s.',
  method_not_allowed: 'The address does not take that method.',
  wrong_step: 'The state does not allow it.',
  charge_blocked: 'The order or the loan cannot be charged now.',
  refund_blocked: 'The charge cannot be refunded now.',
  portal_required:
    'The consumer has no Payment Portal account at the lender yet. The page has a button for the invitation: send the call again once the account is set up.',
  order_required:
    'A page began the checkout without an order. Send the call again once the page has brought one.',
  consumer_unreachable:
    'The lender cannot ask the consumer: no text message reaches them, and it has no e-mail address.',
  fees_unknown: 'Neither the merchant’s entry nor a rate sheet says how a charge is shared out.',
  idempotency_conflict: 'The key came with another request before.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is not application/json, or it is compressed.',
  amount_out_of_range:
    'More than is left to charge or to refund, no more than the limit that is to be raised, or outside what the merchant finances.',
  rate_limited: 'Too many calls.',
  not_supported: 'The lender of this merchant cannot do it.',
  lender_unavailable:
    'The lender or the database does not answer, or an earlier charge of the order may still be waiting for the consumer. Nothing was done.',
  internal: 'Something unexpected happened.',
} satisfies Partial<Record<ApiErrorCode, string>>;
export type MerchantErrorCode = keyof typeof codeMeanings;
const merchantErrorCodes = Object.keys(codeMeanings) as MerchantErrorCode[];

function meaningsOf(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([word, meaning]) => `\`${word}\`: ${meaning}`)
    .join(' ');
}

/** RFC 9457, `application/problem+json`. */
export const problem = z
  .object({
    type: z.string().openapi({ example: 'urn:soft-pull:problem:invalid_request' }),
    title: z.string().openapi({ example: 'The request is not valid.' }),
    status: z.int().openapi({ example: 400 }),
    code: z
      .enum(merchantErrorCodes)
      .openapi({ description: meaningsOf(codeMeanings), example: 'invalid_request' }),
    retryable: z.boolean().openapi({
      description:
        'The same call, sent again later, may succeed as it is, after `Retry-After` where there is one. Where this is false, what `code` or `blocked_by` says has to change first.',
      example: false,
    }),
    correlation_id: z.string().openapi({ description: 'By which the log has the request.' }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .openapi({
        description:
          'What is wrong, by field or query parameter: `required`, `invalid`, `invalid_characters`, `too_long`, `not_an_amount`, `not_positive`, `not_an_option`, `not_accepted` or `unknown_field`.',
        example: { amount: ['required'] },
      }),
    blocked_by: z
      .enum(blockers)
      .optional()
      .openapi({
        description: `What stands in the way. ${meaningsOf(blockerDetails)}`,
        example: 'live_charge',
      }),
    detail: z.string().optional().openapi({
      description: '`blocked_by` as a sentence, or what is wrong with a body that cannot be read.',
    }),
  })
  .openapi('Problem');

/** A JSON answer of a route. */
export function answer<Schema extends z.ZodType>(text: string, schema: Schema) {
  return { description: text, content: { 'application/json': { schema } } };
}

/** A required JSON body of a route. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** A page of a list, whose rows stand under `name`. */
export function pageOf<Name extends string, Row extends z.ZodType>(name: Name, row: Row) {
  const rows = { [name]: z.array(row) } as Record<Name, z.ZodArray<Row>>;
  return z.object({
    ...rows,
    has_more: z.boolean().openapi({ description: 'There are rows after these.' }),
  });
}

function refusal(text: string) {
  return { description: text, content: { 'application/problem+json': { schema: problem } } };
}

const allRefusals = {
  400: refusal(
    'Something of the request is not valid: `errors` says what, or `detail` if the body is not a JSON object.',
  ),
  401: refusal('The secret key is missing or wrong.'),
  403: refusal('The origin of `return_url` is not in the merchant’s entry.'),
  404: refusal('Unknown id, or another merchant’s.'),
  409: refusal('The state does not allow it, or the key came with another request before.'),
  413: refusal('The body is too large.'),
  415: refusal('Send `application/json`, not compressed.'),
  422: refusal('The amount is outside what may be asked for.'),
  429: refusal('Too many calls: see `Retry-After`.'),
  500: refusal('Something unexpected happened.'),
  501: refusal('This lender cannot do it.'),
  503: refusal(
    'The lender or the database does not answer, or an earlier charge may still be waiting for the consumer. Nothing was done: see `Retry-After`.',
  ),
} satisfies RouteConfig['responses'];

type Refusal = keyof typeof allRefusals;
const always = [400, 401, 429, 500, 503] as const;
type Always = (typeof always)[number];

/** The problems of a route; 400, 401, 429, 500 and 503 are always among them. */
export function refusals<Status extends Refusal>(
  ...statuses: Status[]
): Pick<typeof allRefusals, Status | Always> {
  const wanted = new Set<number>([...always, ...statuses]);
  const entries = Object.entries(allRefusals).filter(([status]) => wanted.has(Number(status)));
  return Object.fromEntries(entries) as Pick<typeof allRefusals, Status | Always>;
}

/** What every route shares. */
export const secured = { security: [{ secret_key: [] }] };
