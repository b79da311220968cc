import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inParallel } from '../../../helpers/in-parallel.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';

describe('POST /sandbox/receiver/{name}/fail-{N}', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  const post = async (name: string, failures = 1) => {
    const path = `/sandbox/receiver/${name}/fail-${failures}`;
    return (await lending.app.request(path, { method: 'POST' })).status;
  };
  const names = async () => {
    const { query } = lending.context.database;
    const rows = await query.selectFrom('receiver_calls').select('name').execute();
    return rows.map(({ name }) => name);
  };

  it('fails so many times for a name, then takes what comes', async () => {
    assert.deepEqual([await post('a', 2), await post('b', 2)], [500, 500]);
    assert.deepEqual([await post('a', 2), await post('a', 2), await post('b', 2)], [500, 200, 500]);
  });

  it('remembers 1,000 names, of which the one called longest ago gives way', async () => {
    await post('old');
    await post('kept');
    await inParallel(8, Array.from({ length: 998 }), async (_, at) => {
      await post(`name-${at}`);
    });
    assert.equal((await names()).length, 1_000);
    assert.equal(await post('kept'), 200);
    assert.equal(await post('new'), 500);
    const remembered = await names();
    assert.equal(remembered.length, 1_000);
    assert.ok(remembered.includes('kept') && remembered.includes('new'));
    assert.ok(!remembered.includes('old'));
    const counters = await lending.context.database.query
      .selectFrom('counters')
      .select('name')
      .where('name', 'like', 'receiver:%')
      .execute();
    assert.deepEqual(counters, []);
  });
});
