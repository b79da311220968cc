import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSaidBy } from './simulation/find-planted.ts';
import { simulate } from './simulation/run-simulation.ts';
import type { WeekReport } from './simulation/week.ts';

/** Fewer than a shop has: what is tested here is that the weeks are lived. */
const consumers = 12;

async function live(...seeds: number[]): Promise<WeekReport[]> {
  const weeks: WeekReport[] = [];
  for await (const week of simulate({ seeds, consumers })) weeks.push(week);
  return weeks;
}

describe('a simulated week', () => {
  it('is the same week, event for event, when its seed is lived again', async () => {
    const [alone] = await live(2);
    const [, again] = await live(1, 2);
    assert.equal(again?.digest, alone?.digest);
    assert.ok((alone?.counts.events ?? 0) > 500, 'little has happened');
  });

  it('breaks no invariant, over either lender', async () => {
    const weeks = await live(1, 2);
    assert.deepEqual(
      weeks.flatMap(({ wrongs }) => wrongs),
      [],
    );
    assert.deepEqual(new Set(weeks.map(({ lender }) => lender)), new Set(['embedded', 'bare']));
    for (const reached of ['accepted', 'charges', 'webhooks', 'crashes', 'disturbed'] as const) {
      assert.ok(
        weeks.some(({ counts }) => counts[reached] > 0),
        `no week has ${reached}`,
      );
    }
  });
});

describe('a mistake that one invariant has to find', () => {
  it('is not found by another one whose name begins alike', () => {
    assert.equal(isSaidBy('I1: a charge was lost', 'I1'), true);
    assert.equal(isSaidBy('I10: a token opens another checkout', 'I1'), false);
  });
});
