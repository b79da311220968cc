import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMetrics } from '../../../../server/bff/http/metrics.ts';

it('counts webhooks from 0 on, so that the first one that is given up is an increase', async () => {
  const text = await createMetrics().registry.metrics();
  for (const outcome of ['delivered', 'retried', 'failed']) {
    assert.match(text, new RegExp(`^bff_webhooks_total\\{outcome="${outcome}"\\} 0$`, 'm'));
  }
});
