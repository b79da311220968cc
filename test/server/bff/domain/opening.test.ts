import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bringOrder,
  changeAmount,
  endWhenIdle,
  isSameOrder,
  mayGiveUpOrder,
  mayPassOrderOn,
  openedAgain,
  supersede,
} from '../../../../server/bff/domain/opening.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import { parseCents } from '../../../../server/platform/money.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  anOrder,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';
import { hourMs } from '../../../helpers/durations.ts';

const offered = aCheckout({ softPull: aSoftPull(), loan: aLoan() });

const atNoon = { now: noon, amounts: undefined };

const refused = (code: BffError['code']) => (error: unknown) => (error as BffError).code === code;

describe('isSameOrder()', () => {
  const order = anOrder();
  const withOrder = aCheckout({ order });
  const cases: [string, boolean, boolean][] = [
    ['the same order_id', isSameOrder(withOrder, { order, amountCents: null }), true],
    [
      'the same order_id for another amount',
      isSameOrder(withOrder, { order: anOrder({ amountCents: 1 }), amountCents: null }),
      true,
    ],
    [
      'another order_id',
      isSameOrder(withOrder, { order: anOrder({ id: 'order-2' }), amountCents: null }),
      false,
    ],
    ['an order in details', isSameOrder(aCheckout(), { order, amountCents: null }), true],
    ['an order of the same amount', isSameOrder(offered, { order, amountCents: null }), true],
    [
      'an order of another amount',
      isSameOrder(offered, { order: anOrder({ amountCents: 1 }), amountCents: null }),
      false,
    ],
    ['any amount in details', isSameOrder(aCheckout(), { order: null, amountCents: 50_000 }), true],
    ['the same amount after', isSameOrder(offered, { order: null, amountCents: 840_000 }), true],
    ['another amount after', isSameOrder(offered, { order: null, amountCents: 850_000 }), false],
  ];
  for (const [name, answer, expected] of cases) {
    it(`answers ${expected} for ${name}`, () => assert.equal(answer, expected));
  }
});

describe('changeAmount()', () => {
  it('takes a new amount before the soft pull', () => {
    assert.equal(changeAmount(aCheckout(), 900_000, atNoon).amountCents, 900_000);
  });

  it('has no effect under a verified order', () => {
    const checkout = aCheckout({ order: anOrder() });
    assert.equal(changeAmount(checkout, 900_000, atNoon), checkout);
  });

  it('refuses it outside what the merchant takes', () => {
    const terms = { now: noon, amounts: { min: '1000.00', max: '2000.00' } };
    assert.equal(changeAmount(aCheckout(), 150_000, terms).amountCents, 150_000);
    for (const cents of [99_999, 200_001]) {
      assert.throws(() => changeAmount(aCheckout(), cents, terms), refused('amount_out_of_range'));
    }
  });

  it('refuses it once something was asked, and outside the range', () => {
    assert.throws(() => changeAmount(offered, 900_000, atNoon), refused('wrong_step'));
    for (const cents of [49_999, 10_000_001]) {
      assert.throws(() => changeAmount(aCheckout(), cents, atNoon), refused('amount_out_of_range'));
    }
  });
});

