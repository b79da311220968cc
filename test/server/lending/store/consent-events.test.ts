import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ConsentEvent,
  consentHash,
  type EvidenceTools,
  recordConsent,
} from '../../../../server/lending/store/consent-events.ts';
import { createFieldSealer } from '../../../../server/platform/crypto/sealed-fields.ts';
import { seededIds } from '../../../../server/platform/ids.ts';
import { openLendingDatabase } from './lending-database.ts';

const keys = {
  ids: seededIds('consents'),
  sealer: createFieldSealer(new Uint8Array(32).fill(7)),
};

function aConsent(overrides: Partial<ConsentEvent> = {}): ConsentEvent {
  return {
    sponsorId: 's',
    applicationId: 'a',
    subjectHash: 'person',
    consentType: 'loan_terms_signature',
    action: 'typed_name',
    text: { id: 'loan_agreement', version: '2026-01', sha256: 'f'.repeat(64) },
    locale: 'en',
    acceptedAt: 1,
    collectedBy: 'hosted',
    ...overrides,
  };
}

describe('recordConsent()', () => {
  let store: Awaited<ReturnType<typeof openLendingDatabase>>;
  let tools: EvidenceTools;

  before(async () => {
    store = await openLendingDatabase();
    tools = { ...keys, database: store.database };
  });
  after(() => store.close());

  const chainOf = (applicationId: string) =>
    store.database.query
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', applicationId)
      .orderBy('position')
      .execute();

  it('chains the events of an application, each to the one before', async () => {
    await store.database.transaction(async (tx) => {
      await recordConsent(tx, tools, aConsent({ consentType: 'esign', action: 'checked' }));
      await recordConsent(tx, tools, aConsent({ documentSha256: ['e'.repeat(64)] }));
    });
    const [first, second] = await chainOf('a');
    assert.ok(first && second);
    assert.equal(first.prev_hash, '0'.repeat(64));
    assert.equal(second.prev_hash, first.row_hash);
  });

  it('gives every row a hash that a changed column would not have', async () => {
    await store.database.transaction((tx) =>
      recordConsent(tx, tools, aConsent({ applicationId: 'b' })),
    );
    const [stored] = await chainOf('b');
    assert.ok(stored);
    const { row_hash, ...row } = stored;
    assert.equal(consentHash(row), row_hash);
    for (const column of Object.keys(row)) {
      assert.notEqual(consentHash({ ...row, [column]: 'changed' }), row_hash, column);
    }
  });
});
