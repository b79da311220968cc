import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callbackMistakes } from './callbacks/mistakes.ts';
import { runCallbacksInThreads } from './callbacks/run-callbacks.ts';
import { credentialMistakes } from './forged/mistakes.ts';
import { runForgedWith } from './forged/run-forged.ts';
import { repeatingStream, sleepingStream } from './streams/mistakes.ts';
import { runStreams } from './streams/run-streams.ts';

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
