import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { checkBody } from '../../../widget/contract/check-body.ts';
import { admit, type Caller } from '../domain/admission.ts';
import { type BffContext, type Merchant, merchantOf } from '../context.ts';
import { allowReading } from './cors.ts';
import { BffError } from '../errors.ts';
import type { BffEnv } from './env.ts';

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
  const approach = { origin: c.req.header('origin'), fetchSite: c.req.header('sec-fetch-site') };
  c.set('merchantId', publishableKey);
  allowReading(c, merchant.origins);
  return { merchant, caller: admit(approach, { merchantOrigins: merchant.origins, ownOrigin }) };
}

/** A query parameter that may stand once. @throws BffError `invalid_request` when it stands twice */
export function queryOf(c: Context, name: string): string | undefined {
  const values = c.req.queries(name) ?? [];
  if (values.length <= 1) return values[0];
  throw new BffError('invalid_request', { errors: { [name]: ['invalid'] } });
}
