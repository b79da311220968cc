import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startCharge } from '../../../../server/bff/domain/charge-intent.ts';
import { voidCharge } from '../../../../server/bff/domain/charge-settling.ts';
import { currentCharge } from '../../../../server/bff/domain/checkout.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import { splitFee } from '../../../../server/loan-math/fee-split.ts';
import { aCharge, anAcceptedCheckout, anOrder, noon } from '../../../helpers/checkouts.ts';

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
