import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callbackCases, callbacksPerFlow, caseOf, orderCount, orderOf } from './callbacks/order.ts';
import { runCallbacksInThreads } from './callbacks/run-callbacks.ts';
import { randomOf } from './crash-points/point.ts';
import { summedParts } from './run-sums.ts';

/** Of both lenders, from no repetition to all of them. */
const seeds = [1, 716, 2_000, 46_079];

describe('callbacks in any order, each once or twice', () => {
  it('are 46,080 orders', () => {
    const found = new Set<string>();
    for (let number = 0; number < orderCount; number += 1) {
      const order = orderOf(number, randomOf(1));
      const first = [...new Set(order)];
      const twice = first.filter((each) => order.indexOf(each) !== order.lastIndexOf(each));
      assert.equal(first.length, callbacksPerFlow);
      assert.equal(order.length, first.length + twice.length);
      found.add(`${first} ${twice.sort()}`);
    }
    assert.equal(found.size, orderCount);
  });

  it('come in every order over each of both lenders, once the part has reached its goal', () => {
    const found = new Set<string>();
    for (let seed = 1; seed <= (summedParts.callbacks?.goal ?? 0); seed += 1) {
      const { lender, number } = caseOf(seed);
      found.add(`${lender} ${number}`);
    }
    assert.equal(found.size, callbackCases);
  });

  it('bring every checkout to where the lender’s own books are, and tell its merchant once', async () => {
    const { flows, wrongs } = await runCallbacksInThreads({ seeds });
    assert.equal(flows, seeds.length);
    assert.deepEqual(wrongs, []);
  });
});
