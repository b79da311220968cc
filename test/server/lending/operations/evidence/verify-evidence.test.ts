import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { verifyEvidence } from '../../../../../server/lending/operations/evidence/verify-evidence.ts';
import {
  type ConsentEvent,
  consentHash,
  recordConsents,
} from '../../../../../server/lending/store/consent-events.ts';
import { createEvidenceHeads } from '../../../../../server/lending/store/tables/evidence-heads.ts';
import { readRootKey } from '../../../../../server/platform/crypto/root-key.ts';
import {
  createFieldSealer,
  type FieldSealer,
} from '../../../../../server/platform/crypto/sealed-fields.ts';
import { sha256Hex } from '../../../../../server/platform/crypto/digest.ts';
import type { ConsentEventTable } from '../../../../../server/lending/store/schema.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
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
    const keys = { current: new Uint8Array(32).fill(7), previous: [] };
    const rootKey = await readRootKey(query, { keys, owner: 'lending' });
    const rotated = createFieldSealer(key, { previousKeys: [rootKey] });
    assert.equal((await verifyEvidence(query, rotated)).broken, null);
    await addBy(rotated, 'documents_delivery');
    assert.deepEqual(await verifyEvidence(query, rotated), { rows: 9, chains: 2, broken: null });
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
  const { sponsor_id: sponsorId, application_id: applicationId } = rowAt(1);
  const common = { sponsorId, applicationId, subjectHash: 'person', locale: 'en' } as const;
  await context.database.transaction((tx) =>
    recordConsents(
      tx,
      context,
      applicationId,
      types.map((consentType) => ({
        ...common,
        consentType,
        action: 'clicked',
        acceptedAt: 1,
        collectedBy: 'hosted',
      })),
    ),
  );
  chain = await rowsOf(applicationId);
}

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
