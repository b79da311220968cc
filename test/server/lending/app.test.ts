import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { detailResponse } from '../../../server/lending-api/answers.ts';
import { routes } from '../../../server/lending-api/routes.ts';
import { answered } from '../../helpers/answered.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';
import { anOnboarding } from '../../helpers/merchant-bodies.ts';

const onboarding = '/api/v1/sponsor/merchants/onboarding/';
const user = '/api/v1/sponsor/merchants/users/hillside-admin/';
const softPull = '/api/v1/sponsor/consumers/soft-pull/';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

async function assertDetail(response: Response, status: number): Promise<Record<string, unknown>> {
  return detailResponse.loose().parse(await answered(response, status));
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('authentication', () => {
  for (const [name, authorization] of Object.entries({
    'no credentials': undefined,
    'another scheme': 'Bearer sandbox-api-password',
    'a wrong password': basic('sponsor@example.test:wrong'),
    'an unknown sponsor': basic('nobody@example.test:sandbox-api-password'),
    'another sponsor’s password': basic('sponsor@example.test:sandbox-api-password-two'),
    'no colon': basic('sponsor@example.test'),
    'no base64': 'Basic %%%',
  })) {
    it(`refuses ${name} [conformance:refuses ${name}]`, async () => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await lending.app.request(user, { headers });
      assert.equal(response.headers.get('www-authenticate'), 'Basic realm="sponsor"');
      await assertDetail(response, 401);
    });
  }

  it('looks at twenty wrong passwords of a network in a minute, and at none after [asvs:password-guesses]', async () => {
    const call = (password: string, remoteAddress = '203.0.113.7') =>
      lending.app.request(
        user,
        { headers: { authorization: basic(`sponsor@example.test:${password}`) } },
        { incoming: { socket: { remoteAddress } } },
      );
    for (let wrong = 0; wrong < 20; wrong += 1) await assertDetail(await call(`${wrong}`), 401);
    const refused = await call('sandbox-api-password');
    assert.equal(refused.headers.get('retry-after'), '3');
    await assertDetail(refused, 429);
    assert.equal((await call('sandbox-api-password', '203.0.113.8')).status, 200);
    lending.tick(3_000);
    assert.equal((await call('sandbox-api-password')).status, 200);
  });

  it('guards every route of the API and what is beside them [conformance:authentication-basic-credentials]', async () => {
    for (const { method, path } of [...routes, { method: 'get', path: '/api/v1/nothing' }]) {
      const response = await lending.app.request(path, { method: method.toUpperCase() });
      assert.equal(response.status, 401, `${method} ${path}`);
    }
  });

  it('lets the sponsor in and keeps its answers out of caches [asvs:no-store]', async () => {
    const response = await lending.call('GET', user);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });
});

describe('a call that another site’s page has a browser make [asvs:foreign-writes]', () => {
  const cancel = `${onboarding.replace('onboarding', 'loan-applications')}hillside-admin/loan/none/cancel/`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const [name, headers] of [
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that is not told', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' }],
  ] as const) {
    it(`is refused from ${name}, with the right credentials`, async () => {
      for (const path of [softPull, cancel, '/sandbox/v1/events/hold']) {
        const response = await lending.call('POST', path, { headers: { ...form, ...headers } });
        await assertDetail(response, 403);
      }
    });
  }

  it('is taken from the service’s own documentation and from programs', async () => {
    const own = { origin: 'http://localhost:8788', 'sec-fetch-site': 'same-origin' };
    for (const headers of [own, {}]) {
      const response = await lending.call('POST', onboarding, { headers, body: anOnboarding() });
      assert.notEqual(response.status, 403);
    }
  });
});

