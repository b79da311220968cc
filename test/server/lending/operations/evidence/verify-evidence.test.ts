import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { verifyEvidence } from '../../../../../server/lending/operations/evidence/verify-evidence.ts';
import {
  type ConsentEvent,
  consentHash,
  recordConsents,
} from '../../../../../server/lending/store/consent-events.ts';
import { deleteEvidence } from '../../../../../server/lending/store/evidence-ends.ts';
import { findWrongHead } from '../../../../../server/lending/store/evidence-heads.ts';
import { evidenceTotals } from '../../../../../server/lending/store/evidence-totals.ts';
import { createEvidenceTotals } from '../../../../../server/lending/store/tables/evidence-totals.ts';
import { createEvidenceHeads } from '../../../../../server/lending/store/tables/evidence-heads.ts';
import { createLendingService } from '../../../../../server/lending/service.ts';
import { readRootKey } from '../../../../../server/platform/crypto/root-key.ts';
import {
  createFieldSealer,
  type FieldSealer,
} from '../../../../../server/platform/crypto/sealed-fields.ts';
import { sha256Hex } from '../../../../../server/platform/crypto/digest.ts';
import type { ConsentEventTable } from '../../../../../server/lending/store/schema.ts';
import { createLogger } from '../../../../../server/platform/logging.ts';
import { startTestLending, testStart, type TestLending } from '../../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../../helpers/soft-pull.ts';
import { fundingFlow } from '../../funding-flow.ts';

let lending: TestLending;
/** The chain of a loan that was applied for, accepted and charged. */
let chain: readonly ConsentEventTable[];
beforeEach(async () => {
  lending = await startTestLending();
  // Deliveries leave evidence of their own, in their own time.
  await lending.stop();
  await softPull('other-application', 'other@example.test');
  const id = await acceptedLoan();
  chain = await rowsOf(id);
});
afterEach(() => lending.close());

async function softPull(external_application_id: string, email: string) {
  const body = aSoftPull({ external_application_id, email });
  const response = await lending.call('POST', softPullPath, { body });
  return (await response.json()) as { offers: { offer_uuid: string }[] };
}

async function acceptedLoan(): Promise<string> {
  const { offers } = await softPull('accepted', 'accepted@example.test');
  const { call, sandbox, charge } = fundingFlow(lending);
  await call('PATCH', `/api/v1/sponsor/consumers/offers/${offers[0]?.offer_uuid}/select/`, {});
  await sandbox('/applications/accepted/accept-terms');
  const request = await charge({ external_application_id: 'accepted' });
  await sandbox(`/payment-requests/${request}/approve`);
  const { id } = await lending.context.database.query
    .selectFrom('applications')
    .select('id')
    .where('external_application_id', '=', 'accepted')
    .executeTakeFirstOrThrow();
  return id;
}

const rowsOf = (applicationId: string) =>
  lending.context.database.query
    .selectFrom('consent_events')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('position')
    .execute();

const verify = async () => verifyEvidence(lending.context.database.query, lending.context.sealer);

function rowAt(position: number): ConsentEventTable {
  const row = chain[position - 1];
  assert.ok(row);
  return row;
}
async function change(row: ConsentEventTable, columns: Partial<ConsentEventTable>) {
  await lending.context.database.query
    .updateTable('consent_events')
    .set(columns)
    .where('id', '=', row.id)
    .execute();
}
const remove = (...rows: readonly ConsentEventTable[]) =>
  lending.context.database.query
    .deleteFrom('consent_events')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();

