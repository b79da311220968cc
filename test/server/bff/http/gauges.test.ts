import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stepOf } from '../../../../server/bff/domain/step.ts';
import { saveCharge, selectUnresolved } from '../../../../server/bff/store/charges.ts';
import { insertCheckout } from '../../../../server/bff/store/checkouts.ts';
import { saveRefund } from '../../../../server/bff/store/refunds.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { aCharge, anAcceptedCheckout, aRefund } from '../../../helpers/checkouts.ts';
import { queryPlan } from '../../../helpers/query-plan.ts';

describe('bff_unresolved', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const counts = async () => {
    const text = await (await bff.app.request('/metrics')).text();
    return text.split('\n').filter((line) => line.startsWith('bff_unresolved{'));
  };

  it('counts what is stored, whoever has logged it', async () => {
    const none = ['bff_unresolved{kind="charge"} 0', 'bff_unresolved{kind="refund"} 0'];
    assert.deepEqual(await counts(), none);
    const lost = { state: 'unresolved' } as const;
    const checkout = anAcceptedCheckout({
      charges: [aCharge(lost), aCharge({ id: 'made', kind: 111 })],
      refunds: ['1', '2'].map((id) => aRefund({ ...lost, id })),
    });
    await bff.database.transaction(async (tx) => {
      await insertCheckout(tx, checkout, stepOf(checkout).screen);
      for (const each of checkout.charges) {
        await saveCharge(tx, checkout, { before: undefined, after: each });
      }
      for (const each of checkout.refunds) await saveRefund(tx, checkout, each);
    });
    const some = ['bff_unresolved{kind="charge"} 1', 'bff_unresolved{kind="refund"} 2'];
    assert.deepEqual(await counts(), some);
  });

  const skip = process.env.TEST_DATABASE_URL ? 'PostgreSQL plans by what the tables hold' : false;
  it('goes through no table', { skip }, async () => {
    const { query } = bff.database;
    for (const table of ['charges', 'refunds'] as const) {
      const plan = await queryPlan(query, selectUnresolved(query, table));
      assert.deepEqual(plan, [`SCAN ${table} USING COVERING INDEX ${table}_unresolved`]);
    }
  });
});
