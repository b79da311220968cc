import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Charge } from '../../../../server/bff/domain/charge.ts';
import {
  assertMayCharge,
  authorizeCharge,
  browserChargeCents,
  confirmAuthorization,
  followRetries,
  settleCharge,
  startCharge,
  voidCharge,
  withdrawAuthorization,
} from '../../../../server/bff/domain/charging.ts';
import { currentCharge } from '../../../../server/bff/domain/checkout.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import { splitFee } from '../../../../server/loan-math/fee-split.ts';
import { IllegalTransitionError } from '../../../../server/platform/illegal-transition-error.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  anAccount,
  anOrder,
  aRecord,
  noon,
} from '../../../helpers/checkouts.ts';
import { dayMs } from '../../../helpers/durations.ts';

const refused = (code: BffError['code']) => (error: unknown) => (error as BffError).code === code;
const split = splitFee(840_000, { merchant_fee_percent: '6.00', platform_fee_percent: '4.00' });
const intent = {
  kind: 109,
  cents: 840_000,
  id: 'intent-1',
  split,
  paymentIdentifierOf: (orderId: string, intentId: string) => `${orderId} ${intentId}`,
  now: noon,
  limitMs: 25_000,
} as const;

describe('startCharge()', () => {
  it('takes an intent that came to nothing up again under its id', () => {
    const first = startCharge(anAcceptedCheckout(), intent);
    const voided = voidCharge(first.checkout, 'intent-1');
    const second = startCharge(voided, { ...intent, id: 'intent-2' });
    assert.equal(second.charge.id, 'intent-1');
    assert.equal(second.charge.paymentIdentifier, 'order-1 intent-1');
    assert.equal(second.checkout.charges.length, 1);
  });

  it('makes a new one for another amount, after the others', () => {
    const voided = voidCharge(startCharge(anAcceptedCheckout(), intent).checkout, 'intent-1');
    const changed = {
      ...voided,
      order: anOrder({ amountCents: 500_000, description: null }),
    };
    const lower = splitFee(500_000, { merchant_fee_percent: '0.00', platform_fee_percent: '0.00' });
    const other = { ...intent, id: 'intent-2', cents: 500_000, split: lower };
    const { charge, checkout } = startCharge(changed, other);
    assert.equal(charge.id, 'intent-2');
    assert.equal(currentCharge(checkout)?.id, 'intent-2');
    assert.ok(charge.position > (voided.charges[0]?.position ?? 0));
  });

  it('makes a new one for what is shared out otherwise, or is less with the same parts', () => {
    const voided = voidCharge(startCharge(anAcceptedCheckout(), intent).checkout, 'intent-1');
    const {
      net_to_merchant_amount_cents: net,
      net_platform_fee_cents: platform,
      net_to_sponsor_amount_cents: sponsor,
    } = split;
    const others = [
      [net - 1, platform, sponsor + 1],
      [net, platform - 1, sponsor + 1],
      [net, platform, sponsor - 1],
    ] as const;
    for (const [ofMerchant, ofPlatform, ofSponsor] of others) {
      const other = {
        ...intent,
        id: 'intent-2',
        cents: ofMerchant + ofPlatform + ofSponsor,
        split: {
          net_to_merchant_amount_cents: ofMerchant,
          net_platform_fee_cents: ofPlatform,
          net_to_sponsor_amount_cents: ofSponsor,
        },
      };
      assert.equal(startCharge(voided, other).charge.id, 'intent-2');
    }
  });

  it('adds a project charge beside an initial one that waits, and a second of the same amount', () => {
    const waiting = anAcceptedCheckout({ charges: [aCharge()] });
    const project = { ...intent, kind: 111 } as const;
    const first = startCharge(waiting, project);
    const voided = voidCharge(first.checkout, 'intent-1');
    const { checkout } = startCharge(voided, { ...project, id: 'intent-2' });
    assert.deepEqual(checkout.charges, waiting.charges);
    assert.deepEqual(
      checkout.laterCharges.map(({ id }) => id),
      ['intent-1', 'intent-2'],
    );
    const repeated = startCharge(voided, project);
    assert.deepEqual(
      repeated.checkout.laterCharges.map(({ id }) => id),
      ['intent-1'],
    );
  });

  it('refuses more than is available', () => {
    const checkout = anAcceptedCheckout({}, { availableSpend: '100.00' });
    assert.throws(() => startCharge(checkout, intent), refused('amount_out_of_range'));
  });
});