describe('verifyEvidence()', () => {
  it('counts the rows and chains that are right', async () => {
    assert.deepEqual(
      chain.map(({ consent_type }) => consent_type),
      ['privacy_ack', 'esign', 'soft_pull', 'loan_terms_signature', 'charge_approval'],
    );
    assert.deepEqual(await verify(), { rows: 8, chains: 2, broken: null });
  });

  it('knows the ends of chains by the previous key, and writes new ones by its own', async () => {
    const previous = lending.context.sealer;
    const key = new Uint8Array(32).fill(8);
    const { query } = lending.context.database;
    const keys = { current: encryptionKey, previous: [] };
    const rootKey = await readRootKey(query, { keys, owner: 'lending' });
    const rotated = createFieldSealer(key, { previousKeys: [rootKey] });
    assert.equal(await findWrongHead(query, rotated), undefined);
    await addBy(rotated, 'documents_delivery');
    assert.equal(await findWrongHead(query, rotated), undefined);
    const { broken } = await verifyEvidence(query, previous);
    assert.equal(broken?.what, 'the record of its end was changed');
    assert.notEqual((await verifyEvidence(query, createFieldSealer(key))).broken, null);
  });

  it('finds a row that was changed', async () => {
    await change(rowAt(3), { accepted_at: rowAt(3).accepted_at - 1 });
    const { broken } = await verify();
    assert.deepEqual(broken, {
      chain: rowAt(3).application_id,
      position: 3,
      what: 'the row was changed',
    });
  });

  it('finds a change behind a hash that was made to fit', async () => {
    const { row_hash, ...row } = { ...rowAt(2), ip_address: '198.51.100.1' };
    await change(rowAt(2), { ...row, row_hash: consentHash(row) });
    const { broken } = await verify();
    assert.equal(broken?.position, 3);
    assert.equal(broken?.what, 'the row before it is another one');
  });

  for (const position of [1, 3]) {
    it(`finds that row ${position} was removed`, async () => {
      await remove(rowAt(position));
      const { broken } = await verify();
      assert.equal(broken?.position, position + 1);
      assert.match(broken?.what ?? '', new RegExp(`row ${position}, .* is missing`));
    });
  }

  it('finds rows that changed places', async () => {
    await change(rowAt(2), { position: 99 });
    await change(rowAt(3), { position: 2 });
    await change(rowAt(2), { position: 3 });
    const { broken } = await verify();
    assert.equal(broken?.position, 2);
  });

  it('finds that a row came from another chain', async () => {
    await remove(rowAt(5));
    const other = { ...rowAt(5), application_id: 'another-application' };
    await lending.context.database.query.insertInto('consent_events').values(other).execute();
    assert.notEqual((await verify()).broken, null);
  });

  it('finds that the end of a chain was cut off', async () => {
    await remove(rowAt(5));
    assert.deepEqual((await verify()).broken, {
      chain: rowAt(5).application_id,
      position: null,
      what: 'its charge_approval is missing',
    });
  });

  it('finds that a whole chain was removed', async () => {
    await remove(...chain);
    assert.match((await verify()).broken?.what ?? '', /its soft_pull is missing/);
  });

  for (const [table, type] of [
    ['evidence_records', 'charge_approval_facts'],
    ['documents', 'loan_agreement'],
  ] as const) {
    const altered = (change: object) =>
      lending.context.database.query
        .updateTable(table)
        .set(change)
        .where('type', '=', type)
        .execute();

    it(`finds a changed record: ${type}`, async () => {
      await altered({ content: 'another' });
      assert.match((await verify()).broken?.what ?? '', new RegExp(`the ${type} .* was changed`));
    });

    it(`finds a record that was exchanged with its digest: ${type}`, async () => {
      await altered({ content: 'another', sha256: sha256Hex('another') });
      assert.match((await verify()).broken?.what ?? '', /refers to is missing/);
    });

    it(`finds a record that was removed: ${type}`, async () => {
      await lending.context.database.query.deleteFrom(table).where('type', '=', type).execute();
      assert.match((await verify()).broken?.what ?? '', /refers to is missing/);
    });
  }
});

/** Adds evidence of a type to the end of the chain. */
const add = (...types: readonly ConsentEvent['consentType'][]) =>
  addBy(lending.context.sealer, ...types);

async function addBy(sealer: FieldSealer, ...types: readonly ConsentEvent['consentType'][]) {
  const context = { ...lending.context, sealer };
  const { application_id } = rowAt(1);
  await context.database.transaction((tx) =>
    recordConsents(tx, context, application_id, consents(...types)),
  );
  chain = await rowsOf(application_id);
}

const sponsor_id = 'sponsor@example.test';

function consents(...types: readonly ConsentEvent['consentType'][]): ConsentEvent[] {
  return types.map((consentType) => ({
    sponsorId: sponsor_id,
    applicationId: rowAt(1).application_id,
    subjectHash: 'person',
    locale: 'en',
    consentType,
    action: 'clicked',
    acceptedAt: 1,
    collectedBy: 'hosted',
  }));
}

const addTo = (applicationId: string, ...types: readonly ConsentEvent['consentType'][]) =>
  lending.context.database.transaction((tx) =>
    recordConsents(
      tx,
      lending.context,
      applicationId,
      consents(...types).map((event) => ({ ...event, applicationId })),
    ),
  );

const heads = () => lending.context.database.query.updateTable('evidence_heads');
const lastRow = () => rowAt(chain.length);

