import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';

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
