import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { sandboxCallback } from '../../../../server/config/sandbox-settings.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import { disclosureIds, disclosuresAnswerSchema } from '../../../../widget/contract/disclosure.ts';
import { otherOrigin, shop, shopOrigin, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { codeOf, ShopPage } from '../../../helpers/shop-page.ts';

describe('the edge of the BFF', () => {
  let bff: TestBff;
  let assetsFolder: string;

  before(async () => {
    assetsFolder = await mkdtemp(join(tmpdir(), 'soft-pull-assets-'));
    await mkdir(join(assetsFolder, 'chunks'));
    await writeFile(join(assetsFolder, 'soft-pull-checkout.js'), 'export {};');
    await writeFile(join(assetsFolder, 'soft-pull-checkout-1.2.2.js'), 'export {};');
    await writeFile(join(assetsFolder, 'soft-pull-checkout-1.2.3-beta.1.js'), 'export {};');
    await writeFile(join(assetsFolder, 'chunks', 'flow-a1b2.js'), 'export const flow = 1;');
    await writeFile(join(assetsFolder, 'third-party-licenses.txt'), 'Copyright ©');
    await writeFile(join(assetsFolder, 'secret.js'), 'no');
    const integrity = { version: '1.2.3', files: {} };
    await writeFile(join(assetsFolder, 'integrity.json'), JSON.stringify(integrity));
    bff = await startTestBff({ config: { assetsFolder } });
  });
  after(async () => {
    await bff.close();
    await rm(assetsFolder, { recursive: true });
  });

  const page = () => new ShopPage(bff);

  describe('a body', () => {
    const send = async (text: string) => {
      const answer = await bff.app.request('/v1/checkouts', {
        method: 'POST',
        headers: { origin: shopOrigin, 'content-type': 'application/json' },
        body: text,
      });
      return codeOf({ status: answer.status, headers: answer.headers, body: await answer.json() });
    };
    const cases: [string, string, string][] = [
      ['is not JSON', '{', 'invalid_request'],
      ['is not an object', '[]', 'invalid_request'],
      ['names a field twice', '{"merchant":"a","merchant":"b"}', 'invalid_request'],
      ['names a prototype', '{"__proto__":{}}', 'invalid_request'],
      ['has a lossy number', '{"amount":90071992547409931}', 'invalid_request'],
      ['is nested too deeply', `${'['.repeat(20)}${']'.repeat(20)}`, 'invalid_request'],
      ['is too large', JSON.stringify({ locale: 'x'.repeat(17_000) }), 'payload_too_large'],
    ];
    for (const [name, text, code] of cases) {
      it(`is refused when it ${name}`, async () => assert.equal(await send(text), code));
    }
  });

  it('tells an unknown address from a wrong method [asvs:bff-methods]', async () => {
    assert.equal(codeOf(await page().call('GET', '/v1/nothing')), 'not_found');
    const answer = await page().call('DELETE', '/v1/checkouts');
    assert.equal(codeOf(answer), 'method_not_allowed');
    assert.equal(answer.headers.get('allow'), 'POST');
    const ofText = await page().call('DELETE', '/v1/disclosures/en');
    assert.equal(codeOf(ofText), 'method_not_allowed');
    assert.equal(ofText.headers.get('allow'), 'GET, HEAD');
  });

  it('gives every answer its headers [asvs:answer-headers]', async () => {
    const { headers } = await page().call('POST', '/v1/checkouts', { body: {} });
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.equal(headers.get('set-cookie'), null);
  });

  it('finds the route of a call by one expression, the fastest way that there is', async () => {
    await bff.app.request('/healthz');
    assert.equal(bff.app.router.name, 'SmartRouter + RegExpRouter');
  });

  it('says that it lives and is ready', async () => {
    assert.equal((await bff.app.request('/healthz')).status, 200);
    assert.equal((await bff.app.request('/readyz')).status, 200);
  });

  it('counts by route, never by path', async () => {
    const opened = page();
    await opened.open({ amount: '8400.00' });
    await opened.on('GET');
    const text = await (await bff.app.request('/metrics')).text();
    assert.match(text, /bff_request_duration_seconds_count\{route="\/v1\/checkouts\/:id"/);
    assert.ok(!text.includes(opened.checkoutId));
  });

  describe('the script-tag files', () => {
    it('are for any page, and their chunks for ever', async () => {
      const entry = await bff.app.request('/v1/soft-pull-checkout.js');
      assert.equal(entry.status, 200);
      assert.equal(await entry.text(), 'export {};');
      assert.match(entry.headers.get('content-type') ?? '', /^text\/javascript/);
      assert.equal(entry.headers.get('access-control-allow-origin'), '*');
      assert.equal(entry.headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.equal(entry.headers.get('cache-control'), 'public, max-age=60');
      const chunk = await bff.app.request('/v1/chunks/flow-a1b2.js');
      assert.match(chunk.headers.get('cache-control') ?? '', /immutable/);
      const integrity = await bff.app.request('/v1/integrity.json');
      assert.deepEqual(await integrity.json(), { version: '1.2.3', files: {} });
      assert.equal(integrity.headers.get('cache-control'), 'no-cache');
    });

    it('stand beside the licences of what they contain', async () => {
      const licences = await bff.app.request('/v1/third-party-licenses.txt');
      assert.equal(licences.status, 200);
      assert.equal(await licences.text(), 'Copyright ©');
      assert.equal(licences.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.equal(licences.headers.get('cache-control'), 'no-cache');
    });

    it('are kept for ever by version, earlier ones too', async () => {
      for (const version of ['1.2.2', '1.2.3-beta.1']) {
        const { status, headers } = await bff.app.request(`/v1/soft-pull-checkout-${version}.js`);
        assert.equal(status, 200);
        assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
      }
    });

    it('are sent compressed, and not again while they are the same', async () => {
      const answer = await bff.app.request('/v1/chunks/flow-a1b2.js', {
        headers: { 'accept-encoding': 'gzip, br' },
      });
      assert.equal(answer.headers.get('content-encoding'), 'br');
      const plain = brotliDecompressSync(Buffer.from(await answer.arrayBuffer()));
      assert.equal(plain.toString(), 'export const flow = 1;');
      const tag = answer.headers.get('etag') ?? '';
      assert.match(tag, /^W\/"[\w-]+"$/);
      const opaque = tag.slice('W/'.length);
      for (const [known, status] of [
        [tag, 304],
        [opaque, 304],
        [`"other", ${tag}`, 304],
        [`W/"other",${opaque}`, 304],
        ['*', 304],
        ['"other"', 200],
        [opaque.slice(1, -1), 200],
        ['', 200],
      ] as const) {
        const again = await bff.app.request('/v1/chunks/flow-a1b2.js', {
          headers: { 'if-none-match': known },
        });
        assert.equal(again.status, status, known);
      }
    });

    for (const [accepted, encoding] of [
      ['br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, br;q=0.5', 'br'],
      ['gzip', null],
      ['gzip, br;q=0', null],
    ] as const) {
      it(`are sent ${encoding === null ? 'plain' : 'compressed'} to who takes “${accepted}”`, async () => {
        const headers = { 'accept-encoding': accepted };
        const answer = await bff.app.request('/v1/chunks/flow-a1b2.js', { headers });
        assert.equal(answer.headers.get('content-encoding'), encoding);
        assert.match(answer.headers.get('vary') ?? '', /accept-encoding/);
      });
    }

    const others = [
      '/v1/secret.js',
      '/v1/soft-pull-checkout-9.9.9.js',
      '/v1/soft-pull-checkout-1.2.2.js/..%2Fsecret.js',
      '/v1/chunks/nothing.js',
      '/v1/chunks/..%2Fsecret.js',
      '/v1/chunks/%2e%2e/secret.js',
      '/v1/chunks/..',
      '/v1/chunks/',
    ];
    for (const path of others) {
      it(`are all there is: not ${path} [asvs:no-listing]`, async () => {
        assert.equal((await bff.app.request(path)).status, 404);
      });
    }
  });

  describe('/v1/disclosures', () => {
    const read = (query: string, locale = 'en') =>
      page().call('GET', `/v1/disclosures/${locale}?merchant=${shop.publishable_key}${query}`);

    it('has the texts that the screens name, and no other, each with its digest', async () => {
      for (const locale of ['en', 'es']) {
        const { disclosures } = disclosuresAnswerSchema.parse((await read('', locale)).body);
        const ids = disclosures.map(({ id }) => id);
        assert.deepEqual(ids.sort(), [...disclosureIds].sort());
        for (const { text, sha256 } of disclosures) assert.equal(sha256, sha256Hex(text));
      }
    });

    it('leaves other states’ notices out when the state is known', async () => {
      const { disclosures, parties } = disclosuresAnswerSchema.parse(
        (await read('&state=OH')).body,
      );
      assert.deepEqual(parties, { shop: shop.name, lender: null });
      const notices = disclosures.map(({ id }) => id).filter((id) => id.startsWith('state_'));
      assert.deepEqual(notices, ['state_notice_oh']);
    });

    it('comes compressed to who takes that', async () => {
      const path = `/v1/disclosures/en?merchant=${shop.publishable_key}`;
      const headers = { origin: shopOrigin, 'accept-encoding': 'gzip, br' };
      const answer = await bff.app.request(path, { headers });
      assert.equal(answer.headers.get('content-encoding'), 'br');
      assert.match(answer.headers.get('vary') ?? '', /origin.*accept-encoding/);
      const text = brotliDecompressSync(await answer.arrayBuffer()).toString();
      assert.deepEqual(JSON.parse(text), (await read('')).body);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      const etag = answer.headers.get('etag') ?? '';
      const again = await bff.app.request(path, { headers: { ...headers, 'if-none-match': etag } });
      assert.equal(again.status, 304);
    });

    it('is for the merchant’s pages', async () => {
      assert.equal(codeOf(await read('', 'fr')), 'not_found');
      assert.equal(codeOf(await read('&merchant=pk_test_other')), 'invalid_request');
      const elsewhere = await new ShopPage(bff, otherOrigin).call(
        'GET',
        `/v1/disclosures/en?merchant=${shop.publishable_key}`,
      );
      assert.equal(codeOf(elsewhere), 'origin_not_allowed');
    });
  });

  describe('/callbacks', () => {
    const event = { event_id: 'e-1', event_type: 'consumer_charge_outcome', loan_id: 'unknown' };
    const post = (authorization: string | undefined, body: unknown = event) =>
      bff.app.request('/callbacks/transaction', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(authorization !== undefined && { authorization }),
        },
        body: JSON.stringify(body),
      });
    const stored = () => bff.database.query.selectFrom('inbox').selectAll().execute();

    it('takes nothing from who is not the lender', async () => {
      const wrong = [
        undefined,
        'Basic',
        'Bearer x',
        basicAuthHeader({ ...sandboxCallback, password: 'wrong' }),
        basicAuthHeader({ ...sandboxCallback, username: 'somebody' }),
        basicAuthHeader({ username: '', password: '' }),
      ];
      for (const authorization of wrong) {
        const answer = await post(authorization);
        assert.equal(answer.status, 401);
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic/);
      }
      assert.deepEqual(await stored(), []);
    });

    it('stores an event once, by its ids only, and answers 200', async () => {
      const secret = { consumer_first_name: 'Canary', rejection_reason: 'Canary text' };
      for (let copy = 0; copy < 3; copy += 1) {
        const answer = await post(basicAuthHeader(sandboxCallback), { ...event, ...secret });
        assert.equal(answer.status, 200);
      }
      const rows = await stored();
      assert.equal(rows.length, 1);
      assert.ok(!JSON.stringify(rows).includes('Canary'));
    });

    it('has unknown events stored and processed', async () => {
      const { length: known } = await stored();
      for (const body of [[], 'text', { event_id: 7 }, {}]) {
        assert.equal((await post(basicAuthHeader(sandboxCallback), body)).status, 200);
      }
      await bff.runDue();
      const rows = await stored();
      assert.equal(rows.length, known + 4);
      assert.ok(rows.every(({ processed_at }) => processed_at !== null));
    });
  });
});
