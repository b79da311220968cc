import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unexplainedCharge } from '../../../../server/bff/domain/unexplained-charge.ts';
import type { LenderChargeStatus, ChargeRecord } from '../../../../server/bff/lender/lender.ts';
import { aCharge, aLoan, aRecord } from '../../../helpers/checkouts.ts';

describe('unexplainedCharge()', () => {
  const charge = aCharge();
  const loan = aLoan();
  const uuid = 'abad1dea-1111-4222-8333-444455556666';
  const other = (parts: Partial<ChargeRecord> = {}) =>
    aRecord({ paymentRequestUuid: uuid, paymentIdentifier: 'another', ...parts });
  const made = (parts: Partial<ChargeRecord> = {}) =>
    other({ list: 'transactions', reading: 'approved', ...parts });

  it('finds a transaction or a waiting request of which nothing is known', () => {
    assert.equal(unexplainedCharge([made()], loan, [charge]), uuid);
    assert.equal(unexplainedCharge([other()], loan, [charge]), uuid);
    assert.equal(unexplainedCharge([other({ paymentIdentifier: null })], loan, []), uuid);
  });

  it('takes what is known by its identifier or its request', () => {
    const { paymentIdentifier, paymentRequestUuid } = charge;
    const lost = aCharge({ state: 'unknown', paymentRequestUuid: null });
    assert.equal(unexplainedCharge([made({ paymentIdentifier })], loan, [lost]), undefined);
    const named = made({ paymentIdentifier: null, paymentRequestUuid });
    assert.equal(unexplainedCharge([named], loan, [charge]), undefined);
  });

  it('leaves out what moved no money, later charges, refunds and other loans', () => {
    const over: LenderChargeStatus[] = ['failed', 'reversed', 'rejected', 'expired', 'canceled'];
    for (const reading of over) {
      assert.equal(unexplainedCharge([made({ reading })], loan, []), undefined, reading);
    }
    for (const kind of [111, 113, 115]) {
      const records = [made({ kind }), other({ kind })];
      assert.equal(unexplainedCharge(records, loan, []), undefined);
    }
    assert.equal(unexplainedCharge([made({ loanNumber: '1111111111' })], loan, []), undefined);
  });
});
