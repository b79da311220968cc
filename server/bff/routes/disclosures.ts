import { type Context, Hono } from 'hono';
import { localeSchema } from '../../../widget/contract/values.ts';
import { acceptsBrotli, brotli } from '../http/brotli.ts';
import type { BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import type { BffEnv } from '../http/env.ts';
import { readDisclosures } from '../operations/read-disclosures.ts';
import { admitted, queryOf } from '../http/request.ts';

/** GET `/v1/disclosures/{locale}?merchant=&state=&only=` */
export function disclosureRoutes(context: BffContext): Hono<BffEnv> {
  const answers = new CompressedAnswers();
  return new Hono<BffEnv>().get('/:locale', (c) => {
    admitted(c, context, queryOf(c, 'merchant') ?? '');
    const locale = localeSchema.safeParse(c.req.param('locale'));
    if (!locale.success) throw new BffError('not_found');
    const wanted = { state: queryOf(c, 'state'), only: queryOf(c, 'only') };
    const disclosures = readDisclosures(context, { locale: locale.data, ...wanted });
    return answers.send(c, JSON.stringify({ disclosures }));
  });
}

/** As many as there are languages and states with a notice of their own, and room for new texts. */
const mostAnswers = 64;

/** The few answers that there are, each compressed once. */
class CompressedAnswers {
  readonly #known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  async send(c: Context, text: string): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    c.header('vary', 'accept-encoding', { append: true });
    if (!acceptsBrotli(c)) return c.body(text, 200, headers);
    return c.body(await this.#compressed(text), 200, { ...headers, 'content-encoding': 'br' });
  }

  #compressed(text: string): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= mostAnswers) this.#known.clear();
    const compressed = brotli(new TextEncoder().encode(text));
    this.#known.set(text, compressed);
    return compressed;
  }
}
