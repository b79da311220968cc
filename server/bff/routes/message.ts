import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { checkBody } from '../../../widget/contract/check-body.ts';
import { moneyInputSchema } from '../../../widget/contract/money-input.ts';
import { localeSchema } from '../../../widget/contract/values.ts';
import { parseCents } from '../../platform/money.ts';
import { assertListed, type BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import type { BffEnv } from '../http/env.ts';
import { admitted, queryOf } from '../http/request.ts';
import { readMessage } from '../operations/read-message.ts';

const querySchema = z.object({ amount: moneyInputSchema, locale: z.optional(localeSchema) });

/** A page with many prices asks for each of them once. */
const caching = { 'cache-control': 'private, max-age=300' };

/** GET `/v1/message?merchant=&amount=&locale=`; 204 when there is nothing to say. */
export function messageRoutes(context: BffContext): Hono<BffEnv> {
  return new Hono<BffEnv>().get('/message', async (c) => {
    const { merchant } = admitted(c, context, queryOf(c, 'merchant') ?? '');
    assertListed(context, merchant);
    const { amount, locale = 'en' } = readQuery(c);
    const message = await readMessage(context, merchant, { cents: parseCents(amount), locale });
    return message === undefined ? c.body(null, 204, caching) : c.json(message, 200, caching);
  });
}

function readQuery(c: Context): z.output<typeof querySchema> {
  const checked = checkBody(querySchema, {
    amount: queryOf(c, 'amount'),
    locale: queryOf(c, 'locale'),
  });
  if (checked.ok) return checked.value;
  throw new BffError('invalid_request', { errors: checked.errors });
}
