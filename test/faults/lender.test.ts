import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runLenderInThreads } from './lender/run-lender.ts';

it('tells the truth and charges once, whatever a lender answers', async () => {
  const { finds, changed, screens } = await runLenderInThreads({ seed: 7, answers: 1_000 });
  assert.deepEqual(finds, []);
  assert.ok(changed >= 1_000);
  for (const screen of ['ask_lender', 'redirect', 'charge_pending', 'charge_outcome']) {
    assert.ok((screens[screen] ?? 0) > 0, `no sequence came to ${screen}`);
  }
});
