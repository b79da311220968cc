import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mostMoreDescriptors, soak } from './soak-part.ts';

it('brings whole checkouts to their outcome, and keeps no descriptor of them', async () => {
  const report = await soak({ minutes: 0.2, capacityMs: 2_000, idleMs: 8_000 });
  const { checkouts, gaveUp, wrong, before, after } = report;
  assert.ok(checkouts > 0);
  assert.deepEqual([...gaveUp, ...wrong], []);
  assert.ok(
    after.descriptors <= before.descriptors + mostMoreDescriptors,
    `${after.descriptors}, and ${before.descriptors} before`,
  );
});
