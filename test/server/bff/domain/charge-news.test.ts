import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chargeNews } from '../../../../server/bff/domain/charge-news.ts';
import type { LoanApplicationDetail } from '../../../../server/lending-api/loan-applications.ts';
import type { Activity } from '../../../../server/lending-api/transactions.ts';
import { aCharge } from '../../../helpers/checkouts.ts';

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