describe('bringOrder()', () => {
  it('takes the first order, and the same one for another amount', () => {
    const first = bringOrder(aCheckout(), anOrder(), atNoon);
    const again = bringOrder(first, anOrder({ amountCents: 900_000 }), atNoon);
    assert.equal(again.order?.amountCents, 900_000);
  });

  it('takes the same amount with another description', () => {
    const first = aCheckout({ order: anOrder() });
    const again = bringOrder(first, anOrder({ description: 'Furnace' }), atNoon);
    assert.equal(again.order?.description, 'Furnace');
  });

  it('keeps the order that was signed last', () => {
    const newest = aCheckout({ order: anOrder() });
    const { issuedAt } = anOrder();
    const older = anOrder({ amountCents: 900_000, issuedAt: issuedAt - 1 });
    assert.equal(bringOrder(newest, older, atNoon), newest);
  });

  it('refuses another amount once the checkout has ended', () => {
    for (const status of ['Declined', 'Cancelled', 'Expired'] as const) {
      const order = anOrder();
      const ended = aCheckout({ order, softPull: aSoftPull(), loan: aLoan({ status }) });
      const more = anOrder({ amountCents: 850_000 });
      assert.throws(() => bringOrder(ended, more, atNoon), refused('wrong_step'), status);
    }
  });

  it('refuses another order', () => {
    const checkout = aCheckout({ order: anOrder() });
    assert.throws(
      () => bringOrder(checkout, anOrder({ id: 'order-2' }), atNoon),
      refused('order_invalid'),
    );
  });

  it('sets what will be charged until a charge exists', () => {
    const more = anOrder({ amountCents: 850_000 });
    assert.equal(bringOrder(anAcceptedCheckout(), more, atNoon).order, more);
    const charged = anAcceptedCheckout({ charges: [aCharge()] });
    assert.throws(() => bringOrder(charged, more, atNoon), refused('wrong_step'));
    assert.equal(bringOrder(charged, anOrder(), atNoon), charged);
  });
});

describe('a token that was brought before', () => {
  it('is given up while there was no application, and the first checkout ends', () => {
    const first = aCheckout({ order: anOrder() });
    assert.ok(mayGiveUpOrder(first));
    const ended = supersede(first);
    assert.equal(ended.endedBy, 'superseded');
    assert.notEqual(ended.generation, first.generation);
  });

  it('is kept once an application was made, whatever became of its answer', () => {
    for (const state of ['started', 'unknown', 'answered'] as const) {
      assert.ok(!mayGiveUpOrder(aCheckout({ softPull: aSoftPull({ state }) })));
    }
    assert.ok(mayGiveUpOrder(aCheckout({ softPull: aSoftPull({ state: 'void' }) })));
  });
});

describe('mayPassOrderOn()', () => {
  const asked = parseCents(aLoan().requestedAmount ?? '');

  it('passes on another amount than that of the application', () => {
    assert.ok(mayPassOrderOn(offered, { amountCents: asked + 1 }));
    assert.ok(!mayPassOrderOn(offered, { amountCents: asked }));
    assert.ok(!mayPassOrderOn(aCheckout(), { amountCents: asked + 1 }));
  });

  it('passes nothing on once a charge was asked for, whatever became of it', () => {
    for (const state of ['started', 'pending', 'void', 'rejected'] as const) {
      const charged = anAcceptedCheckout({ charges: [aCharge({ state })] });
      assert.ok(!mayPassOrderOn(charged, { amountCents: asked + 1 }), state);
    }
  });
});

describe('openedAgain()', () => {
  const thirtyDays = noon + 30 * 24 * hourMs;
  for (const [name, checkout, hours] of [
    ['once an hour of a form that ends a day after its last use', aCheckout(), 1],
    [
      'once a day of what the merchant’s server made, which ends at a set time',
      aCheckout({ madeBy: 'server', expiresAt: thirtyDays }),
      24,
    ],
    ['once a day of what the lender was asked', offered, 24],
  ] as const) {
    it(`is noted ${name}`, () => {
      const due = noon + hours * hourMs;
      assert.equal(openedAgain(checkout, due - 1), checkout);
      assert.deepEqual(openedAgain(checkout, due), { ...checkout, openedAt: due });
    });
  }
});

describe('endWhenIdle()', () => {
  it('ends details that were left for 24 hours', () => {
    assert.equal(endWhenIdle(aCheckout(), noon + 24 * hourMs - 1).endedBy, null);
    assert.equal(endWhenIdle(aCheckout(), noon + 24 * hourMs).endedBy, 'idle');
  });

  it('never ends what the lender was asked', () => {
    assert.equal(endWhenIdle(offered, noon + 1_000 * hourMs).endedBy, null);
  });
});
