import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { problemSchema } from '../../../../widget/contract/problem.ts';
import { otherShop, shop, shopOrigin, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';

const themed = {
  ...shop,
  theme: { '--soft-pull-accent': '#b3005e' },
  lender: { name: 'Bank <A&B>', nmls_id: '1', phone: '(800) 555-0100', address: 'Main Street 1' },
};

function templateIn(language: string): string {
  return `<!doctype html><html lang="${language}"><title>Frame</title><style>p{color:red}</style>
<style>{{theme}}</style><script>hold()</script><link rel="modulepreload" href="/v1/chunks/a.js">
<script type="module" src="/v1/chunks/b.js"></script><p lang="${language}">{{cip_notice}}</p>
{{#lender}}<b>{{lender}} for {{shop}}</b>{{/lender}}<i>Reload.{{#lender}} Call {{lender}}: {{phone}}{{/lender}}</i>`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Over real HTTP: what a browser would be told, and what it would send. */
describe('the frame', () => {
  let bff: TestBff;
  let assetsFolder: string;

  before(async () => {
    assetsFolder = await mkdtemp(join(tmpdir(), 'soft-pull-frame-'));
    for (const language of ['en', 'es']) {
      await writeFile(join(assetsFolder, `frame.${language}.html`), templateIn(language));
    }
    bff = await startTestBff({
      config: { assetsFolder, merchants: [themed, otherShop], timing: { heartbeatMs: 30 } },
    });
  });
  after(async () => {
    await bff.close();
    await rm(assetsFolder, { recursive: true });
  });

  const read = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${bff.url}/v1/frame${query}`, { headers });

  describe('GET /v1/frame', () => {
    const policyOf = async ({ publishable_key }: typeof shop) => {
      const answer = await read(`?merchant=${publishable_key}`);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      return (answer.headers.get('content-security-policy') ?? '').split('; ');
    };

    it('may stand on that merchant’s pages, the BFF’s own, and on no others [asvs:frame-ancestors]', async () => {
      const ancestors = async (merchant: typeof shop) =>
        (await policyOf(merchant)).filter((each) => each.startsWith('frame-ancestors'));
      assert.deepEqual(await ancestors(shop), [
        "frame-ancestors 'self' https://shop.example https://www.shop.example",
      ]);
      assert.deepEqual(await ancestors(otherShop), [
        "frame-ancestors 'self' https://other.example",
      ]);
    });

    it('runs scripts of its own only, inline the one that it knows, and is read by no other page [asvs:frame-scripts]', async () => {
      const policy = await policyOf(shop);
      assert.ok(policy.includes("default-src 'none'"));
      assert.ok(policy.includes("form-action 'none'"));
      assert.ok(policy.includes(`script-src 'self' ${hashOf('hold()')}`));
      const styles = [hashOf('p{color:red}'), hashOf(':root{--soft-pull-accent:#b3005e;}')];
      assert.ok(policy.includes(`style-src 'self' ${styles.join(' ')}`), policy.join('; '));
      assert.ok(policy.includes("require-trusted-types-for 'script'"));
      assert.doesNotMatch(policy.join(), /unsafe|\*|data:|https:\/\/(?!(www\.|other|shop))/);
      const { headers } = await read(`?merchant=${shop.publishable_key}`, { origin: shopOrigin });
      assert.equal(headers.get('access-control-allow-origin'), null);
      assert.equal(headers.get('cross-origin-embedder-policy'), 'require-corp');
      assert.equal(headers.get('set-cookie'), null);
    });

    it('names lender and shop, and neither where it does not know who lends', async () => {
      const text = async (merchant: string) => (await read(`?merchant=${merchant}`)).text();
      assert.match(await text('pk_test_shop'), /<b>Bank &lt;A&amp;B> for Test &amp; Sons<\/b>/);
      assert.doesNotMatch(await text('pk_test_other'), /for Other shop|\{\{/);
    });

    it('has the text that the form shows at once, in the language that is asked for', async () => {
      const text = async (query: string) => (await read(`?merchant=pk_test_shop${query}`)).text();
      const english = await text('&locale=en');
      assert.match(english, /<p lang="en">[^{]{40,}/);
      assert.equal(await text(''), english);
      assert.equal(await text('&locale=tlh'), english);
      const spanish = await text('&locale=es');
      assert.match(spanish, /<p lang="es">[^{]{40,}/);
      // A page's language, as the element reads it.
      assert.equal(await text('&locale=es-MX'), spanish);
      assert.equal(await text('&locale=en-US'), english);
    });

    it('wears the merchant’s theme, and none where the merchant has none', async () => {
      const textFor = async ({ publishable_key }: typeof shop) =>
        (await read(`?merchant=${publishable_key}`)).text();
      assert.match(await textFor(themed), /<style>:root\{--soft-pull-accent:#b3005e;\}<\/style>/);
      assert.match(await textFor(otherShop), /<style><\/style>/);
    });

    it('says whom to call where the script does not run, if that is known', async () => {
      const textFor = async ({ publishable_key }: typeof shop) =>
        (await read(`?merchant=${publishable_key}`)).text();
      const known = '<i>Reload. Call Bank &lt;A&amp;B>: (800) 555-0100</i>';
      assert.ok((await textFor(themed)).endsWith(known));
      assert.ok((await textFor(otherShop)).endsWith('<i>Reload.</i>'));
    });

    it('names the files that it begins with before it is read', async () => {
      const { headers } = await read(`?merchant=${shop.publishable_key}`);
      assert.equal(
        headers.get('link'),
        '</v1/chunks/a.js>; rel=modulepreload, </v1/chunks/b.js>; rel=modulepreload',
      );
    });

    it('follows the merchant’s origins, since no page keeps it unasked', async () => {
      const first = await read(`?merchant=${shop.publishable_key}`);
      assert.equal(first.headers.get('cache-control'), 'no-cache');
      const etag = first.headers.get('etag') ?? '';
      const again = await read(`?merchant=${shop.publishable_key}`, { 'if-none-match': etag });
      assert.equal(again.status, 304);
      assert.match(
        again.headers.get('content-security-policy') ?? '',
        /frame-ancestors 'self' https/,
      );
    });

    for (const query of ['', '?merchant=', '?merchant=pk_nobody', '?merchant=<script>']) {
      it(`says that there is no such merchant: ${query || 'none'}`, async () => {
        const answer = await read(query);
        assert.equal(answer.status, 404);
        assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
        assert.match(
          answer.headers.get('content-security-policy') ?? '',
          /default-src 'none'.*frame-ancestors 'none'/,
        );
        const text = await answer.text();
        assert.match(text, /No merchant has this publishable key/);
        assert.doesNotMatch(text, /<script/);
      });
    }
  });

  describe('calls from it', () => {
    const body = {
      merchant: shop.publishable_key,
      return_url: `${shopOrigin}/checkout`,
      locale: 'en',
      amount: '8400.00',
    };
    const post = (path: string, parts: Record<string, unknown>, origin = bff.url) =>
      fetch(`${bff.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ ...body, ...parts }),
      });
    const codeOf = async (answer: Response) => problemSchema.parse(await answer.json()).code;
    const resumeOf = async () => {
      const session = await (await post('/v1/checkouts', { parent_origin: shopOrigin })).json();
      return { resume: String(session.resume), amount: undefined };
    };

    const strangers = [undefined, 'https://evil.example', 'https://other.example'];
    for (const parent_origin of strangers) {
      it(`are refused where the page around it is ${parent_origin ?? 'not named'} [asvs:frame-calls]`, async () => {
        const opened = await post('/v1/checkouts', { parent_origin });
        assert.equal(await codeOf(opened), 'origin_not_allowed');
        const resumed = await post('/v1/resume', { ...(await resumeOf()), parent_origin });
        assert.equal(await codeOf(resumed), 'origin_not_allowed');
      });
    }

    it('are the only ones that a checkout answers which began there', async () => {
      const opened = await post('/v1/checkouts', { parent_origin: shopOrigin });
      assert.equal(opened.status, 201);
      const { checkout_id, token } = await opened.json();
      const step = (headers: Record<string, string>) =>
        fetch(`${bff.url}/v1/checkouts/${checkout_id}`, {
          headers: { authorization: `Bearer ${token}`, ...headers },
        });
      assert.equal((await step({ 'sec-fetch-site': 'same-origin' })).status, 200);
      assert.equal((await step({ origin: bff.url })).status, 200);
      assert.equal(await codeOf(await step({ origin: shopOrigin })), 'origin_not_allowed');
      assert.equal(await codeOf(await step({})), 'origin_not_allowed');
    });

    const handles = {
      'a page': async () => (await (await post('/v1/checkouts', {}, shopOrigin)).json()).resume,
      'the merchant’s server': async () =>
        (await new MerchantServer(bff).make({ order_id: randomUUID() })).client_token,
    };
    for (const [whose, begin] of Object.entries(handles)) {
      for (const path of ['/v1/checkouts', '/v1/resume']) {
        it(`to ${path} take a checkout of ${whose} from a script that held it`, async () => {
          const resume = await begin();
          const brought = { resume, amount: undefined };
          const held = await (await post('/v1/resume', brought, shopOrigin)).json();
          const read = (part: string, origin: string) =>
            fetch(`${bff.url}/v1/checkouts/${held.checkout_id}${part}`, {
              headers: { authorization: `Bearer ${held.token}`, origin },
            });
          const stream = (await read('/events', shopOrigin)).body?.getReader();
          const taken = await post(path, { ...brought, parent_origin: shopOrigin });
          assert.equal((await taken.json()).checkout_id, held.checkout_id);
          assert.equal(await codeOf(await read('', shopOrigin)), 'origin_not_allowed');
          const again = await post('/v1/resume', brought, shopOrigin);
          assert.equal(await codeOf(again), 'origin_not_allowed');
          while (!(await stream?.read())?.done);
        });
      }
    }
  });
});
