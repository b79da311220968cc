import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { verifyEvidence } from '../../../../../server/lending/operations/verify-evidence.ts';
import {
  type ConsentEvent,
  consentHash,
  recordConsent,
} from '../../../../../server/lending/store/consent-events.ts';
import { insertDocuments } from '../../../../../server/lending/store/documents.ts';
import { findWrongHead } from '../../../../../server/lending/store/evidence-heads.ts';
import { insertLetter } from '../../../../../server/lending/store/letters.ts';
import { insertMessage } from '../../../../../server/lending/store/messages.ts';
import { createEvidenceHeads } from '../../../../../server/lending/store/migrations/009-evidence-heads.ts';
import type { ConsentEventRow } from '../../../../../server/lending/store/schema/evidence.ts';
import { sha256Hex } from '../../../../../server/platform/crypto/digest.ts';
import { readRootKey } from '../../../../../server/platform/crypto/root-key.ts';
import { createFieldSealer } from '../../../../../server/platform/crypto/sealed-fields.ts';
import { encryptionKey, evidenceTestbed, sponsor_id } from './evidence-testbed.ts';

const testbed = evidenceTestbed();
const { verify, rowAt, lastRow, remove, add, addBy } = testbed;

async function change(row: ConsentEventRow, columns: Partial<ConsentEventRow>) {
  await testbed.lending.context.database.query
    .updateTable('consent_events')
    .set(columns)
    .where('id', '=', row.id)
    .execute();
}
describe('verifyEvidence()', () => {
  it('counts the rows and chains that are right', async () => {
    assert.deepEqual(
      testbed.chain.map(({ consent_type }) => consent_type),
      ['privacy_ack', 'esign', 'soft_pull', 'loan_terms_signature', 'charge_approval'],
    );
    assert.deepEqual(await verify(), { rows: 8, chains: 2, broken: null });
  });

  it('knows the ends of chains by the previous key, and writes new ones by its own', async () => {
    const previous = testbed.lending.context.sealer;
    const key = new Uint8Array(32).fill(8);
    const { query } = testbed.lending.context.database;
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

  it('knows a document by the plain digest that an earlier version kept of it', async () => {
    const { context } = testbed.lending;
    const { application_id, sponsor_id } = rowAt(1);
    const content = 'Your credit score: 780';
    const sha256 = sha256Hex(content);
    const about = { position: 99, type: 'credit_score_disclosure_h4', version: '1' } as const;
    const document = { ...about, id: 'earlier', sponsor_id, application_id, sha256, content };
    await context.database.transaction(async (tx) => {
      const row = { ...document, locale: 'en', created_at: 1 } as const;
      await insertDocuments(tx, context.sealer, [row]);
      const [signature] = testbed.consents('loan_terms_signature');
      assert.ok(signature);
      await recordConsent(tx, context, { ...signature, documentSha256: [sha256] });
    });
    assert.equal((await verify()).broken, null);
    await context.database.query
      .updateTable('documents')
      .set({ sha256: sha256Hex('Your credit score: 781') })
      .where('id', '=', 'earlier')
      .execute();
    assert.match((await verify()).broken?.what ?? '', /the credit_score_.* was changed/);
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
    await testbed.lending.context.database.query
      .insertInto('consent_events')
      .values(other)
      .execute();
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
    await remove(...testbed.chain);
    assert.match((await verify()).broken?.what ?? '', /its soft_pull is missing/);
  });

  for (const [table, type] of [
    ['evidence_records', 'charge_approval_facts'],
    ['documents', 'loan_agreement'],
  ] as const) {
    const altered = (change: object) =>
      testbed.lending.context.database.query
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
      await testbed.lending.context.database.query
        .deleteFrom(table)
        .where('type', '=', type)
        .execute();
      assert.match((await verify()).broken?.what ?? '', /refers to is missing/);
    });
  }
});

