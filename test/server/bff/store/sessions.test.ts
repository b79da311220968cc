import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  isLiveSession,
  maxEndedSessions,
  maxLiveSessions,
} from '../../../../server/bff/domain/admission.ts';
import { insertCheckout } from '../../../../server/bff/store/checkouts.ts';
import {
  addSession,
  endSessions,
  findSession,
  touchSession,
} from '../../../../server/bff/store/sessions.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { aCheckout, noon } from '../../../helpers/checkouts.ts';

describe('the sessions’ store', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  it('remembers the newest tokens of a checkout, however many are made', async () => {
    const checkout = aCheckout();
    await bff.database.transaction((tx) => insertCheckout(tx, checkout, 'details'));
    const most = maxEndedSessions + maxLiveSessions;
    const made = Array.from({ length: most + 50 }, (_, serial) => `token-${serial}`);
    for (const [serial, tokenDigest] of made.entries()) {
      await bff.database.transaction((tx) =>
        addSession(tx, { checkoutId: checkout.id, tokenDigest, rights: 'all', now: noon + serial }),
      );
    }
    const now = noon + made.length;
    const found = await Promise.all(made.map((each) => findSession(bff.database.query, each)));
    const isThere = found.map((session) => session !== undefined);
    assert.deepEqual(isThere, [...Array(50).fill(false), ...Array(most).fill(true)]);
    const live = found.filter((session) => session && isLiveSession(session, now));
    assert.equal(live.length, maxLiveSessions);
  });

  it('ends those of one checkout that are meant, and no other; what has ended stays so', async () => {
    const used = noon + 1;
    const of = { one: ['page', 'frame', 'code'], other: ['stranger'] };
    await bff.database.transaction(async (tx) => {
      for (const [checkoutId, digests] of Object.entries(of)) {
        await insertCheckout(tx, aCheckout({ id: checkoutId }), 'details');
        for (const tokenDigest of digests) {
          const rights = tokenDigest === 'code' ? 'code' : 'all';
          await addSession(tx, { checkoutId, tokenDigest, rights, now: noon });
        }
      }
    });
    const usedAt = async () => {
      const found = Object.values(of)
        .flat()
        .map(async (digest) => [digest, (await findSession(bff.database.query, digest))?.usedAt]);
      return Object.fromEntries(await Promise.all(found));
    };
    const end = (parts: Partial<Parameters<typeof endSessions>[1]>) =>
      bff.database.transaction((tx) => endSessions(tx, { checkoutId: 'one', ...parts }));
    await end({ rights: 'code' });
    assert.deepEqual(await usedAt(), { page: noon, frame: noon, code: 0, stranger: noon });
    await end({ except: 'frame' });
    assert.deepEqual(await usedAt(), { page: 0, frame: noon, code: 0, stranger: noon });
    for (const digest of ['page', 'frame']) {
      await bff.database.transaction((tx) => touchSession(tx, digest, used));
    }
    assert.deepEqual(await usedAt(), { page: 0, frame: used, code: 0, stranger: noon });
  });

  it('makes room in a checkout by sessions of its own alone', async () => {
    await bff.database.transaction(async (tx) => {
      for (const id of ['crowded', 'quiet']) await insertCheckout(tx, aCheckout({ id }), 'details');
      await addSession(tx, {
        checkoutId: 'quiet',
        tokenDigest: 'oldest',
        rights: 'all',
        now: noon,
      });
    });
    for (let serial = 1; serial <= maxLiveSessions + 1; serial += 1) {
      const tokenDigest = `crowd-${serial}`;
      await bff.database.transaction((tx) =>
        addSession(tx, { checkoutId: 'crowded', tokenDigest, rights: 'all', now: noon + serial }),
      );
    }
    const usedAt = async (digest: string) =>
      (await findSession(bff.database.query, digest))?.usedAt;
    assert.deepEqual([await usedAt('oldest'), await usedAt('crowd-1')], [noon, 0]);
  });
});
