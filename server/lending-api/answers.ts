import { type RouteConfig, z } from '@hono/zod-openapi';

/** Simple error body; `errors` maps a field to its messages. */
export const detailResponse = z
  .object({
    detail: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .openapi('DetailResponse');
export type DetailResponse = z.output<typeof detailResponse>;

/** A JSON answer of a route. */
export function answer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

/** A required JSON body of a route. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } };
}

/**
 * The body of a consumer endpoint, which may also be a form (Sponsor Lending API, conventions). A
 * form reaches the validator as the JSON it was read as, so only JSON has a schema here.
 */
export function consumerBody<Schema extends z.ZodType>(
  schema: Schema,
  { component, required }: { component: string; required: boolean },
): { required: boolean; content: { 'application/json': { schema: Schema } } } {
  const asJson = { schema: { $ref: `#/components/schemas/${component}` } };
  const forms = { 'application/x-www-form-urlencoded': asJson, 'multipart/form-data': asJson };
  return { required, content: { 'application/json': { schema }, ...forms } };
}

const allRefusals = {
  400: answer('Invalid data, or a state that does not allow it.', detailResponse),
  401: answer('Missing or wrong credentials.', detailResponse),
  403: answer('The user is inactive or its role or a flag does not allow it.', detailResponse),
  404: answer('Unknown id, or the id of another sponsor.', detailResponse),
  409: answer(
    'Another call is deciding the same application. Send the request again.',
    detailResponse,
  ),
  413: answer('Body over 256 kB.', detailResponse),
  415: answer('Content type not accepted.', detailResponse),
  424: answer('Opted out of SMS and no e-mail fallback.', detailResponse),
  429: answer(
    'Too many wrong credentials from this network, or soft pulls of one person; nothing was done. `Retry-After` says when to call again.',
    detailResponse,
  ),
  500: answer('Something unexpected happened; it may have been done.', detailResponse),
  503: answer('Unavailable; nothing was done.', detailResponse),
} satisfies RouteConfig['responses'];

type Refusal = keyof typeof allRefusals;
const always = [400, 401, 429, 500, 503] as const;
type Always = (typeof always)[number];

/**
 * The error answers of a route, all of them DetailResponse. 401, 429, 500 and 503 are always among
 * them, and 400, since a query that cannot be read is refused everywhere.
 * @example responses: { 201: answer('Created.', merchantUser), ...refusals(400, 403) }
 */
export function refusals<Status extends Refusal>(
  ...statuses: Status[]
): Pick<typeof allRefusals, Status | Always> {
  const wanted = new Set<number>([...always, ...statuses]);
  const entries = Object.entries(allRefusals).filter(([status]) => wanted.has(Number(status)));
  return Object.fromEntries(entries) as Pick<typeof allRefusals, Status | Always>;
}

/** What every route of this API shares. */
export const secured = { security: [{ basic: [] }] };

/** Paginated envelope. `next` and `previous` are absent or null where there is no such page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.int().nonnegative(),
    next: z.url().nullish(),
    previous: z.url().nullish(),
    results: z.array(item),
  });
}