describe('what a row refers to', () => {
  const addReferring = (type: ConsentEvent['consentType']) => {
    const { context } = testbed.lending;
    const [event] = testbed.consents(type);
    assert.ok(event);
    const documentSha256 = [sha256Hex('what nobody keeps')];
    return context.database.transaction((tx) =>
      recordConsent(tx, context, { ...event, documentSha256 }),
    );
  };

  for (const type of [
    'loan_terms_signature',
    'mla_statement_shown',
    'hard_pull',
    'revised_terms_sent',
    'charge_approval',
    'charge_rejection',
    'on_behalf_authorization',
  ] as const) {
    it(`is missed where it is not kept: of a ${type}`, async () => {
      await addReferring(type);
      assert.deepEqual((await verify()).broken, {
        chain: rowAt(1).application_id,
        position: lastRow().position + 1,
        what: `something that its ${type} refers to is missing`,
      });
    });
  }

  it('is not asked for of a row whose digests are all that is kept', async () => {
    await addReferring('offer_view');
    assert.equal((await verify()).broken, null);
  });
});

describe('evidence of what was sent', () => {
  const about = () => ({ sponsor_id, application_id: rowAt(1).application_id, created_at: 1 });
  const emailed = async () => {
    const { context } = testbed.lending;
    await insertMessage(context.database.query, context.sealer, {
      ...about(),
      id: 'sent',
      kind: 'credit_line_increased',
      merchant_id: null,
      channel: 'email',
      recipient: 'accepted@example.test',
      subject: '',
      text: '',
      links: '[]',
      status: 'Sent',
      failed_tries: 0,
      sent_at: 1,
    });
  };
  const posted = async (
    kind: 'revised_terms' | 'wi_spouse_notice',
    status: 'Mailed' | 'MailRequired',
  ) => {
    const { context } = testbed.lending;
    const recipient = { name: 'Ada Sample', lines: [] };
    const letter = { ...about(), id: kind, kind, recipient, content: '' };
    await insertLetter(context.database.query, context.sealer, letter);
    await context.database.query.updateTable('letters').set({ status }).execute();
  };

  for (const [name, send, type] of [
    ['a revised disclosure by e-mail', emailed, 'revised_terms_sent'],
    [
      'one by post, beside a courtesy e-mail',
      async () => {
        await emailed();
        await posted('revised_terms', 'Mailed');
      },
      'revised_terms_sent',
    ],
    ['a notice to a spouse', () => posted('wi_spouse_notice', 'Mailed'), 'wi_spouse_notice'],
  ] as const) {
    it(`is called for by ${name}`, async () => {
      await send();
      assert.equal((await verify()).broken?.what, `its ${type} is missing`);
      await add(type);
      assert.equal((await verify()).broken, null);
    });
  }

  it('is not called for while the letter waits', async () => {
    await emailed();
    await posted('revised_terms', 'MailRequired');
    assert.equal((await verify()).broken, null);
  });

  it('is not called for by an increase of which nothing has left', async () => {
    await testbed.lending.call('POST', '/api/v1/sponsor/consumers/accounts/credit-line-increase/', {
      body: {
        request_user_id: 'hillside-admin',
        external_application_id: 'accepted',
        cli_amount: 12_000,
      },
    });
    assert.equal((await verify()).broken, null);
  });
});

const heads = () => testbed.lending.context.database.query.updateTable('evidence_heads');
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
    const { query } = testbed.lending.context.database;
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
    await testbed.lending.context.database.query
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
    const { query } = testbed.lending.context.database;
    const made = () => query.selectFrom('evidence_heads').selectAll().orderBy('row_hash').execute();
    const before = await made();
    await sql`drop table evidence_heads`.execute(query);
    // The migration knows no schema.
    await createEvidenceHeads(query as unknown as Kysely<unknown>);
    assert.ok((await made()).every(({ mac }) => mac === ''));
    assert.equal((await verify()).broken, null);
    await testbed.lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds: 1 } });
    assert.deepEqual(await made(), before);
    assert.equal((await verify()).broken, null);
  });
});
