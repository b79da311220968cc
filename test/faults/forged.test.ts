import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runForged, runForgedWith } from './forged/run-forged.ts';
import type { Mistake } from './plant-mistake.ts';

/** A hundred of each kind. */
const run = { seed: 7, forgeries: 1_300 };

/** Each is one that somebody could make, and of another kind. */
const mistakes: readonly (Mistake & { kind: string })[] = [
  {
    kind: 'order tokens',
    file: 'bff/tokens/order-token.ts',
    search: 'if (!isFor(audience, aud)) {',
    replace: 'if (aud === undefined) {',
  },
  {
    kind: 'handles of tabs',
    file: 'bff/tokens/resume-handle.ts',
    search: `hmacToken(key, 'resume', ...parts)`,
    replace: `hmacToken(key, 'resume', parts[0] ?? '')`,
  },
  {
    kind: 'logins of callbacks',
    file: 'bff/routes/callbacks.ts',
    search: 'if (!isUser || !isPassword) {',
    replace: 'if (!isUser && !isPassword) {',
  },
];

describe('forged credentials', () => {
  it('are refused, all of them, and the good ones beside them are not', async () => {
    const { forgeries, accepted, refused } = await runForged(run);
    assert.equal(forgeries, run.forgeries);
    assert.deepEqual([accepted, refused], [[], []]);
  });

  for (const { kind, ...mistake } of mistakes) {
    it(`find a BFF that takes too much for ${kind}`, async () => {
      const { accepted } = await runForgedWith(mistake, run);
      assert.ok(accepted.some((line) => line.startsWith(kind)));
    });
  }
});