describe('assertMayCharge()', () => {
  it('lets a project charge be asked for while the answer to the initial one is lost', () => {
    const lost = anAcceptedCheckout({ charges: [aCharge({ state: 'unknown', request: null })] });
    assert.doesNotThrow(() => assertMayCharge(lost, 111));
    assert.throws(() => assertMayCharge(lost, 109), refused('wrong_step'));
  });

  it('tells a live charge of the order from one that the lender allows no other after', () => {
    const blockedBy = (blocker: BffError['blockedBy']) => (error: unknown) =>
      (error as BffError).blockedBy === blocker;
    const approved = anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] });
    assert.throws(() => assertMayCharge(approved, 109), blockedBy('live_charge'));
    const canceled = { charges: [aCharge({ state: 'canceled' })] };
    const elsewhere = anAcceptedCheckout({ ...canceled, isOrderChargedElsewhere: true });
    assert.throws(() => assertMayCharge(elsewhere, 109), blockedBy('live_charge'));
    const forbidden = anAcceptedCheckout(canceled, { eligibilityCode: null });
    assert.throws(() => assertMayCharge(forbidden, 109), blockedBy('lender'));
  });

  it('refuses every kind once the account is cancelled', () => {
    const loan = aLoan({ status: 'Cancelled', account: anAccount() });
    for (const kind of [109, 111, 113] as const) {
      const cancelled = anAcceptedCheckout({ loan });
      assert.throws(() => assertMayCharge(cancelled, kind), refused('wrong_step'));
    }
  });
});

describe('browserChargeCents()', () => {
  it('takes the order, at most what is available', () => {
    assert.equal(browserChargeCents(anAcceptedCheckout()), 840_000);
    const less = anAcceptedCheckout({}, { availableSpend: '100.00' });
    assert.equal(browserChargeCents(less), 10_000);
  });

  const cases: [string, ReturnType<typeof aCheckout>, BffError['code']][] = [
    ['before the terms', aCheckout(), 'wrong_step'],
    ['without an order', anAcceptedCheckout({ order: null }), 'order_required'],
    ['without a portal', anAcceptedCheckout({}, { eligibilityCode: 2 }), 'portal_required'],
    ['on hold', anAcceptedCheckout({}, { isSuspended: true }), 'charge_blocked'],
    ['with nothing left', anAcceptedCheckout({}, { availableSpend: '0.00' }), 'charge_blocked'],
    [
      'after it was approved',
      anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] }),
      'charge_blocked',
    ],
    ['while it waits', anAcceptedCheckout({ charges: [aCharge()] }), 'wrong_step'],
  ];
  for (const [name, checkout, code] of cases) {
    it(`refuses ${name}`, () => assert.throws(() => browserChargeCents(checkout), refused(code)));
  }

  it('lets the lender say whether the bank is still missing', () => {
    assert.doesNotThrow(() => browserChargeCents(anAcceptedCheckout({ bankMissingSince: noon })));
  });
});

