import { type Context, Hono } from 'hono';
import type { DisclosuresAnswer } from '../../../widget/contract/disclosure.ts';
import { localeSchema } from '../../../widget/contract/values.ts';
import type { BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import { type Asset, makeAsset, sendAsset } from '../http/assets.ts';
import type { BffEnv } from '../http/env.ts';
import { admitted, queryOf } from '../http/request.ts';
import { readDisclosures } from '../operations/read-disclosures.ts';

/** GET `/v1/disclosures/{locale}?merchant=&state=` */
export function disclosureRoutes(context: BffContext): Hono<BffEnv> {
  const answers = new CompressedAnswers();
  return new Hono<BffEnv>().get('/:locale', (c) => {
    const { merchant } = admitted(c, context, queryOf(c, 'merchant') ?? '');
    const locale = localeSchema.safeParse(c.req.param('locale'));
    if (!locale.success) throw new BffError('not_found');
    const state = queryOf(c, 'state');
    const disclosures = readDisclosures(context, { locale: locale.data, state });
    const parties = { shop: merchant.name, lender: merchant.lender?.name ?? null };
    const answer: DisclosuresAnswer = { parties, disclosures };
    return answers.send(c, JSON.stringify(answer));
  });
}

/** For some merchants, as many as there are languages and states with a notice of their own. */
const mostAnswers = 256;

/** The few answers that there are, each compressed once. */
class CompressedAnswers {
  readonly #known = new Map<string, Promise<Asset>>();

  async send(c: Context, text: string): Promise<Response> {
    return sendAsset(c, await this.#compressed(text), 'no-cache', {});
  }

  #compressed(text: string): Promise<Asset> {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= mostAnswers) this.#known.clear();
    const compressed = makeAsset('.json', new TextEncoder().encode(text));
    this.#known.set(text, compressed);
    return compressed;
  }
}
