import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { answerError } from '../../../../server/bff/http/answer-error.ts';
import type { BffEnv } from '../../../../server/bff/http/env.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';

describe('answerError()', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  for (const [thrown, status, code, failures] of [
    [415, 415, 'unsupported_media_type', 0],
    [400, 400, 'invalid_request', 0],
    [422, 400, 'invalid_request', 0],
    [500, 500, 'internal', 1],
  ] as const) {
    it(`answers ${status} ${code} where Hono throws ${thrown}`, async () => {
      const app = new Hono<BffEnv>();
      app.onError(answerError(bff.context));
      app.get('/', () => {
        throw new HTTPException(thrown);
      });
      const { length } = bff.logged;
      const answer = await app.request('/');
      const problem = (await answer.json()) as { code: string };
      assert.deepEqual([answer.status, problem.code], [status, code]);
      const failed = bff.logged.slice(length).filter((line) => line.includes('request_failed'));
      assert.equal(failed.length, failures);
    });
  }
});
