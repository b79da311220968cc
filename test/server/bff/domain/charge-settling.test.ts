import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settleCharge } from '../../../../server/bff/domain/charge-settling.ts';
import { IllegalTransitionError } from '../../../../server/bff/domain/checkout-machine.ts';
import { aCharge, anAcceptedCheckout, noon } from '../../../helpers/checkouts.ts';

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

  it('keeps when it was first seen settled', () => {
    const update = { state: 'settled', paymentRequestUuid } as const;
    const approved = anAcceptedCheckout({ charges: [aCharge({ state: 'approved' })] });
    const settled = settleCharge(approved, aCharge().id, { update, now: noon });
    assert.equal(settled.charges[0]?.settledAt, noon);
    const again = settleCharge(settled, aCharge().id, { update, now: noon + 1 });
    assert.equal(again.charges[0]?.settledAt, noon);
  });
});
