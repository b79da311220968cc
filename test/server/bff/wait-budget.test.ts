import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BffError } from '../../../server/bff/errors.ts';
import { WaitBudget } from '../../../server/bff/wait-budget.ts';

const never = new Promise<never>(() => undefined);
const isUnavailable = (error: unknown) =>
  error instanceof BffError && error.code === 'lender_unavailable';

describe('WaitBudget', () => {
  it('gives what the work gives, nothing too', async () => {
    const budget = new WaitBudget(60_000);
    assert.equal(await budget.spend(Promise.resolve('read')), 'read');
    assert.equal(await budget.spend(Promise.resolve(undefined)), undefined);
  });

  it('rejects as the work does', async () => {
    const failure = new Error('not read');
    await assert.rejects(new WaitBudget(60_000).spend(Promise.reject(failure)), failure);
  });

  it('is one for all that is waited for', async () => {
    const budget = new WaitBudget(20);
    await assert.rejects(budget.spend(never), isUnavailable);
    // A timer may be a millisecond early by the other clock.
    assert.ok(budget.left <= 1);
    await assert.rejects(budget.spend(never), isUnavailable);
  });
});
