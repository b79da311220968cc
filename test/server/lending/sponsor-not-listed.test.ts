import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startTestLending, testSponsors } from '../../helpers/lending.ts';
import { makeStorage } from '../../helpers/storage.ts';

it('names a sponsor with merchants that is no longer listed, at the start', async (t) => {
  const storage = await makeStorage();
  t.after(() => storage.remove());
  const [gone, ...others] = testSponsors();
  assert.ok(gone);
  const errorsOfStart = async (sponsors: ReturnType<typeof testSponsors>) => {
    const lending = await startTestLending({ sponsors }, undefined, storage);
    await lending.close();
    const lines = lending.logged.map((line) => JSON.parse(line));
    return lines.filter(({ level }) => level >= 50).map((line) => [line.event, line.sponsor_id]);
  };
  assert.deepEqual(await errorsOfStart([gone, ...others]), []);
  assert.deepEqual(await errorsOfStart(others), [['sponsor_not_listed', gone.id]]);
  assert.deepEqual(await errorsOfStart([gone, ...others]), []);
});