describe('paths and methods', () => {
  it('answers with and without the slash at the end, without a redirect', async () => {
    assert.equal((await lending.call('GET', user)).status, 200);
    assert.equal((await lending.call('GET', user.slice(0, -1))).status, 200);
  });

  it('answers 404 for what is not there', async () => {
    await assertDetail(await lending.call('GET', '/api/v1/sponsor/nothing/'), 404);
    await assertDetail(await lending.app.request('/nothing'), 404);
  });

  it('answers 405 and says what is allowed [asvs:methods]', async () => {
    for (const path of [onboarding, onboarding.slice(0, -1)]) {
      const response = await lending.call('DELETE', path);
      assert.equal(response.headers.get('allow'), 'POST');
      await assertDetail(response, 405);
    }
  });

  for (const path of [
    user.replace('hillside-admin', '%00'),
    '/documents/%00',
    '/sandbox/v1/payment-requests/a%1Fb/approve',
    '/terms/%00/accept',
    '/terms/%F0%9F%A6%8A/accept',
  ]) {
    it(`answers 404 at ${path}`, async () => {
      for (const method of ['GET', 'POST']) {
        assert.ok([404, 405].includes((await lending.call(method, path)).status), method);
      }
    });
  }

  for (const value of ['%00', 'a?%00']) {
    it(`answers 400 to a query with a control character: ${value}`, async () => {
      const path = `/sandbox/v1/events?external_application_id=${value}`;
      await assertDetail(await lending.call('GET', path), 400);
    });
  }

  it('reads an id that cannot exist as an unknown one', async () => {
    await assertDetail(await lending.call('GET', '/api/v1/sponsor/merchants/users/%00/'), 404);
    await assertDetail(
      await lending.call('GET', `/api/v1/sponsor/merchants/users/${'x'.repeat(300)}/`),
      404,
    );
  });
});

describe('bodies', () => {
  const send = (text: string, type: string | null) =>
    lending.app.request(onboarding, {
      method: 'POST',
      headers: {
        authorization: basic('sponsor@example.test:sandbox-api-password'),
        ...(type !== null && { 'content-type': type }),
      },
      body: type === null ? new TextEncoder().encode(text) : text,
    });

  it('names every field that is wrong and echoes none', async () => {
    const body = anOnboarding({ first_name: undefined, zip_code: 'secret', mobile_phone: '555' });
    const answer = await assertDetail(await lending.call('POST', onboarding, { body }), 400);
    assert.deepEqual(Object.keys(answer.errors as object).sort(), [
      'first_name',
      'mobile_phone',
      'zip_code',
    ]);
    assert.deepEqual((answer.errors as { first_name: string[] }).first_name, [
      'This field is required.',
    ]);
    assert.ok(!JSON.stringify(answer).includes('secret'));
  });

  for (const [name, text, type, status] of [
    ['no JSON', '{', 'application/json', 400],
    ['a field twice', '{"user_id":"a","user_id":"b"}', 'application/json', 400],
    ['__proto__', '{"__proto__":{}}', 'application/json', 400],
    ['an array', '[]', 'application/json', 400],
    ['a number that does not fit', '{"user_id":12345678901234567890}', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['text', 'hello', 'text/plain', 415],
    ['no content type', '{}', null, 415],
    ['a form where only JSON is taken', 'user_id=a', 'application/x-www-form-urlencoded', 415],
    ['more than 256 kB', `{"a":"${'x'.repeat(256 * 1024)}"}`, 'application/json', 413],
  ] as const) {
    it(`answers ${status} to ${name} [conformance:content-type ${name}]`, async () => {
      await assertDetail(await send(text, type), status);
    });
  }
});

describe('what nobody foresaw', () => {
  it('answers 500 and says nothing of itself [asvs:generic-error]', async () => {
    const broken = await startTestLending();
    await broken.context.database.close();
    const response = await broken.call('GET', user);
    const answer = await assertDetail(response, 500);
    assert.deepEqual(answer, { detail: 'Something unexpected happened.' });
    await broken.close().catch(() => undefined);
  });
});

describe('GET /openapi.json', () => {
  it('is valid OpenAPI 3.1 with every route and callback', async () => {
    const document = await (await lending.app.request('/openapi.json')).json();
    const result = await new Validator().validate(structuredClone(document));
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
    assert.match(document.openapi, /^3\.1/);
    for (const { method, path } of routes) assert.ok(document.paths[path]?.[method], path);
    assert.deepEqual(Object.keys(document.webhooks).sort(), [
      'consumer_account_cancel',
      'consumer_application_complete',
      'consumer_charge_outcome',
      'consumer_refund_outcome',
      'merchant_onboarding_complete',
    ]);
  });

  it('says that the consumer endpoints take forms too', async () => {
    const document = await (await lending.app.request('/openapi.json')).json();
    assert.deepEqual(Object.keys(document.paths[softPull].post.requestBody.content), [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
  });
});

describe('GET /docs', () => {
  it('shows the document with assets of its own origin alone', async () => {
    const page = await lending.app.request('/docs');
    assert.equal(page.status, 200);
    const html = await page.text();
    assert.ok(!/https?:\/\//.test(html));
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    for (const [, asset] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const response = await lending.app.request(asset ?? '');
      assert.equal(response.status, 200, asset);
      assert.ok((await response.text()).length > 0);
    }
  });
});
