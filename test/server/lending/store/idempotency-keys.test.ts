import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  claimKey,
  type IdempotencyKey,
  storeAnswer,
} from '../../../../server/lending/store/idempotency-keys.ts';
import { openLendingDatabase } from './lending-database.ts';

const aKey = (key: string, sponsorId = 'sponsor'): IdempotencyKey => ({
  sponsorId,
  operation: 'payment-request',
  key,
});

describe('claimKey()', () => {
  let store: Awaited<ReturnType<typeof openLendingDatabase>>;
  before(async () => {
    store = await openLendingDatabase();
  });
  after(() => store.close());

  const claim = (key: IdempotencyKey, fingerprint = 'a') =>
    store.database.transaction((tx) => claimKey(tx, key, fingerprint, 0));

  it('belongs to the first call; the next ones learn what became of it', async () => {
    const key = aKey('first');
    assert.deepEqual(await claim(key), { kind: 'new' });
    assert.deepEqual(await claim(key), { kind: 'in_progress' });
    await store.database.transaction((tx) => storeAnswer(tx, key, { id: 1 }));
    assert.deepEqual(await claim(key), { kind: 'answered', response: { id: 1 } });
    assert.deepEqual(await claim(key, 'b'), { kind: 'other_request' });
  });

  it('is one for each sponsor and operation', async () => {
    await claim(aKey('own'));
    assert.deepEqual(await claim(aKey('own', 'another')), { kind: 'new' });
    const refund = { ...aKey('own'), operation: 'refund' };
    assert.deepEqual(await claim(refund), { kind: 'new' });
  });

  it('gets its own answer, and no other key under way does', async () => {
    const key = aKey('answered');
    const others = [aKey('waiting'), aKey('answered', 'another'), { ...key, operation: 'refund' }];
    for (const each of [key, ...others]) await claim(each);
    await store.database.transaction((tx) => storeAnswer(tx, key, { id: 1 }));
    for (const each of others) assert.deepEqual(await claim(each), { kind: 'in_progress' });
  });

  it('is given to one of many calls at the same time', async () => {
    const states = await Promise.all(Array.from({ length: 20 }, () => claim(aKey('race'))));
    assert.equal(states.filter(({ kind }) => kind === 'new').length, 1);
  });
});
