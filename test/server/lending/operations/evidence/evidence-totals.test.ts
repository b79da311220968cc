import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { createLendingService } from '../../../../../server/lending/service.ts';
import {
  type ConsentEvent,
  recordConsents,
} from '../../../../../server/lending/store/consent-events.ts';
import { deleteEvidence } from '../../../../../server/lending/store/evidence-heads.ts';
import { evidenceTotals } from '../../../../../server/lending/store/evidence-totals.ts';
import { createEvidenceHeads } from '../../../../../server/lending/store/migrations/009-evidence-heads.ts';
import { createEvidenceTotals } from '../../../../../server/lending/store/migrations/014-evidence-totals.ts';
import { readRootKey } from '../../../../../server/platform/crypto/root-key.ts';
import { createFieldSealer } from '../../../../../server/platform/crypto/sealed-fields.ts';
import { createLogger } from '../../../../../server/platform/logging.ts';
import { testStart } from '../../../../helpers/lending.ts';
import { encryptionKey, evidenceTestbed, sponsor_id } from './evidence-testbed.ts';

const testbed = evidenceTestbed();
const { verify, rowAt, lastRow, remove, add, consents } = testbed;

const addTo = (applicationId: string, ...types: readonly ConsentEvent['consentType'][]) =>
  testbed.lending.context.database.transaction((tx) =>
    recordConsents(
      tx,
      testbed.lending.context,
      applicationId,
      consents(...types).map((event) => ({ ...event, applicationId })),
    ),
  );

/** Every row of the evidence and of what is kept about it, as a copy that somebody made has them. */
async function copyOfEvidence() {
  const { query } = testbed.lending.context.database;
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
  const { query } = testbed.lending.context.database;
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

const totals = () => testbed.lending.context.database.query.updateTable('evidence_totals');

describe('the totals of all chains', () => {
  it('are right after every way in which a chain begins, grows and ends', async () => {
    await add('sms', 'revocation');
    assert.equal((await verify()).broken, null);
    await testbed.lending.context.database.transaction((tx) =>
      deleteEvidence(tx, testbed.lending.context, { id: rowAt(1).application_id, sponsor_id }, 1),
    );
    assert.deepEqual(await verify(), { rows: 3, chains: 1, broken: null });
    await add('sms');
    assert.deepEqual(await verify(), { rows: 4, chains: 2, broken: null });
    await testbed.lending.call('POST', '/sandbox/v1/reset');
    assert.equal((await verify()).broken, null);
    const kept = await evidenceTotals(testbed.lending.context.database.query);
    assert.equal(kept.length, 16);
    assert.deepEqual(
      kept.filter(({ chains, events }) => chains + events > 0),
      [],
    );
  });

  it('keep nothing of a transaction that was taken back', async () => {
    const before = await evidenceTotals(testbed.lending.context.database.query);
    const events = consents('sms');
    const { application_id } = rowAt(1);
    await assert.rejects(
      testbed.lending.context.database.transaction(async (tx) => {
        await recordConsents(tx, testbed.lending.context, application_id, events);
        throw new Error('taken back');
      }),
    );
    assert.deepEqual(await evidenceTotals(testbed.lending.context.database.query), before);
    assert.equal((await verify()).broken, null);
  });

  it('add up when many write at once, several chains in one transaction', async () => {
    const { database } = testbed.lending.context;
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
            await recordConsents(tx, testbed.lending.context, each, events);
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
    await testbed.lending.context.database.query
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
    const { query } = testbed.lending.context.database;
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
    const { database } = testbed.lending.context;
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
    const { query } = testbed.lending.context.database;
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
    [
      'deleted',
      () => testbed.lending.context.database.query.deleteFrom('evidence_totals').execute(),
    ],
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
    const { query } = testbed.lending.context.database;
    await sql`drop table evidence_heads`.execute(query);
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
  const { query } = testbed.lending.context.database;
  await sql`drop table evidence_totals`.execute(query);
  // The migration knows no schema.
  await createEvidenceTotals(query as unknown as Kysely<unknown>);
}

/** Leaves the root key as versions without the mark wrapped it, which takes the encryption key. */
async function takeMarkAway() {
  const { query } = testbed.lending.context.database;
  const keys = { current: encryptionKey, previous: [] };
  const rootKey = Buffer.from(await readRootKey(query, { keys, owner: 'lending' }));
  const place = 'lending|root_keys|wrapped';
  const wrapped = createFieldSealer(encryptionKey).seal(rootKey.toString('base64url'), place);
  await sql`update root_keys set wrapped = ${wrapped}`.execute(query);
}

/** Makes another service over the database. @returns the events that it logged about the totals */
async function startAgain(): Promise<string[]> {
  const lines: string[] = [];
  const { config, database, providers } = testbed.lending.context;
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
