import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BffContext } from '../../../../server/bff/context.ts';
import type { Charge } from '../../../../server/bff/domain/charge.ts';
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
import { aCharge, aCheckout, aLoan, aRecord } from '../../../helpers/checkouts.ts';
import { dayMs } from '../../../helpers/durations.ts';

const many = 750;
const merchant = shop.publishable_key;
const loan = aLoan();
const states = ['rejected', 'expired', 'settled'] as const;

describe('a merchant with many charges that are followed', () => {
  let bff: TestBff;
  const charges: Charge[] = [];

  before(async () => {
    bff = await startTestBff();
    const now = bff.now();
    for (let each = 0; each < many; each += 1) {
      const state = states[each % states.length] ?? 'settled';
      // Several of one time, so that pages end among them.
      const startedAt = now - dayMs - Math.floor(each / 150);
      const names = { paymentRequestUuid: `request-${each}`, paymentIdentifier: `payment-${each}` };
      charges.push(
        aCharge({ id: `charge-${each}`, orderId: `${each}`, state, startedAt, ...names }),
      );
    }
    await bff.database.transaction(async (tx) => {
      for (const charge of [...charges, old(now)]) {
        const checkout = aCheckout({ id: `of-${charge.id}`, publishableKey: merchant, loan });
        await insertCheckout(tx, checkout, 'accepted');
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
    const now = bff.now();
    await settledFollower({ ...bff.context, lender })({ ...work, dueAt: now, now });
  };

  it('has each row of its list looked at a few times, however many charges there are', async () => {
    let looks = 0;
    const look = <Value>(value: Value) => ({
      get: () => {
        looks += 1;
        return value;
      },
    });
    const rows = Array.from({ length: many }, (_, each) =>
      Object.defineProperties(aRecord({ list: 'transactions' }), {
        paymentRequestUuid: look(`other-${each}`),
        loanNumber: look(`${each}`),
      }),
    );
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
    assert.ok(turns >= many, `${turns} turns`);
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
