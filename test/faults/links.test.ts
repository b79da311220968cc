import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runLinks } from './links/run-links.ts';

it('gives a thief of links and used codes nothing, and no more than 20 guesses', async () => {
  const report = await runLinks({ seed: 7, from: 0, to: 40 });
  assert.deepEqual(report.finds, []);
  assert.equal(report.overLimit, 0);
  assert.equal(report.wrongCharges, 0);
  for (const reached of ['accepted', 'charged', 'usedCodes', 'mostGuesses'] as const) {
    assert.ok(report[reached] > 0, `no sequence came to ${reached}`);
  }
});
