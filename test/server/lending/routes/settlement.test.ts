import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { settlement } from '../../../../server/lending-api/settlement.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { daySeconds } from '../../../helpers/durations.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

const path = (user = 'hillside-admin') => `/api/v1/sponsor/merchants/${user}/settled/`;
const check = async (body: unknown) => settlement.parse(await flow.call('POST', path(), body));
const ofCharge = (payment_request_uuid: string) => check({ payment_request_uuid });

describe('POST {request_user_id}/settled', () => {
  for (const [to, expected] of [
    ['Pending', '2026-03-04'],
    ['Submitted', '2026-03-04'],
    ['Successful', '2026-03-04'],
    ['Failed', null],
    ['Excluded', null],
    ['Reversed', null],
  ] as const) {
    it(`tells of a ${to} charge that it has not settled, and when it should [conformance:not-settled ${to}]`, async () => {
      const id = await flow.approvedCharge(await anAcceptedLoan(lending));
      await flow.sandbox(`/transactions/${id}/advance`, { to });
      assert.deepEqual(await ofCharge(id), {
        payment_request_uuid: id,
        is_settled: false,
        status: to,
        settled_at: null,
        expected_settlement_date: expected,
      });
    });
  }

  it('tells when a charge has settled [conformance:post-merchants-request-user-id-settled]', async () => {
    const id = await flow.settledCharge(await anAcceptedLoan(lending));
    assert.deepEqual(await ofCharge(id), {
      payment_request_uuid: id,
      is_settled: true,
      status: 'Transferred',
      settled_at: '2026-03-02T15:00:00Z',
      expected_settlement_date: null,
    });
  });

  it('tells of a refund by its own id, with or without its charge’s', async () => {
    const charge = await flow.settledCharge(await anAcceptedLoan(lending));
    const { refund_request_uuid } = await flow.refund(charge);
    const expected = {
      payment_request_uuid: charge,
      refund_request_uuid,
      is_settled: false,
      status: 'Pending',
      settled_at: null,
      expected_settlement_date: '2026-03-04',
    };
    assert.deepEqual(await check({ refund_request_uuid }), expected);
    assert.deepEqual(await check({ refund_request_uuid, payment_request_uuid: charge }), expected);
    await flow.sandbox(`/transactions/${refund_request_uuid}/advance`, { to: 'Transferred' });
    assert.partialDeepStrictEqual(await check({ refund_request_uuid }), {
      is_settled: true,
      status: 'Transferred',
    });
  });

  it('counts a refund of a charge that had not gone out as settled', async () => {
    const charge = await flow.approvedCharge(await anAcceptedLoan(lending));
    const { refund_request_uuid } = await flow.refund(charge);
    assert.partialDeepStrictEqual(await check({ refund_request_uuid }), {
      is_settled: true,
      status: 'Successful',
      settled_at: '2026-03-02T15:00:00Z',
      expected_settlement_date: null,
    });
  });

  it('tells of a request that was not approved what became of it', async () => {
    const loan = await anAcceptedLoan(lending);
    const waiting = await flow.charge(loan);
    const rejected = await flow.charge(loan);
    await flow.sandbox(`/payment-requests/${rejected}/reject`);
    assert.equal((await ofCharge(waiting)).status, 'Pending');
    assert.equal((await ofCharge(rejected)).status, 'Rejected');
  });

  it('refuses what names nothing, is unknown, or is another user’s', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.settledCharge(loan);
    const body = { payment_request_uuid: id };
    await flow.call('POST', path(), {}, 400);
    await flow.call('POST', path(), { payment_request_uuid: 'PR-1' }, 400);
    const unknown = '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10';
    await flow.call('POST', path(), { payment_request_uuid: unknown }, 404);
    await flow.call('POST', path(), { refund_request_uuid: id }, 404);
    await flow.call('POST', path('nobody'), body, 404);
    await flow.call('POST', path('hillside-rep-2'), body, 403);
    await flow.call('POST', path('hillside-rep-1'), body);
    const { refund_request_uuid } = await flow.refund(id);
    await flow.call('POST', path('hillside-rep-2'), { refund_request_uuid }, 403);
    await flow.call('POST', path('hillside-rep-1'), { refund_request_uuid });
    const other = await flow.settledCharge(loan);
    const mixed = { refund_request_uuid, payment_request_uuid: other };
    await flow.call('POST', path(), mixed, 404);
  });

  // Last, since the clock cannot go back.
  it('promises no day for a charge that has missed its own', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.approvedCharge(loan, { payment_identifier: 'sbx:slow' });
    for (const [seconds, expected_settlement_date] of [
      [2.5 * daySeconds, '2026-03-04'],
      [daySeconds, null],
    ] as const) {
      await flow.sandbox('/clock/advance', { seconds });
      const answer = await ofCharge(id);
      assert.partialDeepStrictEqual(answer, { status: 'Submitted', expected_settlement_date });
    }
  });
});
