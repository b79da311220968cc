import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  browserChargeCents,
  settleCharge,
  startCharge,
  voidCharge,
} from '../../../../server/bff/domain/charging.ts';
import { currentCharge } from '../../../../server/bff/domain/checkout.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import { splitFee } from '../../../../server/loan-math/fee-split.ts';
import { IllegalTransitionError } from '../../../../server/platform/illegal-transition-error.ts';
import {
  aCharge,
  aCheckout,
  anAcceptedCheckout,
  anOrder,
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

  it('keeps when it was first seen settled', () => {
    const update = { state: 'settled', paymentRequestUuid } as const;
    const approved = anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] });
    const settled = settleCharge(approved, aCharge().id, { update, now: noon });
    assert.equal(settled.charges[0]?.settledAt, noon);
    const again = settleCharge(settled, aCharge().id, { update, now: noon + 1 });
    assert.equal(again.charges[0]?.settledAt, noon);
  });
});