describe('settleCharge()', () => {
  const paymentRequestUuid = 'feedface-1111-4222-8333-444455556666';
  const pending = { state: 'pending', paymentRequestUuid } as const;
  const expiresAt = '2026-03-04T12:00:00Z';

  it('refuses older update', () => {
    const approved = anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] });
    assert.throws(
      () => settleCharge(approved, aCharge().id, { update: pending, now: noon }),
      IllegalTransitionError,
    );
  });

  it('keeps what the creation said of the messages', () => {
    const sent = {
      notifications: { sms: 'skipped_opted_out', email: 'sent' },
      warning: 'e-mail was used',
    } as const;
    const created = settleCharge(
      anAcceptedCheckout({ charges: [aCharge({ state: 'started', request: null })] }),
      aCharge().id,
      { update: { ...pending, expiresAt, sent }, now: noon },
    );
    const update = { ...pending, expiresAt };
    const read = settleCharge(created, aCharge().id, { update, now: noon });
    assert.deepEqual(read.charges[0]?.request, { ...sent, expiresAt });
  });

  it('gives a request of which no end is said 48 hours', () => {
    const begun = anAcceptedCheckout({ charges: [aCharge({ state: 'started', request: null })] });
    const created = settleCharge(begun, aCharge().id, { update: pending, now: noon });
    assert.equal(created.charges[0]?.request?.expiresAt, '2026-03-04T12:00:00Z');
  });

  it('counts them from when it was asked for, where that is said and its own start is older', () => {
    const charge = aCharge({ state: 'unknown', request: null });
    const restored = anAcceptedCheckout({ charges: [charge] });
    const at = (days: number) => charge.startedAt + days * dayMs;
    const ends = (requestedAt: number | null) => {
      const update = { ...pending, requestedAt };
      const settled = settleCharge(restored, charge.id, { update, now: at(9) });
      return Date.parse(settled.charges[0]?.request?.expiresAt ?? '');
    };
    assert.equal(ends(at(1)), at(3));
    assert.equal(ends(at(8)), at(10));
  });

  it('keeps one that is held back, until its money has moved', () => {
    const held = anAcceptedCheckout({ charges: [aCharge({ state: 'held' })] });
    const after = (state: 'approved' | 'settled' | 'failed') => {
      const update = { state, paymentRequestUuid };
      return settleCharge(held, aCharge().id, { update, now: noon }).charges[0]?.state;
    };
    assert.equal(after('approved'), 'held');
    assert.equal(after('settled'), 'settled');
    assert.equal(after('failed'), 'reversed');
  });

  it('keeps when it was first seen settled', () => {
    const update = { state: 'settled', paymentRequestUuid } as const;
    const approved = anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] });
    const settled = settleCharge(approved, aCharge().id, { update, now: noon });
    assert.equal(settled.charges[0]?.settledAt, noon);
    const again = settleCharge(settled, aCharge().id, { update, now: noon + 1 });
    assert.equal(again.charges[0]?.settledAt, noon);
  });
});

describe('followRetries()', () => {
  it('takes no row that was asked for before the charge had ended', () => {
    const failed = aCharge({ state: 'failed' });
    const checkout = anAcceptedCheckout({ charges: [failed] });
    const records = [aRecord({ list: 'transactions', lenderStatus: 'approved' })];
    const followed = (asked: Charge) =>
      followRetries(checkout, { asked: [asked], records, now: noon }).charges[0]?.state;
    assert.equal(followed(failed), 'approved');
    assert.equal(followed(aCharge({ state: 'approved' })), 'failed');
  });
});

describe('an approval for the consumer', () => {
  const { id } = aCharge();
  const said = { method: 'signed_contract', reference: 'document-1', at: noon } as const;
  const waiting = anAcceptedCheckout({ charges: [aCharge()] });
  const kept = (checkout: typeof waiting) => checkout.charges[0]?.authorization;

  it('is of a charge that waits for the consumer, and of no other', () => {
    for (const state of ['started', 'unresolved', 'approved', 'rejected', 'expired'] as const) {
      const checkout = anAcceptedCheckout({ charges: [aCharge({ state })] });
      assert.throws(() => authorizeCharge(checkout, id, said), refused('charge_blocked'), state);
    }
    assert.deepEqual(kept(authorizeCharge(waiting, id, said)), { ...said, unanswered: 1 });
  });

  it('is kept once the lender has taken it, although it refuses another call', () => {
    const twice = authorizeCharge(authorizeCharge(waiting, id, said), id, said);
    const taken = confirmAuthorization(twice, id, said);
    assert.deepEqual(kept(withdrawAuthorization(taken, id)), said);
  });
});
