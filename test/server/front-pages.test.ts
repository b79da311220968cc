import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { hostedDemo } from '../helpers/hosted-demo.ts';
import { ownTexts } from '../helpers/own-texts.ts';
import { type Product, type ServeOptions, serve } from '../helpers/serve.ts';

/** As a browser asks that opens an address. */
const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

async function open(url: string): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(url, asBrowser);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The addresses that were printed, as they are. */
async function printedBy({ logFile }: Product): Promise<string[]> {
  const printed = await readFile(logFile, 'utf8');
  return [...printed.matchAll(/^ *[A-Z][\w ]* (http\S+)$/gm)].map(([, url = '']) => url);
}

/** Where the links of a page lead. */
async function linksOf(url: string): Promise<string[]> {
  const { status, text } = await open(url);
  assert.equal(status, 200, url);
  const hrefs = text.matchAll(/<(?:a|link)\b[^>]* href="([^"]+)"/g);
  return [...hrefs].map(([, href = '']) => new URL(href, url).href);
}

async function started(t: TestContext, options: ServeOptions) {
  const product = await serve(options);
  t.after(() => product.remove());
  return product;
}

describe('npm start, in the sandbox', () => {
  let product: Product;
  before(async () => {
    product = await serve();
  });
  after(() => product.remove());

  it('prints addresses that all answer a browser', async () => {
    const { demoUrl, bffUrl, lendingUrl } = product;
    const printed = await printedBy(product);
    assert.deepEqual(printed, [
      `${lendingUrl}/`,
      `${lendingUrl}/docs`,
      `${lendingUrl}/docs/sandbox`,
      `${bffUrl}/`,
      `${bffUrl}/docs`,
      `${demoUrl}/`,
      `${demoUrl}/docs`,
      `${demoUrl}/simulator`,
      `${demoUrl}/back-office`,
    ]);
    for (const url of printed) {
      const { status, headers } = await open(url);
      assert.equal(status, 200, url);
      assert.match(headers.get('content-type') ?? '', /^text\/html/, url);
    }
  });

  it('has a page at / of both services, each of whose links answers', async () => {
    const { demoUrl, bffUrl, lendingUrl } = product;
    for (const [own, other] of [
      [bffUrl, lendingUrl],
      [lendingUrl, bffUrl],
    ] as const) {
      const links = await linksOf(own);
      for (const needed of [`${demoUrl}/`, `${other}/`, `${own}/healthz`, `${own}/metrics`]) {
        assert.ok(links.includes(needed), `${own}: ${needed}`);
      }
      assert.ok(!links.includes(`${own}/`));
      for (const link of links) assert.equal((await open(link)).status, 200, link);
    }
  });

  it('gives that page the headers of the lender’s other pages', async () => {
    const headersOf = async (url: string) => {
      const { headers } = await open(url);
      const perAnswer = new Set(['date', 'content-length', 'connection', 'keep-alive']);
      return Object.fromEntries([...headers].filter(([name]) => !perAnswer.has(name)));
    };
    const expected = await headersOf(`${product.lendingUrl}/terms/none`);
    assert.match(expected['content-security-policy'] ?? '', /default-src 'none'; style-src 'self'/);
    assert.deepEqual(await headersOf(`${product.lendingUrl}/`), expected);
    assert.deepEqual(await headersOf(`${product.bffUrl}/`), expected);
  });
});

describe('a part that is served alone', () => {
  it('links to no part that this process does not serve', async (t) => {
    const { lendingUrl } = await started(t, { environment: { SERVE: 'lending' } });
    const links = await linksOf(lendingUrl);
    assert.deepEqual(
      links.filter((link) => !link.startsWith(lendingUrl)),
      [],
    );
    for (const link of links) assert.equal((await open(link)).status, 200, link);
  });
});

describe('a demo on the internet', () => {
  it('invites nobody to what belongs on the inside', async (t) => {
    const { environment, remove } = await hostedDemo();
    t.after(remove);
    const product = await started(t, { environment });
    for (const url of [product.bffUrl, product.lendingUrl]) {
      const links = await linksOf(url);
      assert.ok(links.includes(`${url}/healthz`));
      assert.deepEqual(
        links.filter((link) => /\/(?:metrics|readyz|back-office)$/.test(link)),
        [],
      );
    }
  });
});

describe('outside the sandbox', () => {
  it('/ is no page, and what is printed answers', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'soft-pull-outside-'));
    t.after(() => rm(folder, { recursive: true }));
    const merchants = join(folder, 'merchants.json');
    await writeFile(
      merchants,
      JSON.stringify([
        {
          publishable_key: 'pk_live_shop',
          name: 'A shop',
          secret_key_sha256: ['a'.repeat(64)],
          order_secrets: [],
          order_keys: [],
          origins: ['https://shop.example'],
          request_user_id: 'rep',
          admin_user_id: 'admin',
          lender: {
            name: 'Prairie Savings Bank',
            nmls_id: '412345',
            phone: '+1-800-555-0199',
            address: '1 Main Street, Lincoln, NE 68508',
          },
        },
      ]),
    );
    const texts = join(folder, 'texts');
    for (const [path, text] of Object.entries(ownTexts())) {
      await mkdir(dirname(join(texts, path)), { recursive: true });
      await writeFile(join(texts, path), text);
    }
    const product = await started(t, {
      environment: {
        SERVE: 'bff',
        LENDING_BASE_URL: 'https://lender.example',
        LENDING_USERNAME: 'sponsor',
        LENDING_PASSWORD: 'a password of our own',
        BFF_PUBLIC_URL: 'https://checkout.example',
        CALLBACK_USERNAME: 'callbacks',
        CALLBACK_PASSWORD: 'another of our own',
        ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
        MERCHANTS_FILE: merchants,
        TEXTS_FOLDER: texts,
        LINK_ALLOWED_ORIGINS: 'https://lender.example',
      },
    });
    assert.deepEqual(await printedBy(product), [`${product.bffUrl}/healthz`]);
    assert.equal((await open(`${product.bffUrl}/healthz`)).status, 200);
    const { status, headers } = await open(`${product.bffUrl}/`);
    assert.equal(status, 404);
    assert.equal(headers.get('content-type'), 'application/problem+json');
    // A cluster asks by a name of its own; nobody else is answered by it.
    const byItsName = async (path: string) => {
      const asked = get(`${product.bffUrl}${path}`, { headers: { host: 'bff-0.inner:8787' } });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return answer.resume().statusCode;
    };
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      assert.equal(await byItsName(path), 200, path);
    }
    assert.equal(await byItsName('/v1/integrity.json'), 421);
  });
});
