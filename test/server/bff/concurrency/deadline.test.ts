import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Deadline } from '../../../../server/bff/concurrency/deadline.ts';
import { BffError } from '../../../../server/bff/errors.ts';

const never = new Promise<never>(() => undefined);

const isUnavailable = (error: unknown) =>
  error instanceof BffError && error.code === 'lender_unavailable';

describe('Deadline', () => {
  it('gives what the work gives, nothing too', async () => {
    const deadline = new Deadline(60_000);
    assert.equal(await deadline.wait(Promise.resolve('read')), 'read');
    assert.equal(await deadline.wait(Promise.resolve(undefined)), undefined);
  });

  it('rejects as the work does', async () => {
    const failure = new Error('not read');
    await assert.rejects(new Deadline(60_000).wait(Promise.reject(failure)), failure);
  });

  it('is one for all that is waited for', async () => {
    const deadline = new Deadline(20);
    await assert.rejects(deadline.wait(never), isUnavailable);
    // A timer may be a millisecond early by the other clock.
    assert.ok(deadline.left <= 1);
    await assert.rejects(deadline.wait(never), isUnavailable);
  });
});
