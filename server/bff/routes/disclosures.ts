import { Hono } from 'hono';
import { localeSchema } from '../../../widget/contract/values.ts';
import type { BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import type { BffEnv } from '../http-env.ts';
import { readDisclosures } from '../operations/read-disclosures.ts';
import { admitted, queryOf } from './request.ts';

/** GET `/v1/disclosures/{locale}?merchant=&state=` */
export function disclosureRoutes(context: BffContext): Hono<BffEnv> {
  return new Hono<BffEnv>().get('/:locale', (c) => {
    admitted(c, context, queryOf(c, 'merchant') ?? '');
    const locale = localeSchema.safeParse(c.req.param('locale'));
    if (!locale.success) throw new BffError('not_found');
    const state = queryOf(c, 'state');
    return c.json({ disclosures: readDisclosures(context, { locale: locale.data, state }) }, 200);
  });
}
