import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { problem } from '../../../../server/bff/merchant-api/answers.ts';
import { merchantApiRoutes } from '../../../../server/bff/merchant-api/routes.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import { shopKey, startTestBff, type TestBff } from '../../../helpers/bff.ts';

const notAnObject = 'The body must be a JSON object, such as {}.';

const bodies: [string, string, string][] = [
  ['an empty list, as PHP writes an empty array', '[]', notAnObject],
  ['a text', '"x"', notAnObject],
  ['null', 'null', notAnObject],
  ['cut off', '{', 'The body is not JSON.'],
  ['with a comma too many', '{"amount":"8400.00",}', 'The body is not JSON.'],
  ['with a field twice', '{"amount":"1.00","amount":"2.00"}', 'The body names a field twice.'],
];

describe('a body in which no field can be named is 400 with a sentence', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  for (const { operationId, method, path } of merchantApiRoutes) {
    if (method !== 'post') continue;
    for (const [name, body, detail] of bodies) {
      it(`of ${operationId}: ${name}`, async () => {
        const answer = await bff.app.request(
          path.replaceAll(/\{\w+\}/g, () => randomUUID()),
          {
            method: 'POST',
            headers: {
              authorization: basicAuthHeader({ username: shopKey, password: '' }),
              'content-type': 'application/json',
              'idempotency-key': randomUUID(),
            },
            body,
          },
        );
        assert.equal(answer.status, 400);
        const said = problem.parse(await answer.json());
        assert.deepEqual([said.code, said.detail], ['invalid_request', detail]);
        assert.equal(said.errors, undefined);
      });
    }
  }
});
