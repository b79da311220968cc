import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callbacksPerFlow, orderCount, orderOf } from './callbacks/order.ts';
import { runCallbacksInThreads } from './callbacks/run-callbacks.ts';
import { randomOf } from './crash-points/point.ts';
import type { Mistake } from './plant-mistake.ts';

/** Of both lenders: callbacks in time, the last one first, and each of them twice. */
const seeds = [1, 715, 2_000, 46_079];

/** Each is one that somebody could make about callbacks. */
const mistakes: readonly (Mistake & { name: string; seed: number })[] = [
  {
    name: 'acknowledges a callback and forgets it',
    seed: 2,
    file: 'bff/operations/receive-callback.ts',
    search: 'for (const id of await checkoutsOf(context, hint)) await syncCheckout(context, id);',
    replace: '',
  },
  {
    name: 'takes a callback without an id for the one before it',
    seed: 1,
    file: 'bff/operations/receive-callback.ts',
    search: 'hint.eventId ?? ids.uuid()',
    replace: 'hint.eventId ?? hint.eventType',
  },
  {
    name: 'tells the merchant again of what has not changed',
    seed: 1,
    file: 'bff/domain/timeline.ts',
    search: `if (from === to || to === 'working') return [];\n  if (to !== undefined) return [{ type: \`charge.`,
    replace: `if (to === 'working') return [];\n  if (to !== undefined) return [{ type: \`charge.`,
  },
];

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

  it('bring every checkout to where the lender’s own books are, and tell its merchant once', async () => {
    const { flows, wrongs } = await runCallbacksInThreads({ seeds });
    assert.equal(flows, seeds.length);
    assert.deepEqual(wrongs, []);
  });

  for (const { name, seed, ...mistake } of mistakes) {
    it(`find a BFF that ${name}`, async () => {
      const { wrongs } = await runCallbacksInThreads({ seeds: [seed], mistake });
      assert.ok(wrongs.length > 0);
    });
  }
});
