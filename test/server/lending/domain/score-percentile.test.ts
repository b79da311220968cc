import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scorePercentile } from '../../../../server/lending/domain/bureau-report.ts';

describe('scorePercentile()', () => {
  for (const [score, percent] of [
    [780, 77],
    [700, 49],
    [655, 36],
    [300, 0],
    [299, 0],
    [850, 99],
    [900, 99],
  ] as const) {
    it(`ranks ${score} above ${percent} percent`, () => {
      assert.equal(scorePercentile(score), percent);
    });
  }

  it('never falls as the score rises', () => {
    const ranks = Array.from({ length: 551 }, (_, index) => scorePercentile(300 + index));
    assert.deepEqual(
      ranks,
      ranks.toSorted((a, b) => a - b),
    );
  });
});