describe('the end of a chain', () => {
  for (const type of [
    ...(['sms', 'esign', 'privacy_ack', 'revocation', 'charge_rejection'] as const),
    ...(['documents_delivery', 'offer_view'] as const),
  ]) {
    it(`is missed when its last row is removed: ${type}`, async () => {
      await add('sms', type);
      assert.equal((await verify()).broken, null);
      await remove(lastRow());
      assert.deepEqual((await verify()).broken, {
        chain: lastRow().application_id,
        position: null,
        what: 'row 7, its last one, is missing',
      });
    });
  }

  it('cannot be moved without the key', async () => {
    await add('sms', 'revocation');
    await remove(lastRow());
    const { application_id, position, row_hash } = rowAt(6);
    const shorter = { position, row_hash };
    await heads().set(shorter).where('application_id', '=', application_id).execute();
    assert.match((await verify()).broken?.what ?? '', /record of its end was changed/);
    await heads()
      .set({ ...shorter, mac: '' })
      .where('application_id', '=', application_id)
      .execute();
    assert.match((await verify()).broken?.what ?? '', /record of its end was changed/);
  });

  it('cannot be an older one that was true once', async () => {
    const { query } = lending.context.database;
    const { application_id } = rowAt(1);
    const older = await query
      .selectFrom('evidence_heads')
      .selectAll()
      .where('application_id', '=', application_id)
      .executeTakeFirstOrThrow();
    await add('sms');
    await heads().set(older).where('application_id', '=', application_id).execute();
    assert.match((await verify()).broken?.what ?? '', /goes on after row 5/);
  });

  it('is known of every chain', async () => {
    const { application_id } = rowAt(1);
    await lending.context.database.query
      .deleteFrom('evidence_heads')
      .where('application_id', '=', application_id)
      .execute();
    assert.deepEqual((await verify()).broken, {
      chain: application_id,
      position: null,
      what: 'the record of its end is missing',
    });
  });

  it('is made for chains that were there before, and sealed by the service', async () => {
    const { query } = lending.context.database;
    const made = () => query.selectFrom('evidence_heads').selectAll().orderBy('row_hash').execute();
    const before = await made();
    await sql`drop table evidence_heads`.execute(query);
    await sql`drop index consent_events_revocations`.execute(query);
    // The migration knows no schema.
    await createEvidenceHeads(query as unknown as Kysely<unknown>);
    assert.ok((await made()).every(({ mac }) => mac === ''));
    assert.equal((await verify()).broken, null);
    await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds: 1 } });
    assert.deepEqual(await made(), before);
    assert.equal((await verify()).broken, null);
  });
});

/** Every row of the evidence and of what is kept about it, as a copy that somebody made has them. */
async function copyOfEvidence() {
  const { query } = lending.context.database;
  const of = (table: 'consent_events' | 'evidence_heads' | 'evidence_ends' | 'evidence_totals') =>
    query.selectFrom(table).selectAll().execute();
  return {
    consent_events: await of('consent_events'),
    evidence_heads: await of('evidence_heads'),
    evidence_totals: await of('evidence_totals'),
  };
}

type EvidenceCopy = Awaited<ReturnType<typeof copyOfEvidence>>;

async function putBack(copy: EvidenceCopy, ...tables: (keyof EvidenceCopy)[]) {
  const { query } = lending.context.database;
  for (const table of tables) {
    await query.deleteFrom(table).execute();
    await query
      .insertInto(table)
      .values(copy[table] as never[])
      .execute();
  }
}

const wrongTotals = /^(\d+ chains with \d+ rows are there where|the totals of the evidence were)/;
async function assertTotalsAreWrong() {
  const { broken } = await verify();
  assert.equal(broken?.chain, null);
  assert.match(broken?.what ?? '', wrongTotals);
}

const totals = () => lending.context.database.query.updateTable('evidence_totals');

