import assert from 'node:assert/strict';
import { it } from 'node:test';
import { applyRace } from './races/apply.ts';
import { cancelRace } from './races/cancel.ts';
import { runRace } from './races/race.ts';
import { refundRace, settlementRace } from './races/refunds.ts';
import { takeUpRace } from './races/take-up.ts';

for (const race of [cancelRace, refundRace, settlementRace, takeUpRace, applyRace]) {
  it(`ends in one truth: ${race.name}`, async () => {
    const { ends, torn } = await runRace(race, 12);
    assert.deepEqual(torn, []);
    assert.deepEqual(Object.keys(ends), [...race.ends]);
    // Which of two processes is first cannot be said; but one that always wins races nobody.
    assert.ok(Object.values(ends).filter((count) => count > 0).length > 1, JSON.stringify(ends));
  });
}
