import type { Context, MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import { checkBody } from '../../../widget/contract/check-body.ts';
import { answerHeader } from '../../platform/http/answer-header.ts';
import { type BffContext, type Merchant, merchantOf } from '../context.ts';
import { type Approach, admit, assertMayGoOn, type Caller } from '../domain/admission.ts';
import { mayChangeHands } from '../domain/taking-up.ts';
import { BffError } from '../errors.ts';
import type { Merchants } from '../merchants.ts';
import { assertNotVoided, authenticate } from '../operations/sessions.ts';
import type { BffEnv, SessionEnv } from './env.ts';
import type { Limiters } from './limiters.ts';

export const maxBodyBytes = 16_384;

/** The body, read by its schema of the contract. @throws BffError `invalid_request` */
export async function readBody<Schema extends z.core.$ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const checked = checkBody(schema, await c.req.json());
  if (checked.ok) return checked.value;
  throw new BffError('invalid_request', { errors: checked.errors });
}

/**
 * The merchant of the request, whose origins may read its answer from here on, and the caller.
 * @throws BffError `unknown_merchant`, `origin_not_allowed`
 */
export function admitted<Env extends BffEnv>(
  c: Context<Env>,
  { merchants, ownOrigin }: BffContext,
  publishableKey: string,
): { merchant: Merchant; caller: Caller } {
  const merchant = merchantOf(merchants, publishableKey);
  c.set('merchantId', publishableKey);
  allowReading(c, merchant.origins);
  const rules = { merchantOrigins: merchant.origins, ownOrigin };
  return { merchant, caller: admit(approachOf(c), rules) };
}

export function approachOf(c: Context): Approach {
  return { origin: c.req.header('origin'), fetchSite: c.req.header('sec-fetch-site') };
}

/** Lets a request pass whose token is good for the checkout that it names. */
export function sessionGuard(
  context: BffContext,
  limiters: Limiters,
): MiddlewareHandler<SessionEnv> {
  return async function guardSession(c, next) {
    const { session, isLive } = await authenticate(context, c.req.header('authorization'));
    const { checkout } = session;
    const { caller } = admitted(c, context, checkout.publishableKey);
    if (checkout.id !== c.req.param('id')) throw new BffError('not_found');
    // First: a page whose checkout became the frame's has ended, and did not come from elsewhere.
    if (!isLive) throw new BffError('token_expired');
    assertMayGoOn(caller, checkout);
    limiters.callOf(checkout.id);
    c.set('checkoutId', checkout.id);
    c.set('checkout', checkout);
    c.set('session', session);
    c.set('caller', caller);
    await next();
    // Another browser may have it by now: what that one is shown is not for this one.
    if (mayChangeHands(checkout)) await assertNotVoided(context.database.query, session);
  };
}

/** A query parameter that may stand once. @throws BffError `invalid_request` when it stands twice */
export function queryOf(c: Context, name: string): string | undefined {
  const values = c.req.queries(name) ?? [];
  if (values.length <= 1) return values[0];
  throw new BffError('invalid_request', { errors: { [name]: ['invalid'] } });
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': '600',
};

/**
 * A preflight names no merchant and is answered for any merchant's origin; so is an error of a
 * request that has named none yet. Every other answer is for its own merchant's origins only, by
 * `allowReading`.
 */
export function cors(merchants: Pick<Merchants, 'origins'>): MiddlewareHandler<BffEnv> {
  return async function answerCrossOrigin(c, next) {
    answerHeader(c, 'vary', 'origin');
    const isPreflight =
      c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
    if (isPreflight) return answerPreflight(c, merchants.origins);
    await next();
    if (c.res.status >= 400 && c.var.merchantId === undefined) {
      allowReading(c, merchants.origins);
    }
    return undefined;
  };
}

/** Lets a page read the answer if it is of one of these origins. */
function allowReading<Env extends BffEnv>(c: Context<Env>, origins: readonly string[]): void {
  const origin = c.req.header('origin');
  if (origin === undefined || !origins.includes(origin)) return;
  answerHeader(c, 'access-control-allow-origin', origin);
  answerHeader(c, 'access-control-expose-headers', 'retry-after');
}

function answerPreflight(c: Context<BffEnv>, anyMerchants: readonly string[]): Response {
  const origin = c.req.header('origin');
  if (origin === undefined || !anyMerchants.includes(origin)) {
    throw new BffError('origin_not_allowed');
  }
  return c.body(null, 204, { ...preflightHeaders, 'access-control-allow-origin': origin });
}
