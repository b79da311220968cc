import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Refund } from '../../../../server/bff/domain/refund.ts';
import { isRefunded } from '../../../../server/bff/domain/refund-owner.ts';
import type { ChargeRecord } from '../../../../server/bff/lender/lender.ts';
import { aCharge, aLoan, aRecord, aRefund } from '../../../helpers/checkouts.ts';

const charge = aCharge({ state: 'settled' });
const other = aCharge({
  id: 'other',
  kind: 111,
  state: 'settled',
  amountCents: charge.amountCents,
  paymentIdentifier: 'other-identifier',
  paymentRequestUuid: 'other-uuid',
});

/** A refund's own row, over all of the charge. */
const row = (parts: Partial<ChargeRecord> = {}) =>
  aRecord({
    list: 'transactions',
    kind: 115,
    paymentIdentifier: null,
    paymentRequestUuid: 'a-refund',
    cents: charge.amountCents,
    lenderStatus: 'settled',
    ...parts,
  });

const said = (
  records: readonly ChargeRecord[],
  { charges = [charge, other], refunds = [] as readonly Refund[] } = {},
) => isRefunded(charge, records, { loan: aLoan(), charges, refunds });

describe('isRefunded()', () => {
  it('is by refunds of the loan that come to all of the charge', () => {
    assert.equal(said([]), false);
    assert.equal(said([row()]), true);
    const part = charge.amountCents - 1;
    assert.equal(said([row({ cents: part })]), false);
    assert.equal(said([row({ cents: part }), row({ paymentRequestUuid: 'b', cents: 1 })]), true);
  });

  it('is not by one that failed, that is of another loan, or of one that is not said', () => {
    assert.equal(said([row({ lenderStatus: 'failed' })]), false);
    assert.equal(said([row({ loanNumber: '1111111111' })]), false);
    assert.equal(said([row({ loanNumber: null })]), false);
    const named = row({ loanNumber: null, paymentRequestUuid: charge.paymentRequestUuid });
    assert.equal(said([named]), true);
  });

  it('is not by one that is known to be of another charge', () => {
    assert.equal(said([row({ paymentRequestUuid: other.paymentRequestUuid })]), false);
    const ofOther = aRefund({ chargeId: other.id, refundUuid: 'a-refund', state: 'settled' });
    assert.equal(said([row()], { refunds: [ofOther] }), false);
    assert.equal(said([row()], { charges: [charge, { ...other, state: 'refunded' }] }), false);
  });

  it('is by one that could be of it, and by one whose amount cannot be read', () => {
    const ofOther = aRefund({
      chargeId: other.id,
      refundUuid: null,
      state: 'pending',
      amountCents: charge.amountCents,
    });
    assert.equal(said([row()], { refunds: [ofOther] }), true);
    assert.equal(said([row({ cents: null })]), true);
  });
});
