import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { answerError } from '../../../../server/bff/http/answer-error.ts';
import type { BffEnv } from '../../../../server/bff/http/env.ts';
import { StaleCheckoutError } from '../../../../server/bff/operations/write-checkout.ts';
import { DatabaseUnavailableError } from '../../../../server/platform/database/database.ts';
import { IllegalTransitionError } from '../../../../server/platform/illegal-transition-error.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';

describe('answerError()', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  /** What a route that throws this is answered, and how often the log says that a request failed. */
  async function answerTo(thrown: Error) {
    const app = new Hono<BffEnv>();
    app.onError(answerError(bff.context));
    app.get('/', () => {
      throw thrown;
    });
    const { length } = bff.logged;
    const answer = await app.request('/');
    const { code } = (await answer.json()) as { code: string };
    const logged = bff.logged.slice(length);
    return {
      answer: [answer.status, code],
      retryAfter: answer.headers.get('retry-after'),
      failures: logged.filter((line) => line.includes('request_failed')).length,
    };
  }

  for (const [thrown, status, code, failures] of [
    [415, 415, 'unsupported_media_type', 0],
    [400, 400, 'invalid_request', 0],
    [422, 400, 'invalid_request', 0],
    [500, 500, 'internal', 1],
  ] as const) {
    it(`answers ${status} ${code} where Hono throws ${thrown}`, async () => {
      const answered = await answerTo(new HTTPException(thrown));
      assert.deepEqual(answered, { answer: [status, code], retryAfter: null, failures });
    });
  }

  for (const moved of [
    new IllegalTransitionError('checkout', 'declined', 'approved'),
    new StaleCheckoutError(),
  ]) {
    it(`answers 409 where a checkout has moved on meanwhile: ${moved.name}`, async () => {
      const expected = { answer: [409, 'wrong_step'], retryAfter: null, failures: 0 };
      assert.deepEqual(await answerTo(moved), expected);
    });
  }

  it('asks to call again where the database has done nothing, and nowhere else', async () => {
    const failure = (outcome: 'nothing_done' | 'unknown') =>
      answerTo(new DatabaseUnavailableError('away', outcome, undefined));
    const again = { answer: [503, 'lender_unavailable'], retryAfter: '1', failures: 0 };
    assert.deepEqual(await failure('nothing_done'), again);
    const unknown = { answer: [500, 'internal'], retryAfter: null, failures: 1 };
    assert.deepEqual(await failure('unknown'), unknown);
  });
});
