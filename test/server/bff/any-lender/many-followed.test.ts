import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BffContext } from '../../../../server/bff/context.ts';
import { type Charge, endedChargeStates } from '../../../../server/bff/domain/charge.ts';
import type { ChargeRecord } from '../../../../server/bff/lender/lender.ts';
import {
  FOLLOW_SETTLED,
  settledFollower,
} from '../../../../server/bff/operations/follow-settled.ts';
import {
  chargesToFollow,
  firstToFollow,
  saveCharge,
} from '../../../../server/bff/store/charges.ts';
import { insertCheckout } from '../../../../server/bff/store/checkouts.ts';
import { shop, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { aCharge, aCheckout, aRecord } from '../../../helpers/checkouts.ts';
import { dayMs } from '../../../helpers/durations.ts';

const many = 500;
const merchant = shop.publishable_key;

describe('a merchant with many charges that ended without money', () => {
  let bff: TestBff;
  const charges: Charge[] = [];

  before(async () => {
    bff = await startTestBff();
    const now = bff.now();
    for (let each = 0; each < many; each += 1) {
      const state = endedChargeStates[each % 2] ?? 'rejected';
      // Several of one time, so that pages end among them.
      const startedAt = now - dayMs - Math.floor(each / 150);
      const names = { paymentRequestUuid: `request-${each}`, paymentIdentifier: `payment-${each}` };
      charges.push(aCharge({ id: `charge-${each}`, state, startedAt, position: each, ...names }));
    }
    await bff.database.transaction(async (tx) => {
      await insertCheckout(tx, aCheckout({ id: 'one', publishableKey: merchant }), 'details');
      for (const charge of [...charges, old(now)]) {
        const checkout = { id: 'one', publishableKey: merchant };
        await saveCharge(tx, checkout, { before: undefined, after: charge });
      }
    });
  });
  after(() => bff.close());

  const follow = async (transactions: () => Promise<ChargeRecord[]>) => {
    const lender: BffContext['lender'] = {
      ...bff.context.lender,
      transactions: async () => ({ records: await transactions(), isWhole: true }),
    };
    const work = { kind: FOLLOW_SETTLED, key: merchant, scope: '', payload: null, attempts: 0 };
    await settledFollower({ ...bff.context, lender })({ ...work, now: bff.now() });
  };

  it('has each row of its list looked at a few times, however many charges there are', async () => {
    let looks = 0;
    const rows = Array.from({ length: many }, (_, each) => {
      const row = aRecord({ list: 'transactions', paymentRequestUuid: `other-${each}` });
      return Object.defineProperty(row, 'paymentRequestUuid', {
        get: () => {
          looks += 1;
          return `other-${each}`;
        },
      });
    });
    await follow(async () => rows);
    assert.ok(looks > 0 && looks <= 4 * many, `${looks} times`);
  });

  it('lets consumers be answered while they are gone through', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    await follow(async () => {
      turn();
      return [];
    });
    isOver = true;
    assert.ok(turns >= 3, `${turns} turns`);
  });

  it('has each of them read once, and none of before', async () => {
    const since = bff.now() - 2 * dayMs;
    const ids: string[] = [];
    for await (const page of chargesToFollow(bff.database.query, merchant, since)) {
      assert.ok(page.length <= 200);
      ids.push(...page.map(({ charge }) => charge.id));
    }
    assert.deepEqual(ids.toSorted(), charges.map(({ id }) => id).toSorted());
    const first = await firstToFollow(bff.database.query, merchant, since);
    assert.equal(first, Math.min(...charges.map(({ startedAt }) => startedAt)));
  });
});

function old(now: number): Charge {
  return aCharge({
    id: 'old',
    state: 'settled',
    settledAt: now - 3 * dayMs,
    startedAt: now - 4 * dayMs,
  });
}
