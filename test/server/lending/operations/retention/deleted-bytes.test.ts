import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { daySeconds } from '../../../../helpers/durations.ts';
import { startTestLending } from '../../../../helpers/lending.ts';
import { makeStorage } from '../../../../helpers/storage.ts';
import { Consumer } from '../../pages/consumer.ts';
import { InvitedConsumer } from '../../pages/invited-consumer.ts';

const isPostgres = process.env.TEST_DATABASE_URL !== undefined;

/** A page of the file may keep a part of a deleted text. */
const runLength = 60;

function isIn(file: string, text: string): boolean {
  const bytes = readFileSync(file);
  for (let at = 0; at + runLength <= text.length; at += 1) {
    if (bytes.includes(text.slice(at, at + runLength), 'latin1')) return true;
  }
  return false;
}

describe('what the lending service has deleted', { skip: isPostgres }, () => {
  it('is in no later copy of its SQLite file, and in none of its files once they are closed', async (t) => {
    const storage = await makeStorage();
    t.after(() => storage.remove());
    const lending = await startTestLending({}, undefined, storage);
    const { query, copyTo } = lending.context.database;
    const copy = async (name: string) => {
      const file = join(storage.folder, name);
      await copyTo(file);
      return file;
    };

    const invited = await InvitedConsumer.invited(lending);
    await invited.fillIn();
    const [draft] = await invited.drafts();
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const said = await consumer.application();
    const report = await query
      .selectFrom('bureau_reports')
      .select('report_sealed')
      .where('inquiry_id', '=', said.inquiry_id)
      .executeTakeFirst();
    const texts = [said.applicant_sealed, report?.report_sealed ?? '', draft?.draft_sealed ?? ''];
    const before = await copy('before.db');
    for (const text of texts) assert.ok(isIn(before, text));

    const body = { seconds: 31 * daySeconds };
    const advanced = await lending.call('POST', '/sandbox/v1/clock/advance', { body });
    assert.equal(advanced.status, 200, await advanced.text());
    assert.equal((await consumer.application()).applicant_sealed, '');
    assert.deepEqual(await invited.drafts(), []);
    await copy('later.db');
    await lending.close();
    const files = readdirSync(storage.folder).filter((name) => name !== 'before.db');
    assert.ok(files.includes('later.db') && files.includes('lending.db'));
    for (const name of files) {
      for (const text of texts) assert.equal(isIn(join(storage.folder, name), text), false, name);
    }
  });
});