describe('the totals of all chains', () => {
  it('are right after every way in which a chain begins, grows and ends', async () => {
    await add('sms', 'revocation');
    assert.equal((await verify()).broken, null);
    await lending.context.database.transaction((tx) =>
      deleteEvidence(tx, lending.context, { id: rowAt(1).application_id, sponsor_id }, 1),
    );
    assert.deepEqual(await verify(), { rows: 3, chains: 1, broken: null });
    await add('sms');
    assert.deepEqual(await verify(), { rows: 4, chains: 2, broken: null });
    await lending.call('POST', '/sandbox/v1/reset');
    assert.equal((await verify()).broken, null);
    const kept = await evidenceTotals(lending.context.database.query);
    assert.equal(kept.length, 16);
    assert.deepEqual(
      kept.filter(({ chains, events }) => chains + events > 0),
      [],
    );
  });

  it('keep nothing of a transaction that was taken back', async () => {
    const before = await evidenceTotals(lending.context.database.query);
    const events = consents('sms');
    const { application_id } = rowAt(1);
    await assert.rejects(
      lending.context.database.transaction(async (tx) => {
        await recordConsents(tx, lending.context, application_id, events);
        throw new Error('taken back');
      }),
    );
    assert.deepEqual(await evidenceTotals(lending.context.database.query), before);
    assert.equal((await verify()).broken, null);
  });

  it('add up when many write at once, several chains in one transaction', async () => {
    const { database } = lending.context;
    const chains = Array.from({ length: 24 }, (_none, index) => `chain-${index}`);
    await Promise.all(
      chains.map((chain, index) =>
        database.transaction(async (tx) => {
          const other = chains.at(-1 - index) ?? chain;
          // In one order for all of them, as the rows of applications are locked.
          for (const each of [chain, `${other} and ${chain}`].sort()) {
            const events = consents('sms', 'esign').map((event) => ({
              ...event,
              applicationId: each,
            }));
            await recordConsents(tx, lending.context, each, events);
          }
        }),
      ),
    );
    assert.deepEqual(await verify(), { rows: 8 + 96, chains: 2 + 48, broken: null });
  });

  it('show that a STOP was cut off, with the head of its chain as it was before', async () => {
    await add('sms');
    const copy = await copyOfEvidence();
    await add('revocation');
    await putBack(copy, 'consent_events', 'evidence_heads');
    await assertTotalsAreWrong();
  });

  it('show it after more was added to that chain, too', async () => {
    await add('sms');
    const copy = await copyOfEvidence();
    await add('revocation');
    await putBack(copy, 'consent_events', 'evidence_heads');
    await add('marketing_sms');
    await assertTotalsAreWrong();
  });

  it('show that a whole chain was removed with its head', async () => {
    const copy = await copyOfEvidence();
    await addTo('of-no-application', 'sms');
    await putBack(copy, 'consent_events', 'evidence_heads');
    assert.deepEqual((await verify()).broken?.what.replace(/:.*/, ''), missingChain);
  });

  it('show that one of them is an older one', async () => {
    const copy = await copyOfEvidence();
    await add('sms');
    await putBack(copy, 'evidence_totals');
    await assertTotalsAreWrong();
    // What is written later does not make up for it.
    await add('sms');
    await assertTotalsAreWrong();
  });

  for (const column of ['chains', 'events', 'changes'] as const) {
    it(`show a change of their ${column}, and do not carry it on`, async () => {
      await totals()
        .set({ [column]: 7 })
        .execute();
      await assertTotalsAreWrong();
      await add('sms');
      await assertTotalsAreWrong();
    });
  }

  it('show that one is missing, or without its MAC', async () => {
    const copy = await copyOfEvidence();
    await lending.context.database.query
      .deleteFrom('evidence_totals')
      .where('slot', '=', 3)
      .execute();
    await assertTotalsAreWrong();
    await putBack(copy, 'evidence_totals');
    await totals().set({ mac: '' }).where('slot', '=', 3).execute();
    await assertTotalsAreWrong();
  });

  it('show that one stands twice in place of another', async () => {
    const copy = await copyOfEvidence();
    await add('sms', 'revocation');
    const { query } = lending.context.database;
    const now = await evidenceTotals(query);
    const changed = copy.evidence_totals.find(
      ({ slot, mac }) => now.find((total) => total.slot === slot)?.mac !== mac,
    );
    assert.ok(changed);
    const others = now.filter(({ slot }) => slot !== changed.slot);
    await sql`drop table evidence_totals`.execute(query);
    await sql`create table evidence_totals (slot integer, chains integer, events integer,
      changes integer, hash text, mac text)`.execute(query);
    await query
      .insertInto('evidence_totals')
      .values([...others, ...others.slice(0, 1)])
      .execute();
    await putBack(copy, 'consent_events', 'evidence_heads');
    await assertTotalsAreWrong();
  });

  it('are made once, at the start, for the chains of an earlier version', async () => {
    const { database } = lending.context;
    const before = await evidenceTotals(database.query);
    await leaveAsMigrated();
    await takeMarkAway();
    await add('sms');
    assert.match((await verify()).broken?.what ?? '', /start the lending service once/);
    assert.deepEqual(await startAgain(), ['evidence_totals_made']);
    assert.deepEqual(await startAgain(), []);
    assert.equal((await verify()).broken, null);
    const made = await evidenceTotals(database.query);
    assert.equal(sumOf(made, 'events'), sumOf(before, 'events') + 1);
    await add('revocation');
    assert.equal((await verify()).broken, null);
  });

  it('of an earlier version that made them are taken as they are', async () => {
    const { query } = lending.context.database;
    const before = await evidenceTotals(query);
    await takeMarkAway();
    assert.deepEqual(await startAgain(), []);
    assert.deepEqual(await evidenceTotals(query), before);
    await leaveAsMigrated();
    assert.deepEqual(await startAgain(), ['evidence_totals_missing']);
  });

  it('are made once where several processes start', async () => {
    await leaveAsMigrated();
    await takeMarkAway();
    const events = await Promise.all([startAgain(), startAgain(), startAgain()]);
    assert.deepEqual(events.flat(), ['evidence_totals_made']);
    assert.equal((await verify()).broken, null);
  });

  for (const [how, remove] of [
    ['all without their MACs', () => totals().set({ mac: '' }).execute()],
    ['one without its MAC', () => totals().set({ mac: '' }).where('slot', '=', 3).execute()],
    ['deleted', () => lending.context.database.query.deleteFrom('evidence_totals').execute()],
    ['those of a new table', () => leaveAsMigrated()],
  ] as const) {
    it(`are not made again from chains that were cut: ${how}`, async () => {
      await add('sms');
      const copy = await copyOfEvidence();
      await add('revocation');
      await putBack(copy, 'consent_events', 'evidence_heads');
      await remove();
      await assertTotalsWereRemoved();
      assert.deepEqual(await startAgain(), ['evidence_totals_missing']);
      await assertTotalsWereRemoved();
      await add('marketing_sms');
      assert.deepEqual(await startAgain(), ['evidence_totals_missing']);
      await assertTotalsWereRemoved();
    });
  }

  it('are not made again from heads that look as those of an earlier version', async () => {
    await add('sms');
    await remove(lastRow());
    const { query } = lending.context.database;
    await sql`drop table evidence_heads`.execute(query);
    await sql`drop index consent_events_revocations`.execute(query);
    await createEvidenceHeads(query as unknown as Kysely<unknown>);
    await leaveAsMigrated();
    assert.deepEqual(await startAgain(), ['evidence_totals_missing']);
    await assertTotalsWereRemoved();
  });
});

