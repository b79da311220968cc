import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stepOf } from '../../../../server/bff/domain/step.ts';
import { saveCharge } from '../../../../server/bff/store/charges.ts';
import {
  checkoutsWithOpenCalls,
  insertCheckout,
  selectOpenCalls,
} from '../../../../server/bff/store/checkouts.ts';
import { saveRefund } from '../../../../server/bff/store/refunds.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import {
  aCharge,
  aCheckout,
  anAcceptedCheckout,
  aRefund,
  aSoftPull,
} from '../../../helpers/checkouts.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';

describe('checkoutsWithOpenCalls()', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  it('finds the checkouts whose soft pull, charge or refund is under way, each once', async () => {
    const softPull = aSoftPull({ state: 'started' });
    const charge = aCharge({ state: 'started' });
    const refund = aRefund({ state: 'started' });
    const later = aCharge({ id: 'later', kind: 111, state: 'started' });
    const checkouts = [
      aCheckout({ id: 'details' }),
      aCheckout({ id: 'pulling', softPull }),
      aCheckout({ id: 'lost', softPull: aSoftPull({ state: 'unknown' }) }),
      anAcceptedCheckout({ id: 'charging', charges: [charge], laterCharges: [later] }),
      anAcceptedCheckout({ id: 'refunding', refunds: [refund] }),
    ];
    await bff.database.transaction(async (tx) => {
      for (const checkout of checkouts) {
        await insertCheckout(tx, checkout, stepOf(checkout).screen);
        for (const each of [...checkout.charges, ...checkout.laterCharges]) {
          await saveCharge(tx, checkout, { before: undefined, after: each });
        }
        for (const each of checkout.refunds) await saveRefund(tx, checkout, each);
      }
    });
    const found = await checkoutsWithOpenCalls(bff.database.query);
    assert.deepEqual(found.toSorted(), ['charging', 'pulling', 'refunding']);
  });

  const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL is not asked for them' : false;
  it('goes through no table: the indexes hold nothing but what is under way', {
    skip,
  }, async () => {
    const { query } = bff.database;
    const plan = await queryPlan(query, selectOpenCalls(query));
    const reads = plan.filter((each) => /^(SCAN|SEARCH)/.test(each));
    assert.deepEqual(reads.toSorted(), [
      'SCAN charges USING COVERING INDEX charges_with_open_call',
      'SCAN checkouts USING COVERING INDEX checkouts_with_open_soft_pull',
      'SCAN refunds USING COVERING INDEX refunds_with_open_call',
    ]);
  });
});
