import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  addIdempotencyKey,
  findIdempotencyKey,
  forgetKeys,
  type IdempotencyKeyUse,
  releaseTarget,
  saveAnswer,
  saveIdempotencyKey,
} from '../../../../server/bff/store/idempotency-keys.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { noon } from '../../../helpers/checkouts.ts';

function aUse(parts: Partial<IdempotencyKeyUse>): IdempotencyKeyUse {
  return {
    publishableKey: 'pk_test_shop',
    operation: 'refund 1',
    keyDigest: 'a key',
    fingerprint: 'a body',
    checkoutId: '',
    targetId: null,
    ...parts,
  };
}

describe('the idempotency keys’ store', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const add = (...uses: IdempotencyKeyUse[]) =>
    bff.database.transaction(async (tx) => {
      for (const use of uses) await addIdempotencyKey(tx, use);
    });
  const found = (use: IdempotencyKeyUse) => findIdempotencyKey(bff.database.query, use);

  it('releases what one key is for, and leaves the refunds of other keys known', async () => {
    const first = aUse({ keyDigest: 'released', targetId: 'refund 1' });
    const second = aUse({ keyDigest: 'kept', targetId: 'refund 2' });
    await add(first, second);
    await bff.database.transaction((tx) => releaseTarget(tx, first, 'refund 1'));
    assert.equal((await found(first))?.targetId, '');
    assert.equal((await found(second))?.targetId, 'refund 2');
  });

  it('takes a key up again for the body that it was sent with, and for no other', async () => {
    const use = aUse({ keyDigest: 'again', targetId: 'refund 3' });
    await add(use);
    const save = (parts: Partial<IdempotencyKeyUse>) =>
      bff.database.transaction((tx) => saveIdempotencyKey(tx, { ...use, ...parts }));
    assert.equal(await save({ fingerprint: 'another body', targetId: 'refund 4' }), false);
    assert.equal((await found(use))?.targetId, 'refund 3');
    assert.equal(await save({ targetId: 'refund 5' }), true);
    assert.equal((await found(use))?.targetId, 'refund 5');
  });

  it('keeps the first answer of a key, and gives it to no other', async () => {
    const [one, other] = [aUse({ keyDigest: 'answered' }), aUse({ keyDigest: 'unanswered' })];
    await add(one, other);
    for (const answer of ['"first"', '"second"']) {
      await bff.database.transaction((tx) => saveAnswer(tx, one, answer));
    }
    assert.equal((await found(one))?.answer, '"first"');
    assert.equal((await found(other))?.answer, undefined);
  });

  it('forgets keys whose time is over, so many at once, and no others', async () => {
    const timed = ['1', '2', '3'].map((keyDigest) => aUse({ keyDigest, forgetAt: noon }));
    const [later, lasting] = [aUse({ keyDigest: 'later', forgetAt: noon + 1 }), aUse({})];
    await add(...timed, later, lasting);
    const forget = () => forgetKeys(bff.database.query, { now: noon, limit: 2 });
    assert.deepEqual([await forget(), await forget(), await forget()], [2, 1, 0]);
    assert.deepEqual(await Promise.all(timed.map(found)), [undefined, undefined, undefined]);
    assert.ok(await found(later));
    assert.ok(await found(lasting));
  });
});
