import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Charge } from '../../../../server/bff/domain/charge.ts';
import type { Checkout } from '../../../../server/bff/domain/checkout.ts';
import { stepOf } from '../../../../server/bff/domain/step.ts';
import { type CheckoutStep, checkoutStepSchema } from '../../../../widget/contract/step.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  anAccount,
  anOrder,
  aSelection,
  aSoftPull,
} from '../../../helpers/checkouts.ts';

const decided = (loan: Parameters<typeof aLoan>[0], parts: Partial<Checkout> = {}) =>
  aCheckout({ softPull: aSoftPull(), loan: aLoan(loan), ...parts });

const screens: [string, Checkout, CheckoutStep['screen']][] = [
  ['nothing asked yet', aCheckout(), 'details'],
  ['the lender decided nothing', aCheckout({ softPull: aSoftPull({ state: 'void' }) }), 'details'],
  ['the call is under way', aCheckout({ softPull: aSoftPull({ state: 'started' }) }), 'working'],
  ['the answer was lost', aCheckout({ softPull: aSoftPull({ state: 'unknown' }) }), 'working'],
  ['the lender still decides', decided({ status: 'Started' }), 'working'],
  ['a review', decided({ status: 'Pending: Verification' }), 'review'],
  ['offers', decided({}), 'offers'],
  ['an offer chosen elsewhere', decided({ status: 'Approved: Offer Selected' }), 'offers'],
  [
    'an offer chosen',
    decided({ status: 'Approved: Offer Selected' }, { selection: aSelection() }),
    'redirect',
  ],
  [
    'looked at again',
    decided(
      { status: 'Approved: Offer Selected' },
      { selection: aSelection(), isChoosingAgain: true },
    ),
    'offers',
  ],
  ['declined', decided({ status: 'Declined', offers: [] }), 'no_offers'],
  ['accepted', anAcceptedCheckout(), 'accepted'],
  ['cancelled', decided({ status: 'Cancelled' }), 'cancelled'],
  ['expired', decided({ status: 'Expired' }), 'expired'],
  ['left alone', aCheckout({ endedBy: 'idle' }), 'expired'],
  ['an answer not read', aCheckout({ softPull: aSoftPull({ state: 'unreadable' }) }), 'ask_lender'],
  ['a silent lender', aCheckout({ softPull: aSoftPull({ state: 'silent' }) }), 'ask_lender'],
  ['offers that cannot be drawn', decided({ offers: [] }), 'ask_lender'],
  [
    'a choice without a link',
    decided({ status: 'Approved: Offer Selected' }, { selection: aSelection({ link: null }) }),
    'ask_lender',
  ],
  [
    'a choice in another tab at a lender that lists its offers no more',
    decided({ status: 'Approved: Offer Selected', offers: [] }),
    'ask_lender',
  ],
  [
    'a choice of an offer that is not among the others any more',
    decided(
      { status: 'Approved: Offer Selected' },
      { selection: aSelection({ offerUuid: 'b0b00000-1111-4222-8333-444455556666' }) },
    ),
    'offers',
  ],
  [
    'a review after a choice without a link',
    decided({ status: 'Pending: Verification' }, { selection: aSelection({ link: null }) }),
    'review',
  ],
  ['a charge begun', anAcceptedCheckout({ charges: [aCharge({ state: 'started' })] }), 'working'],
  [
    'a charge that waits',
    anAcceptedCheckout({ charges: [aCharge({ state: 'pending' })] }),
    'charge_pending',
  ],
  [
    'a charge that came to nothing',
    anAcceptedCheckout({ charges: [aCharge({ state: 'void' })] }),
    'accepted',
  ],
  [
    'a charge approved',
    anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] }),
    'charge_outcome',
  ],
];

