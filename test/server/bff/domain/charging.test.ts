import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chargeNews } from '../../../../server/bff/domain/charge-news.ts';
import { type ChargeState, readingOfStatus } from '../../../../server/bff/domain/charge.ts';
import {
  assertChargeable,
  paymentIdentifier,
  settleCharge,
  startCharge,
  voidCharge,
} from '../../../../server/bff/domain/charging.ts';
import { currentCharge } from '../../../../server/bff/domain/checkout.ts';
import { IllegalMoveError } from '../../../../server/bff/domain/checkout-machine.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import type { LoanApplicationDetail } from '../../../../server/lending-api/loan-applications.ts';
import type { Activity } from '../../../../server/lending-api/transactions.ts';
import { splitFee } from '../../../../server/platform/money.ts';
import { aCharge, aCheckout, anAcceptedCheckout, noon } from '../../../helpers/checkouts.ts';

const refused = (code: BffError['code']) => (error: unknown) => (error as BffError).code === code;
const split = splitFee(840_000, { merchant_fee_percent: '6.00', platform_fee_percent: '4.00' });
const intent = {
  kind: 109,
  cents: 840_000,
  id: 'intent-1',
  split,
  now: noon,
  limitMs: 25_000,
} as const;

describe('assertChargeable()', () => {
  it('takes the order, at most what is available', () => {
    assert.equal(assertChargeable(anAcceptedCheckout()).cents, 840_000);
    const less = anAcceptedCheckout({}, { availableSpend: '100.00' });
    assert.equal(assertChargeable(less).cents, 10_000);
  });

  const cases: [string, ReturnType<typeof aCheckout>, BffError['code']][] = [
    ['before the terms', aCheckout(), 'wrong_step'],
    ['without an order', anAcceptedCheckout({ order: null }), 'order_required'],
    [
      'without a portal',
      anAcceptedCheckout({}, { portalAccountStatus: 'Locked' }),
      'portal_required',
    ],
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
    it(`refuses ${name}`, () => assert.throws(() => assertChargeable(checkout), refused(code)));
  }

  it('lets the lender say whether the bank is still missing', () => {
    assert.doesNotThrow(() => assertChargeable(anAcceptedCheckout({ bankMissingSince: noon })));
  });
});

