import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { authorizationOf, startTestLending, type TestLending } from '../../../helpers/lending.ts';

describe('a sandbox that is on the internet', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending({ sandboxFromLoopbackOnly: true });
  });
  after(() => lending.close());

  const statusFrom = async (remoteAddress: string, method: string, path: string) => {
    const headers = { authorization: authorizationOf('sponsor@example.test') };
    const incoming = { socket: { remoteAddress } };
    return (await lending.app.request(path, { method, headers }, { incoming })).status;
  };

  for (const [method, path, inside, outside] of [
    ['GET', '/sandbox/v1/messages', 200, 404],
    ['POST', '/sandbox/receiver/anybody/fail-1', 500, 404],
    ['POST', '/sandbox/receiver/anybody', 200, 200],
  ] as const) {
    it(`answers ${outside} to others at ${method} ${path}`, async () => {
      assert.equal(await statusFrom('127.0.0.1', method, path), inside);
      assert.equal(await statusFrom('203.0.113.9', method, path), outside);
    });
  }
});
