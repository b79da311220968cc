import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runStreams } from './streams/run-streams.ts';

describe('event streams that are cut, at a server that is killed', () => {
  it('show each page every step once', async () => {
    const report = await runStreams({ seed: 7, listeners: 8, drops: 80, restarts: 1 });
    const { steps, applied, missed, late, backwards, sentAgain } = report;
    assert.deepEqual([report.drops, report.restarts], [80, 1]);
    assert.equal(applied, steps * 4);
    assert.deepEqual([missed, late, backwards, sentAgain], [0, 0, 0, 0]);
  });

  it('find a server that sends again what a page has seen', async () => {
    const { sentAgain } = await runStreams({
      seed: 7,
      listeners: 4,
      drops: 20,
      restarts: 0,
      mistake: {
        file: 'bff/operations/stream-steps.ts',
        search: 'lastEventId: seen });',
        replace: 'lastEventId: undefined });',
      },
    });
    assert.ok(sentAgain > 0);
  });
});
