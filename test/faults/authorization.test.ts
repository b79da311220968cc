import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startTestBff } from '../helpers/bff.ts';
import { mutants } from './authorization/mutants.ts';
import { pageCalls } from './authorization/page-cells.ts';
import { runRounds } from './authorization/run-rounds.ts';

const server = join(import.meta.dirname, '../../server');

describe('every call of the merchant API, of a page and of the lending service', () => {
  it('says nothing to a stranger, whatever id it names, and changes nothing [asvs:strangers]', async () => {
    for await (const { requests, leaks } of runRounds({ seeds: [7] })) {
      assert.ok(requests > 2_500, `only ${requests} requests`);
      assert.deepEqual(leaks, []);
    }
  });

  it('is tried, whichever of a page’s there are', async (t) => {
    const bff = await startTestBff();
    t.after(() => bff.close());
    const checkout = '/v1/checkouts/:id';
    const served = bff.app.routes
      .filter(({ path, method }) => path.startsWith(checkout) && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.slice(checkout.length)}`);
    const tried = pageCalls.map(
      ({ path, method }) => `${method} ${path.replace('{offer}', ':offer_uuid')}`,
    );
    assert.deepEqual(tried.toSorted(), [...new Set(served)].toSorted());
  });

  it('has the checks in which mistakes are planted, each in one place', async () => {
    assert.ok(mutants.length >= 40);
    for (const { name, file, search } of mutants) {
      const places = (await readFile(join(server, file), 'utf8')).split(search).length - 1;
      assert.equal(places, 1, name);
    }
  });
});
