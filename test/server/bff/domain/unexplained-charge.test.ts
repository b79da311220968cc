import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unexplainedCharge } from '../../../../server/bff/domain/unexplained-charge.ts';
import type { LoanApplicationDetail } from '../../../../server/lending-api/loan-applications.ts';
import { aCharge } from '../../../helpers/checkouts.ts';

describe('unexplainedCharge()', () => {
  const charge = aCharge();
  const uuid = 'abad1dea-1111-4222-8333-444455556666';
  const made = (parts: object = {}) => ({
    associated_payment_request_id: uuid,
    payment_identifier: 'another',
    transaction_description: 109,
    status: 'Successful',
    ...parts,
  });
  const waiting = (parts: object = {}) => ({
    payment_request_uuid: uuid,
    payment_identifier: 'another',
    transaction_description: 109,
    payment_request_status: 'Pending',
    ...parts,
  });
  const records = (transactions: object[], pending_payment_requests: object[] = []) =>
    ({ transactions, pending_payment_requests }) as unknown as LoanApplicationDetail;
  const { paymentIdentifier: payment_identifier, paymentRequestUuid } = charge;

  it('finds a transaction or a waiting request of which nothing is known', () => {
    assert.equal(unexplainedCharge(records([made()]), [charge]), uuid);
    assert.equal(unexplainedCharge(records([], [waiting()]), [charge]), uuid);
    assert.equal(unexplainedCharge(records([], [waiting({ payment_identifier: null })]), []), uuid);
  });

  it('takes what is known by its identifier or its request', () => {
    const known = records([made({ payment_identifier })], [waiting({ payment_identifier })]);
    assert.equal(unexplainedCharge(known, [charge]), undefined);
    const named = records([
      made({
        payment_identifier: undefined,
        associated_payment_request_id: paymentRequestUuid,
      }),
    ]);
    assert.equal(unexplainedCharge(named, [charge]), undefined);
  });

  it('leaves out what moved no money, later charges and refunds', () => {
    for (const status of ['Failed', 'Reversed', 'Excluded']) {
      assert.equal(unexplainedCharge(records([made({ status })]), []), undefined, status);
    }
    for (const transaction_description of [111, 113, 115]) {
      const other = { transaction_description };
      assert.equal(unexplainedCharge(records([made(other)], [waiting(other)]), []), undefined);
    }
  });
});
