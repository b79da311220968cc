import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCallbacksInThreads } from './callbacks/run-callbacks.ts';
import { runForgedWith } from './forged/run-forged.ts';
import type { Mistake } from './plant.ts';
import { runStreams } from './streams/run-streams.ts';

/** In how callbacks are taken; each is found by one checkout. */
const callbackMistakes: readonly (Mistake & { name: string; seed: number })[] = [
  {
    name: 'acknowledges a callback and forgets it',
    seed: 2,
    file: 'bff/operations/receive-callback.ts',
    search: 'for (const id of checkoutIds) await syncCheckout(context, id);',
    replace: '',
  },
  {
    name: 'takes a callback without an id for the one before it',
    seed: 1,
    file: 'bff/operations/receive-callback.ts',
    search: `hint.eventId ?? ids.uuid() };
  const stored = await database.transaction(async (tx) => {`,
    replace: `hint.eventId ?? hint.eventType };
  const stored = await database.transaction(async (tx) => {
    if (hint.eventId === null) return (await store(context, tx, named)) ? named : undefined;`,
  },
  {
    name: 'tells the merchant again of what has not changed',
    seed: 1,
    file: 'bff/domain/timeline.ts',
    search: `if (from === to || to === 'working') return [];\n  if (to !== undefined) return [{ type: \`charge.`,
    replace: `if (to === 'working') return [];\n  if (to !== undefined) return [{ type: \`charge.`,
  },
];

/** In what is taken for good. */
const credentialMistakes: readonly (Mistake & { kind: string })[] = [
  {
    kind: 'order tokens',
    file: 'bff/tokens/order-token.ts',
    search: 'if (!isFor(audience, aud)) {',
    replace: 'if (aud === undefined) {',
  },
  {
    kind: 'handles of tabs',
    file: 'bff/tokens/resume-handle.ts',
    search: 'if (!equalDigests(mac, signature(key, parts)))',
    replace: 'if (mac.length !== signature(key, parts).length)',
  },
  {
    kind: 'logins of callbacks',
    file: 'bff/routes/callbacks.ts',
    search: 'if (!isUser || !isPassword) {',
    replace: 'if (!isUser && !isPassword) {',
  },
];

/** In what a stream sends to a page that comes back. */
const repeatingStream: Mistake = {
  file: 'bff/operations/stream-steps.ts',
  search: 'lastEventId: seen })',
  replace: 'lastEventId: undefined })',
};

/** It looks again with every beat, and a page reads whenever its stream is cut. */
const sleepingStream: Mistake = {
  file: 'bff/operations/stream-steps.ts',
  search: 'const stopListening = feed.listen(checkoutId, () => change.raise());',
  replace: 'const stopListening = () => undefined;',
};

describe('mistakes that are planted in the product', () => {
  for (const { name, seed, ...mistake } of callbackMistakes) {
    it(`are found by callbacks: it ${name}`, async () => {
      const { wrongs } = await runCallbacksInThreads({ seeds: [seed], mistake });
      assert.ok(wrongs.length > 0);
    });
  }

  for (const { kind, ...mistake } of credentialMistakes) {
    it(`are found by forged ${kind}`, async () => {
      const { accepted } = await runForgedWith(mistake, { seed: 7, forgeries: 1_300 });
      assert.ok(accepted.some((line) => line.startsWith(kind)));
    });
  }

  it('are found by streams: it sends again what a page has seen', async () => {
    const run = { seed: 7, listeners: 4, drops: 100, restarts: 0, mistake: repeatingStream };
    const { sentAgain } = await runStreams(run);
    assert.ok(sentAgain > 0);
  });

  it('are found by streams: no step wakes one', async () => {
    const run = { seed: 7, listeners: 4, drops: 0, restarts: 0, mistake: sleepingStream };
    const { late } = await runStreams(run);
    assert.ok(late > 0);
  });
});
