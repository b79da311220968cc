import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plantedLeaks } from './canaries/planted-leaks.ts';
import { runCanaries } from './canaries/run-canaries.ts';
import { findLeak } from './canaries-part.ts';

const [planted] = plantedLeaks;

describe('what applicants say', () => {
  it('stands in no file, log, answer, metric, callback or backup', async () => {
    const { bytes, hits } = await runCanaries({ from: 30_000, applications: 60 });
    assert.ok(bytes > 1_000_000, `only ${bytes} bytes were searched`);
    assert.deepEqual(hits, []);
  });

  it('is found where a mistake lets it stand', async () => {
    assert.match(planted === undefined ? '' : await findLeak(planted), /log: ssn/);
  });
});