describe('startCharge()', () => {
  it('takes an intent that came to nothing up again under its id', () => {
    const first = startCharge(anAcceptedCheckout(), intent);
    const voided = voidCharge(first.checkout, 'intent-1');
    const second = startCharge(voided, { ...intent, id: 'intent-2' });
    assert.equal(second.charge.id, 'intent-1');
    assert.equal(second.checkout.charges.length, 1);
  });

  it('makes a new one for another amount, after the others', () => {
    const voided = voidCharge(startCharge(anAcceptedCheckout(), intent).checkout, 'intent-1');
    const changed = {
      ...voided,
      order: { id: 'order-1', amountCents: 500_000, description: null },
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

describe('paymentIdentifier()', () => {
  it('is the intent’s id, behind a sandbox value where the order is named after one', () => {
    const id = 'c0ffee00-1111-4222-8333-444455556666';
    assert.equal(paymentIdentifier('order-1', id), id);
    assert.equal(paymentIdentifier('sbx:slow', id), `sbx:slow#${id}`);
    assert.equal(paymentIdentifier(`sbx:${'x'.repeat(60)}`, id), id);
  });
});

describe('settleCharge()', () => {
  const uuid = 'feedface-1111-4222-8333-444455556666';

  it('refuses older news', () => {
    const approved = anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] });
    assert.throws(
      () => settleCharge(approved, aCharge().id, { reading: 'pending', paymentRequestUuid: uuid }),
      IllegalMoveError,
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
      { reading: 'pending', paymentRequestUuid: uuid, expiresAt: '2026-03-04T12:00:00Z', sent },
    );
    const read = settleCharge(created, aCharge().id, {
      reading: 'pending',
      paymentRequestUuid: uuid,
      expiresAt: '2026-03-04T12:00:00Z',
    });
    assert.deepEqual(read.charges[0]?.request, { ...sent, expiresAt: '2026-03-04T12:00:00Z' });
  });
});

describe('readingOfStatus()', () => {
  const cases: [Parameters<typeof readingOfStatus>[0], ChargeState][] = [
    ['Submitted', 'approved'],
    ['Successful', 'approved'],
    ['Transferred', 'settled'],
    ['Failed', 'failed'],
    ['Reversed', 'failed'],
    ['Excluded', 'failed'],
    ['Rejected', 'rejected'],
    ['Expired', 'expired'],
    ['Canceled', 'canceled'],
    ['Approved', 'approved'],
  ];
  for (const [status, reading] of cases) {
    it(`reads ${status} as ${reading}`, () => assert.equal(readingOfStatus(status, true), reading));
  }

  it('tells a request that waits from a transaction that does', () => {
    assert.equal(readingOfStatus('Pending', false), 'pending');
    assert.equal(readingOfStatus('Pending', true), 'approved');
  });
});

describe('chargeNews()', () => {
  const charge = aCharge({ state: 'unknown', paymentRequestUuid: null });
  const uuid = 'feedface-1111-4222-8333-444455556666';
  const detail = (parts: { transactions?: object[]; pending_payment_requests?: object[] } = {}) =>
    ({
      transactions: [],
      pending_payment_requests: [],
      ...parts,
    }) as unknown as LoanApplicationDetail;
  const record = (status: string, identifier = charge.paymentIdentifier) =>
    ({
      payment_identifier: identifier,
      payment_request_uuid: uuid,
      payment_request_status: status,
    }) as Activity;

  it('finds a charge whose answer was lost by its identifier', () => {
    const waiting = {
      payment_identifier: charge.paymentIdentifier,
      payment_request_uuid: uuid,
      expires_at: '2026-03-04T12:00:00Z',
    };
    assert.deepEqual(chargeNews(charge, detail({ pending_payment_requests: [waiting] }), []), {
      reading: 'pending',
      paymentRequestUuid: uuid,
      expiresAt: '2026-03-04T12:00:00Z',
    });
    const done = {
      payment_identifier: charge.paymentIdentifier,
      associated_payment_request_id: uuid,
      transaction_description: 109,
      status: 'Pending',
    };
    assert.deepEqual(chargeNews(charge, detail({ transactions: [done] }), []), {
      reading: 'approved',
      paymentRequestUuid: uuid,
    });
  });

  it('does not take a refund for its charge', () => {
    const refund = {
      payment_identifier: charge.paymentIdentifier,
      associated_payment_request_id: uuid,
      transaction_description: 115,
      status: 'Transferred',
    };
    assert.equal(chargeNews(charge, detail({ transactions: [refund] }), []), undefined);
    const listed = { ...record('Transferred'), transaction_description: 'Consumer Refund Credit' };
    assert.equal(chargeNews(charge, detail(), [listed]), undefined);
  });

  it('finds what has ended without a transaction in the activity', () => {
    for (const [status, reading] of [
      ['Rejected', 'rejected'],
      ['Expired', 'expired'],
      ['Canceled', 'canceled'],
    ]) {
      const news = chargeNews(charge, detail(), [record(status ?? '')]);
      assert.deepEqual(news, { reading, paymentRequestUuid: uuid });
    }
  });

  it('leaves what is Pending there, or not known, to the next reading', () => {
    assert.equal(chargeNews(charge, detail(), [record('Pending')]), 'in_between');
    assert.equal(chargeNews(charge, detail(), [record('Dreaming')]), 'in_between');
  });

  it('knows nothing of what is nowhere', () => {
    assert.equal(chargeNews(charge, detail(), [record('Rejected', 'another')]), undefined);
  });
});
