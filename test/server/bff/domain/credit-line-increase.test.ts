import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '../../../../server/bff/domain/checkout.ts';
import { startIncrease } from '../../../../server/bff/domain/credit-line-increase.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import { aCharge, aCheckout, anAcceptedCheckout, noon } from '../../../helpers/checkouts.ts';

const asked = { cents: 900_000, now: noon, limitMs: 25_000 };

describe('startIncrease()', () => {
  const refusals: [string, Checkout, BffError['blockedBy']][] = [
    ['before the terms are accepted', aCheckout(), 'not_accepted'],
    ['of a suspended account', anAcceptedCheckout({}, { isSuspended: true }), 'suspended'],
    ['of a closed account', anAcceptedCheckout({}, { isClosed: true }), 'suspended'],
    [
      'while it is being cancelled',
      anAcceptedCheckout({
        cancellation: { state: 'asked', askedAt: noon, deadlineAt: noon + 25_000 },
      }),
      'cancelling',
    ],
    [
      'a second time',
      anAcceptedCheckout({ limitIncrease: { state: 'done', cents: 850_000, deadlineAt: noon } }),
      'already_increased',
    ],
    [
      'of one that was spent from',
      anAcceptedCheckout({ charges: [aCharge({ state: 'held' })] }),
      'spent',
    ],
  ];
  for (const [name, checkout, blocker] of refusals) {
    it(`refuses it ${name}: ${blocker}`, () => {
      assert.throws(
        () => startIncrease(checkout, asked),
        (error) => (error as BffError).blockedBy === blocker,
      );
    });
  }

  it('takes more than the limit, and where no limit is said any amount', () => {
    assert.equal(startIncrease(anAcceptedCheckout(), asked).limitIncrease?.state, 'asked');
    const refused = (error: unknown) => (error as BffError).code === 'amount_out_of_range';
    assert.throws(() => startIncrease(anAcceptedCheckout(), { ...asked, cents: 840_000 }), refused);
    const untold = anAcceptedCheckout({}, { creditLimit: null });
    assert.equal(startIncrease(untold, { ...asked, cents: 1 }).limitIncrease?.cents, 1);
  });
});
