import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import createSponsorLendingApi from '../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { loadLenderAdapter } from '../../server/config/lender-adapter.ts';
import { startEmbeddedLender } from './embedded-lender.ts';
import { startMeadowLending } from './meadow-lending.ts';
import { describeLender } from './run-scenarios.ts';
import { ScenarioLoan } from './scenario-loan.ts';

const folder = join(import.meta.dirname, '../../server/bff/lender');
const file = join(folder, 'example-adapter.ts');

it('stands in the README as it is run here', async () => {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const samples = [...readme.matchAll(/```ts\n([^`]+)```/g)].map(([, sample]) => sample);
  assert.ok(samples.includes(await readFile(file, 'utf8')), 'no sample is the file');
});

it('is needed where a lender names things its own way', async (t) => {
  const tested = await startEmbeddedLender(createSponsorLendingApi, startMeadowLending);
  t.after(() => tested.close());
  const lender = tested.connect();
  await assert.rejects(
    lender.softPull(new ScenarioLoan(tested, lender, 'approved').softPullCall()),
  );
});

describeLender(
  'Meadow Lending, by the example adapter',
  async () => {
    const create = await loadLenderAdapter(file);
    assert.ok(create);
    return startEmbeddedLender(create, startMeadowLending);
  },
  { lacks: ['increaseCreditLine'] },
);