describe('stepOf()', () => {
  for (const [name, checkout, screen] of screens) {
    it(`draws ${screen} for ${name}, as the contract has it`, () => {
      const step = stepOf(checkout);
      assert.equal(step.screen, screen);
      assert.deepEqual(checkoutStepSchema.parse(step), step);
    });
  }

  it('says why nothing was decided', () => {
    const step = stepOf(
      aCheckout({ softPull: aSoftPull({ state: 'void' }), problem: 'lender_unavailable' }),
    );
    assert.deepEqual(step, {
      screen: 'details',
      amount: '8400.00',
      amount_locked: false,
      problem: { code: 'lender_unavailable' },
    });
  });

  it('lets a verified order win over what was typed', () => {
    const step = stepOf(aCheckout({ order: anOrder({ amountCents: 990_000 }) }));
    assert.deepEqual(step, { screen: 'details', amount: '9900.00', amount_locked: true });
  });

  it('tells a refusal of the terms from the end of an account', () => {
    const reasonOf = (checkout: Checkout) => {
      const step = stepOf(checkout);
      return step.screen === 'cancelled' ? step.reason : undefined;
    };
    assert.equal(reasonOf(decided({ status: 'Cancelled' })), 'terms_declined');
    const loan = aLoan({ status: 'Cancelled', account: anAccount() });
    assert.equal(reasonOf(anAcceptedCheckout({ loan })), 'account_cancelled');
  });

  it('tells an expired review from expired offers', () => {
    const offers = stepOf(decided({ status: 'Expired' }));
    const review = stepOf(decided({ status: 'Expired', endedInReview: true }));
    assert.deepEqual(offers, { screen: 'expired', reason: 'offers' });
    assert.deepEqual(review, { screen: 'expired', reason: 'review' });
  });

  it('blames no review for an offer that was chosen and expired before its code came', () => {
    const loan = { status: 'Expired', endedInReview: true } as const;
    const step = stepOf(decided(loan, { selection: aSelection() }));
    assert.deepEqual(step, { screen: 'expired', reason: 'offers' });
  });
});

function accepted(checkout: Checkout) {
  const step = stepOf(checkout);
  assert.ok(step.screen === 'accepted');
  return { charge_amount: step.charge_amount, blocked: step.blocked };
}

describe('the accepted step', () => {
  it('charges the order, at most what is available', () => {
    assert.deepEqual(accepted(anAcceptedCheckout()), { charge_amount: '8400.00', blocked: null });
    const less = anAcceptedCheckout({}, { availableSpend: '8000.00' });
    assert.equal(accepted(less).charge_amount, '8000.00');
    const selection = aSelection({ selectedAmount: '6000.00' });
    const limited = anAcceptedCheckout({ selection }, { availableSpend: null });
    assert.equal(accepted(limited).charge_amount, '8400.00');
    const untold = anAcceptedCheckout({ selection }, { availableSpend: null, creditLimit: null });
    assert.equal(accepted(untold).charge_amount, '6000.00');
  });

  const blocked: [string, Checkout, string | null][] = [
    ['no order', anAcceptedCheckout({ order: null }), 'order_required'],
    [
      'the lender wants a portal',
      anAcceptedCheckout({}, { eligibilityCode: 2 }),
      'portal_required',
    ],
    [
      'a refusal for want of a portal, by a lender that says no more',
      anAcceptedCheckout(
        { portalMissingSince: 1 },
        { portalAccountStatus: null, eligibilityCode: null },
      ),
      'portal_required',
    ],
    [
      'such a refusal, and the portal is active since',
      anAcceptedCheckout({ portalMissingSince: 1 }, { eligibilityCode: null }),
      null,
    ],
    [
      'nothing said of a portal',
      anAcceptedCheckout({}, { portalAccountStatus: null, eligibilityCode: null }),
      null,
    ],
    ['the bank is missing', anAcceptedCheckout({ bankMissingSince: 1 }), 'bank_required'],
    ['a hold', anAcceptedCheckout({}, { isSuspended: true }), 'suspended'],
    ['the lender blocks it', anAcceptedCheckout({}, { eligibilityCode: 1 }), 'suspended'],
    ['nothing left to spend', anAcceptedCheckout({}, { availableSpend: '0.00' }), 'suspended'],
    [
      'a hold without an order',
      anAcceptedCheckout({ order: null }, { isSuspended: true }),
      'suspended',
    ],
  ];
  for (const [name, checkout, reason] of blocked) {
    it(`is blocked by ${reason} when there is ${name}`, () => {
      assert.equal(accepted(checkout).blocked, reason);
    });
  }
});

