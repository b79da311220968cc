import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import { shopKey, startTestBff, type TestBff } from '../../../helpers/bff.ts';

let bff: TestBff;
before(async () => {
  bff = await startTestBff();
});
after(() => bff.close());

describe('a call that may not be made', () => {
  for (const [name, path, init, status] of [
    [
      'from an origin that is not listed',
      '/v1/checkouts',
      {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      },
      403,
    ],
    ['without a session', '/v1/checkouts/some-id', {}, 401],
    [
      'with a wrong secret key',
      '/v1/merchant/checkouts',
      { headers: { authorization: 'Basic eA==' } },
      401,
    ],
    ['to what is not there', '/v1/nothing', {}, 404],
  ] as const) {
    it(`is logged ${name}, with what was asked and no more [asvs:refusals-logged]`, async () => {
      const earlier = bff.logged.length;
      const answer = await bff.app.request(path, init);
      assert.equal(answer.status, status);
      const lines = bff.logged.slice(earlier).map((line) => JSON.parse(line));
      const line = lines.find(({ event }) => event === 'request');
      assert.equal(line?.level, 30);
      assert.equal(line.status, status);
      assert.ok(line.route && line.correlation_id, JSON.stringify(line));
      assert.ok(!JSON.stringify(lines).includes('evil.example'));
    });
  }
});

it('a call that may not be made has so many lines for a network in a minute', async () => {
  const from = async (address: string) => {
    const earlier = bff.logged.length;
    await bff.app.request('/v1/nothing', {}, { incoming: { socket: { remoteAddress: address } } });
    return bff.logged.slice(earlier).map((line) => JSON.parse(line).level);
  };
  for (let call = 0; call < 600; call += 1) assert.deepEqual(await from('203.0.113.7'), [30]);
  assert.deepEqual(await from('203.0.113.7'), [20]);
  assert.deepEqual(await from('203.0.113.8'), [30]);
  bff.tick(100);
  assert.deepEqual(await from('203.0.113.7'), [30]);
});

describe('an error that nobody foresaw', () => {
  it('is logged with the route, and the id that is in the answer', async () => {
    const broken = await startTestBff();
    await broken.context.database.close();
    const authorization = basicAuthHeader({ username: shopKey, password: '' });
    const headers = { authorization };
    const answer = await broken.app.request('/v1/merchant/checkouts/some-id', { headers });
    assert.equal(answer.status, 500);
    const { correlation_id } = (await answer.json()) as { correlation_id: string };
    const lines = broken.logged.map((line) => JSON.parse(line));
    const line = lines.find(({ event }) => event === 'request_failed');
    assert.equal(line?.route, '/v1/merchant/checkouts/:id');
    assert.equal(line.correlation_id, correlation_id);
    await broken.close().catch(() => undefined);
  });
});
