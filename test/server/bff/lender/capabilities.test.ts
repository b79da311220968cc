import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scriptedLender } from '../../../helpers/scripted-lender.ts';

const uuid = '6fa459ea-ee8a-11d2-90d4-00c04fd430c8';
const account = { requestUserId: 'rep', applicationId: 'app-1' };

const refund = {
  adminUserId: 'admin',
  paymentRequestUuid: uuid,
  cents: 40_000,
  split: {
    net_to_merchant_amount_cents: 37_600,
    net_platform_fee_cents: 1_600,
    net_to_sponsor_amount_cents: 800,
  },
  callbackUrl: 'https://bff.example/callbacks/transaction',
  reason: 'Work not done',
  paymentIdentifier: undefined,
  idempotencyKey: 'key-1',
};

describe('a call whose answer is open', () => {
  for (const [said, answer] of [
    ['nothing', { status: 204, text: '' }],
    ['nothing by a 200', { text: '' }],
    ['another form', { body: [] }],
  ] as const) {
    it(`is done where the lender says ${said}`, async (t) => {
      const { lender } = await scriptedLender(t, () => answer);
      assert.deepEqual(await lender.refund?.(refund), { refundUuid: null, lenderStatus: null });
      const approval = { requestUserId: 'rep', paymentRequestUuid: uuid, authorization: undefined };
      assert.deepEqual(await lender.approveOnBehalf?.(approval), { lenderStatus: 'approved' });
      assert.equal(await lender.cancelAccount?.(account), undefined);
    });
  }

  it('may be done or not where a 2xx is no JSON, as that of a gateway is', async (t) => {
    const { lender } = await scriptedLender(t, () => ({ text: '<h1>Maintenance</h1>' }));
    const approval = { requestUserId: 'rep', paymentRequestUuid: uuid, authorization: undefined };
    for (const call of [
      lender.refund?.(refund),
      lender.approveOnBehalf?.(approval),
      lender.cancelAccount?.(account),
      lender.increaseCreditLine?.({ ...account, cents: 1_200_050 }),
    ]) {
      await assert.rejects(async () => call, { name: 'LenderError', failure: 'unknown' });
    }
  });

  it('sends what the API names', async (t) => {
    const { lender, requests } = await scriptedLender(t, () => ({ body: { detail: 'Done.' } }));
    await lender.increaseCreditLine?.({ ...account, cents: 1_200_050 });
    await lender.refund?.(refund);
    const [increase, refunded] = requests;
    assert.deepEqual(increase?.body, {
      external_application_id: 'app-1',
      request_user_id: 'rep',
      cli_amount: 12_000.5,
    });
    assert.equal(refunded?.headers['idempotency-key'], 'key-1');
    assert.deepEqual(refunded?.body, {
      request_user_id: 'admin',
      payment_request_uuid: uuid,
      consumer_charge_amount: '400.00',
      net_to_merchant_amount: '376.00',
      net_platform_fee: '16.00',
      net_to_sponsor_amount: '8.00',
      transaction_callback_url: refund.callbackUrl,
      reason: 'Work not done',
    });
  });
});

describe('refundable()', () => {
  it('reads what it can of each row', async (t) => {
    const { lender } = await scriptedLender(t, () => ({
      body: {
        count: 2,
        next: null,
        results: [
          { payment_request_uuid: uuid.toUpperCase(), maximum_refundable_amount: 1000 },
          'x',
        ],
      },
    }));
    assert.deepEqual(await lender.refundable?.(account), {
      isWhole: false,
      records: [
        {
          paymentRequestUuid: uuid,
          maximumRefundableCents: 100_000,
          isSettled: null,
          isPartialAllowed: null,
        },
      ],
    });
  });
});

describe('settlement()', () => {
  for (const [body, isSettled, lenderStatus] of [
    [{ is_settled: true, status: 'Transferred' }, true, 'settled'],
    [{ is_settled: false, status: 'Pending' }, false, null],
    [{ is_settled: 'yes' }, null, null],
  ] as const) {
    it(`reads ${JSON.stringify(body)}`, async (t) => {
      const { lender } = await scriptedLender(t, () => ({ body }));
      const query = { adminUserId: 'admin', paymentRequestUuid: uuid };
      assert.deepEqual(await lender.settlement?.(query), { isSettled, lenderStatus });
    });
  }
});
