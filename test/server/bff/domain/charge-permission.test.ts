import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserChargeCents } from '../../../../server/bff/domain/charge-permission.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import { aCharge, aCheckout, anAcceptedCheckout, noon } from '../../../helpers/checkouts.ts';

const refused = (code: BffError['code']) => (error: unknown) => (error as BffError).code === code;

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
