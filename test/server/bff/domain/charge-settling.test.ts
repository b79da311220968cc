import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settleCharge } from '../../../../server/bff/domain/charge-settling.ts';
import { IllegalMoveError } from '../../../../server/bff/domain/checkout-machine.ts';
import { aCharge, anAcceptedCheckout } from '../../../helpers/checkouts.ts';

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
