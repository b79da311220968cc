import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import Database from 'better-sqlite3';
import { Acknowledged } from './acknowledged.ts';
import { readLedger } from './ledger.ts';

it('notices what was lost, pulled twice and charged twice', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-ledger-'));
  t.after(() => rm(folder, { recursive: true }));
  writeBooks(join(folder, 'lending.db'));
  const acknowledged = new Acknowledged();
  for (const email of ['one@example.test', 'gone@example.test']) {
    acknowledged.note('applied', email);
  }
  for (const id of ['first', 'open']) acknowledged.note('accepted', id);
  for (const uuid of ['charge-1', 'charge-3']) acknowledged.note('approved', uuid);
  assert.deepEqual(readLedger(folder, acknowledged), {
    applications: 3,
    approvedCharges: 1,
    pulledTwice: ['two@example.test', 'person-2'],
    chargedTwice: ['a'],
    lost: ['gone@example.test', 'open', 'charge-3'],
  });
});

it('tells what had been answered before a time', () => {
  const acknowledged = new Acknowledged();
  acknowledged.accepted.set('early', 1_000).set('late', 2_000);
  acknowledged.approved.set('early, too', 1_999);
  const before = acknowledged.before(2_000);
  assert.deepEqual([...before.accepted.keys(), ...before.approved.keys()], ['early', 'early, too']);
});

/** As much of the lender's tables as the ledger reads. */
function writeBooks(file: string): void {
  const database = new Database(file);
  database.exec(`
    create table applications (id, email, external_application_id, decision, accepted_at);
    create table bureau_reports (person_index);
    create table charge_requests (id, application_id, status);
    insert into applications values
      ('a', 'one@example.test', 'first', 'offers', 1),
      ('b', 'two@example.test', 'open', 'offers', null),
      ('c', 'two@example.test', 'third', 'offers', null);
    insert into bureau_reports values ('person-1'), ('person-2'), ('person-2');
    insert into charge_requests values
      ('charge-1', 'a', 'Approved'), ('charge-2', 'a', 'Pending'), ('charge-3', 'b', 'Rejected');
  `);
  database.close();
}