async function assertTotalsWereRemoved() {
  const { broken } = await verify();
  const what = 'the totals of the evidence were removed or changed';
  assert.deepEqual(broken, { chain: null, position: null, what });
}

/** The table as the migration makes it. */
async function leaveAsMigrated() {
  const { query } = lending.context.database;
  await sql`drop table evidence_totals`.execute(query);
  // The migration knows no schema.
  await createEvidenceTotals(query as unknown as Kysely<unknown>);
}

const encryptionKey = new Uint8Array(32).fill(7);

/** Leaves the root key as versions without the mark wrapped it, which takes the encryption key. */
async function takeMarkAway() {
  const { query } = lending.context.database;
  const keys = { current: encryptionKey, previous: [] };
  const rootKey = Buffer.from(await readRootKey(query, { keys, owner: 'lending' }));
  const place = 'lending|root_keys|wrapped';
  const wrapped = createFieldSealer(encryptionKey).seal(rootKey.toString('base64url'), place);
  await sql`update root_keys set wrapped = ${wrapped}`.execute(query);
}

/** Makes another service over the database. @returns the events that it logged about the totals */
async function startAgain(): Promise<string[]> {
  const lines: string[] = [];
  const { config, database, providers } = lending.context;
  const service = await createLendingService({
    config,
    database,
    providers,
    clock: { now: () => testStart },
    encryptionKey,
    sandboxSeed: '1',
    log: createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } }),
  });
  await service.stop();
  return lines
    .map((line) => (JSON.parse(line) as { event: string }).event)
    .filter((event) => event.startsWith('evidence_totals'));
}

const missingChain = '0 chains with 0 rows are there where 1 chains with 1 rows were written';

function sumOf(
  rows: Awaited<ReturnType<typeof evidenceTotals>>,
  column: 'chains' | 'events',
): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}
