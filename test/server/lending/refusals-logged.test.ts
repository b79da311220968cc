import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { requestOf, startTestLending, type TestLending } from '../../helpers/lending.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const merchants = '/api/v1/sponsor/merchants';

describe('a call to the lending service that may not be made', () => {
  for (const [name, path, init, expected] of [
    [
      'by a user of another sponsor',
      `${merchants}/rate-sheets/hillside-admin/`,
      requestOf('GET', { as: 'sponsor-two@example.test' }),
      { status: 404, sponsor_id: 'sponsor-two@example.test' },
    ],
    [
      'by a role that may not',
      `${merchants}/rate-sheets/hillside-rep-1/`,
      requestOf('GET'),
      { status: 403, sponsor_id: 'sponsor@example.test' },
    ],
    ['with wrong credentials', `${merchants}/rate-sheets/x/`, {}, { status: 401 }],
    ['by a link that nobody was sent', '/terms/not-a-token', {}, { status: 404 }],
  ] as const) {
    it(`is logged ${name}, with what was asked and no more [asvs:lending-refusals-logged]`, async () => {
      const earlier = lending.logged.length;
      const answer = await lending.app.request(path, init);
      assert.equal(answer.status, expected.status);
      const lines = lending.logged.slice(earlier).map((line) => JSON.parse(line));
      const line = lines.find(({ event }) => event === 'request');
      assert.equal(line?.level, 30);
      assert.equal(line.method, 'GET');
      assert.ok(line.route, JSON.stringify(line));
      assert.deepEqual(
        { status: line.status, sponsor_id: line.sponsor_id },
        { sponsor_id: undefined, ...expected },
      );
      assert.ok(!JSON.stringify(lines).includes('not-a-token'));
    });
  }
});
