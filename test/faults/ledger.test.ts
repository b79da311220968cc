import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import Database from 'better-sqlite3';
import { Acknowledged } from './acknowledged.ts';
import { readSqliteLedger } from './ledger.ts';

it('notices what was lost, pulled twice and charged twice', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-ledger-'));
  t.after(() => rm(folder, { recursive: true }));
  writeBooks(folder);
  const acknowledged = new Acknowledged();
  for (const email of ['one@example.test', 'gone@example.test']) {
    acknowledged.note('applied', email);
  }
  for (const id of ['first', 'open']) acknowledged.note('accepted', id);
  for (const uuid of ['charge-1', 'charge-3']) acknowledged.note('approved', uuid);
  acknowledged.note('selected', 'checkout-2');
  for (const cents of [999, 1_000, 1_001]) acknowledged.noteAmount('checkout-1', cents);
  acknowledged.noteAmount('checkout-2', 2_000);
  assert.deepEqual(await readSqliteLedger(folder, acknowledged), {
    applications: 3,
    approvedCharges: 1,
    pulledTwice: ['two@example.test', 'person-2'],
    chargedTwice: ['a', 'order-1'],
    lost: [
      'applied gone@example.test',
      'selected checkout-2',
      'accepted open',
      'approved charge-3',
      'amount checkout-1: 1001, and 1000 is stored',
    ],
  });
});

it('tells what was answered between two times', () => {
  const acknowledged = new Acknowledged();
  acknowledged.note('accepted', 'earlier', 999);
  acknowledged.note('accepted', 'first', 1_000);
  acknowledged.note('approved', 'last', 1_999);
  acknowledged.note('approved', 'later', 2_000);
  const between = acknowledged.between(1_000, 2_000);
  assert.deepEqual([...between.ids('accepted'), ...between.ids('approved')], ['first', 'last']);
  for (const at of [1, 2, 3]) acknowledged.noteAmount('checkout', at * 100, at * 1_000);
  assert.deepEqual(acknowledged.between(0, 3_000).lastAmounts(), [['checkout', 200]]);
  assert.equal(between.count, 2);
});

/** As much of the tables as the ledger reads. */
function writeBooks(folder: string): void {
  const bff = new Database(join(folder, 'bff.db'));
  bff.exec(`
    create table checkouts (id, selection, amount_cents);
    create table charges (merchant, order_id, state);
    insert into checkouts values ('checkout-1', '{}', 1000), ('checkout-2', null, 2000);
    insert into charges values
      ('m', 'order-1', 'pending'), ('m', 'order-1', 'approved'),
      ('m', 'order-2', 'rejected'), ('m', 'order-2', 'pending');
  `);
  bff.close();
  const database = new Database(join(folder, 'lending.db'));
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