describe('order_amount of an approved charge', () => {
  const said = (parts: Partial<Checkout>) => {
    const step = stepOf(anAcceptedCheckout(parts));
    assert.ok(step.screen === 'charge_outcome');
    return step.order_amount;
  };
  const deposit = aCharge({ state: 'approved', amountCents: 500_000 });
  const rest = (state: Charge['state']) =>
    aCharge({ id: 'rest', kind: 113, state, amountCents: 340_000 });

  it('is there while a part of the order is not paid', () => {
    assert.equal(said({ charges: [deposit] }), '8400.00');
    for (const state of ['pending', 'rejected', 'failed', 'reversed'] as const) {
      assert.equal(said({ charges: [deposit], laterCharges: [rest(state)] }), '8400.00', state);
    }
  });

  it('is not there once the whole is paid, nor where nothing was', () => {
    assert.equal(said({ charges: [aCharge({ state: 'settled' })] }), undefined);
    for (const state of ['approved', 'settled'] as const) {
      assert.equal(said({ charges: [deposit], laterCharges: [rest(state)] }), undefined);
    }
    assert.equal(said({ charges: [{ ...deposit, state: 'rejected' }] }), undefined);
    assert.equal(said({ charges: [deposit], order: null }), undefined);
  });
});

describe('may_charge_again', () => {
  const mayAgain = (charge: Partial<Charge>, parts: Partial<Checkout> = {}, code: 0 | 1 = 0) => {
    const step = stepOf(
      anAcceptedCheckout({ charges: [aCharge(charge)], ...parts }, { eligibilityCode: code }),
    );
    assert.ok(step.screen === 'charge_outcome');
    return step.may_charge_again;
  };

  it('holds after a refusal, an expiry or a failure', () => {
    assert.ok(mayAgain({ state: 'rejected' }));
    assert.ok(mayAgain({ state: 'expired' }));
    assert.ok(mayAgain({ state: 'failed' }));
  });

  it('holds after a cancellation only while the lender allows transactions', () => {
    assert.ok(mayAgain({ state: 'canceled' }));
    assert.ok(!mayAgain({ state: 'canceled' }, {}, 1));
  });

  it('never holds after money moved, nor while the order is charged elsewhere', () => {
    assert.ok(!mayAgain({ state: 'approved' }));
    assert.ok(!mayAgain({ state: 'settled' }));
    for (const state of ['held', 'refunded', 'reversed', 'unresolved'] as const) {
      assert.ok(!mayAgain({ state }), state);
    }
    assert.ok(!mayAgain({ state: 'rejected' }, { isOrderChargedElsewhere: true }));
  });

  it('says what another charge would be of, which need not be what the last one was', () => {
    const charges = [aCharge({ state: 'rejected' })];
    const order = anOrder({ amountCents: 790_000 });
    const after = (checkout: Checkout) => {
      const step = stepOf(checkout);
      assert.ok(step.screen === 'charge_outcome');
      return [step.may_charge_again, step.amount, step.charge_amount];
    };
    assert.deepEqual(after(anAcceptedCheckout({ charges, order })), [true, '8400.00', '7900.00']);
    const less = anAcceptedCheckout({ charges }, { availableSpend: '500.00' });
    assert.deepEqual(after(less), [true, '8400.00', '500.00']);
    const spent = anAcceptedCheckout({ charges }, { availableSpend: '0.00' });
    assert.deepEqual(after(spent), [false, '8400.00', undefined]);
    const approved = anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] });
    assert.deepEqual(after(approved), [false, '8400.00', undefined]);
  });

  it('goes by the newest charge that happened', () => {
    const charges = [
      aCharge({ id: 'a', state: 'rejected' }),
      aCharge({ id: 'b', state: 'void', position: 2 }),
    ];
    assert.ok(mayAgain({}, { charges }));
  });
});
