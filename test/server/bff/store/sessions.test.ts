import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  isLiveSession,
  maxEndedSessions,
  maxLiveSessions,
} from '../../../../server/bff/domain/admission.ts';
import { insertCheckout } from '../../../../server/bff/store/checkouts.ts';
import { addSession, findSession } from '../../../../server/bff/store/sessions.ts';
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
});
