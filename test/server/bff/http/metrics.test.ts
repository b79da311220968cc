import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMetrics } from '../../../../server/bff/http/metrics.ts';
import { schedule } from '../../../../server/platform/due-work/due-work.ts';
import { startTestBff } from '../../../helpers/bff.ts';

it('counts webhooks from 0 on, so that the first one that is given up is an increase', async () => {
  const text = await createMetrics().registry.metrics();
  for (const outcome of ['delivered', 'retried', 'failed']) {
    assert.match(text, new RegExp(`^bff_webhooks_total\\{outcome="${outcome}"\\} 0$`, 'm'));
  }
});

it('counts each screen from 0 on, so that one that nobody comes to any more is seen', async () => {
  const text = await createMetrics().registry.metrics();
  for (const screen of ['details', 'offers', 'accepted', 'ask_lender', 'expired']) {
    assert.match(text, new RegExp(`^bff_steps_total\\{screen="${screen}"\\} 0$`, 'm'));
  }
});

it('says how late the work of a BFF is that stands still', async (t) => {
  const bff = await startTestBff();
  t.after(() => bff.close());
  const metrics = async () => (await bff.app.request('/metrics')).text();
  assert.match(await metrics(), /^bff_overdue_work_seconds 0$/m);
  await bff.database.transaction((tx) =>
    schedule(tx, { kind: 'reconcile', key: 'a', scope: '', dueAt: bff.now() }),
  );
  bff.tick(90_000);
  assert.match(await metrics(), /^bff_overdue_work_seconds 90$/m);
});
