import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProcessorPayment } from '../../../../../server/lending/providers/providers.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import { consumerRefundOutcomeEvent } from '../../../../../server/lending-api/events.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { hourMs } from '../../../../helpers/durations.ts';
import { startFunding } from '../../funding-flow.ts';

const third = {
  consumer_charge_amount: '333.33',
  net_to_merchant_amount: '313.33',
  net_platform_fee: '13.33',
  net_to_sponsor_amount: '6.67',
};

/** Each test has a service of its own, whose clock begins on Monday 2026-03-02, 10:00 in New York. */
async function setup(t: { after(fn: () => Promise<void>): void }) {
  const { lending, flow } = await startFunding();
  t.after(() => lending.close());
  return {
    lending,
    flow,
    refundOf: async (charge: string, change = {}) =>
      String((await flow.refund(charge, change)).refund_request_uuid),
    rowOf: async (id: string) => {
      const row = await flow.transactionRow(id);
      if (!row) throw new Error(`no transaction ${id}`);
      return row;
    },
    outcomes: async (loan: ApplicationRow) =>
      (await flow.callbacks(loan))
        .filter(({ event_type }) => event_type === 'consumer_refund_outcome')
        .map((callback) => consumerRefundOutcomeEvent.parse(callback)),
    available: async (loan: ApplicationRow) => {
      const path = `/api/v1/sponsor/merchants/loan-applications/hillside-admin/loan/${loan.loan_id}/`;
      return String((await flow.call('GET', path)).available_spend);
    },
  };
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16));

describe('a refund of a settled charge', () => {
  it('is handed to the processor under its own id and amount, as its charge was', async (t) => {
    const { lending, flow, refundOf } = await setup(t);
    const { providers } = lending.context;
    const { submit, settle } = providers.processor;
    const handed: ProcessorPayment[] = [];
    providers.processor = {
      submit: (payment) => {
        handed.push(payment);
        return submit(payment);
      },
      settle: (payment) => {
        handed.push(payment);
        return settle(payment);
      },
    };
    const loan = await anAcceptedLoan(lending);
    const id = await flow.approvedCharge(loan, { payment_identifier: 'order-17' });
    await flow.advanceHours(7 * 24);
    const refundId = await refundOf(id, { ...third, payment_identifier: 'refund-17' });
    await flow.advanceHours(7 * 24);
    const charge = { id, kind: 'charge', amount_cents: 100_000, payment_identifier: 'order-17' };
    const refund = {
      id: refundId,
      kind: 'refund',
      amount_cents: 33_333,
      payment_identifier: 'refund-17',
    };
    assert.deepEqual(handed, [charge, charge, refund, refund]);
  });

  it('goes out at the cut-off, settles two business days on, and then is not spent', async (t) => {
    const { lending, flow, refundOf, rowOf, outcomes, available } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const charge = await flow.settledCharge(loan);
    const id = await refundOf(charge, { ...third, payment_identifier: 'refund-17' });
    await flow.advanceHours(6);
    assert.equal((await rowOf(id)).status, 'Pending');
    await flow.advanceHours(1);
    const successful = await rowOf(id);
    assert.equal(successful.status, 'Successful');
    assert.equal(successful.expected_settlement_date, '2026-03-04');
    await flow.advanceHours(47);
    assert.deepEqual(await flow.balance(loan), { spent: 100_000, pending: 0 });
    assert.deepEqual(await outcomes(loan), []);
    await flow.advanceHours(1);
    const { status, settled_at } = await rowOf(id);
    assert.deepEqual([status, iso(settled_at)], ['Transferred', '2026-03-04T22:00']);
    assert.deepEqual(await flow.balance(loan), { spent: 66_667, pending: 0 });
    assert.equal(await available(loan), '9333.33');
    assert.equal((await rowOf(charge)).status, 'Transferred');
    const [outcome, ...others] = await outcomes(loan);
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(outcome, {
      refund_request_uuid: id,
      payment_request_uuid: charge,
      external_application_id: loan.external_application_id,
      outcome: 'settled',
      status: 'Transferred',
      refund_type: 'partial',
      ...third,
      settled_at: '2026-03-04T22:00:00Z',
      payment_identifier: 'refund-17',
    });
  });

  it('has the same dates when the clock moves on by a year in one call', async (t) => {
    const { lending, flow, refundOf, rowOf, available } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const id = await refundOf(await flow.settledCharge(loan), third);
    await flow.advanceHours(365 * 24);
    const { status, settled_at } = await rowOf(id);
    assert.deepEqual([status, iso(settled_at)], ['Transferred', '2026-03-04T22:00']);
    // It settled while the purchase window was open, which is over now.
    assert.equal(await available(loan), '9333.33');
  });

  it('skips weekends and holidays', async (t) => {
    const { lending, flow, refundOf, rowOf } = await setup(t);
    const charge = await flow.settledCharge(await anAcceptedLoan(lending));
    // To Thursday 2 July 2026, past the cut-off; Friday is before a Saturday's holiday, and open.
    await flow.advanceHours(122 * 24 + 8);
    const id = await refundOf(charge);
    await flow.advanceHours(7 * 24);
    const { status_at, settled_at } = await rowOf(id);
    assert.equal(iso(status_at), '2026-07-07T21:00');
    assert.equal(iso(settled_at), '2026-07-07T21:00');
  });

  it('that fails at the processor may be asked for again', async (t) => {
    const { lending, flow, refundOf, rowOf, outcomes } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const charge = await flow.settledCharge(loan);
    const id = await refundOf(charge, { payment_identifier: 'sbx:processor_fail' });
    await flow.advanceHours(7);
    assert.equal((await rowOf(id)).status, 'Failed');
    assert.deepEqual(await flow.balance(loan), { spent: 100_000, pending: 0 });
    assert.partialDeepStrictEqual(await outcomes(loan), [
      { outcome: 'failed', status: 'Failed', refund_type: 'full', settled_at: null },
    ]);
    const again = await flow.refund(charge);
    assert.equal(again.refund_type, 'full');
  });

  it('stays Submitted with sbx:slow, and in flight', async (t) => {
    const { lending, flow, refundOf, rowOf } = await setup(t);
    const charge = await flow.settledCharge(await anAcceptedLoan(lending));
    const id = await refundOf(charge, { ...third, payment_identifier: 'sbx:slow' });
    await flow.advanceHours(7 * 24);
    assert.equal((await rowOf(id)).status, 'Submitted');
    await flow.refund(charge, third, 400);
  });

  for (const identifier of ['sbx:exclude', 'sbx:reverse', 'sbx:consumer_reject']) {
    it(`settles with ${identifier}, which is for charges`, async (t) => {
      const { lending, flow, refundOf, rowOf } = await setup(t);
      const charge = await flow.settledCharge(await anAcceptedLoan(lending));
      const id = await refundOf(charge, { payment_identifier: identifier });
      await flow.advanceHours(7 * 24);
      assert.equal((await rowOf(id)).status, 'Transferred');
    });
  }

  it('gives nothing to spend again when the purchase window is over', async (t) => {
    const { lending, flow, refundOf, available } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const id = await refundOf(await flow.settledCharge(loan), third);
    await flow.setLoan(loan, {
      purchase_window_ends_at: lending.context.clock.now(loan.sponsor_id),
    });
    await flow.sandbox(`/transactions/${id}/advance`, { to: 'Transferred' });
    assert.deepEqual(await flow.balance(loan), { spent: 66_667, pending: 0 });
    assert.equal(await available(loan), '9000.00');
  });

  for (const to of ['Submitted', 'Successful', 'Transferred', 'Failed'] as const) {
    it(`is taken to ${to} by the sandbox`, async (t) => {
      const { lending, flow, refundOf } = await setup(t);
      const id = await refundOf(await flow.settledCharge(await anAcceptedLoan(lending)));
      const answer = await flow.sandbox(`/transactions/${id}/advance`, { to });
      assert.deepEqual(answer, { status: to, is_settled: to === 'Transferred' });
    });
  }

  it('is not taken where no refund goes', async (t) => {
    const { lending, flow, refundOf } = await setup(t);
    const id = await refundOf(await flow.settledCharge(await anAcceptedLoan(lending)));
    for (const to of ['Reversed', 'Excluded']) {
      await flow.sandbox(`/transactions/${id}/advance`, { to }, 400);
    }
  });
});

describe('a refund of a charge that had not gone out', () => {
  it('is settled at once: the charge is Reversed, and no batch takes either', async (t) => {
    const { lending, flow, refundOf, rowOf, outcomes, available } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const charge = await flow.approvedCharge(loan);
    const id = await refundOf(charge);
    assert.partialDeepStrictEqual(await outcomes(loan), [
      {
        outcome: 'settled',
        status: 'Successful',
        refund_type: 'full',
        settled_at: '2026-03-02T15:00:00Z',
      },
    ]);
    assert.equal(await available(loan), '10000.00');
    await flow.advanceHours(7 * 24);
    assert.equal((await rowOf(id)).status, 'Successful');
    assert.equal((await rowOf(charge)).status, 'Reversed');
    assert.equal((await outcomes(loan)).length, 1);
    await flow.sandbox(`/transactions/${id}/advance`, { to: 'Transferred' }, 400);
  });

  it('is refused from the cut-off on, though the batch’s timer has not run', async (t) => {
    const { lending, flow } = await setup(t);
    const charge = await flow.approvedCharge(await anAcceptedLoan(lending));
    await lending.stop();
    lending.tick(7 * hourMs);
    const refused = await flow.refund(charge, {}, 400);
    assert.match(String(refused.detail), /until settled/);
  });
});

describe('a charge that comes back after it was refunded', () => {
  it('takes back what was not refunded, and a refund that has not gone out fails', async (t) => {
    const { lending, flow, refundOf, rowOf, outcomes } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const charge = await flow.settledCharge(loan);
    const settled = await refundOf(charge, third);
    await flow.sandbox(`/transactions/${settled}/advance`, { to: 'Transferred' });
    const waiting = await refundOf(charge, third);
    await flow.sandbox(`/transactions/${charge}/advance`, { to: 'Reversed' });
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    assert.equal((await rowOf(waiting)).status, 'Failed');
    assert.deepEqual(
      // Both at the same time: their order is not kept.
      (await outcomes(loan)).map(({ outcome }) => outcome).toSorted(),
      ['failed', 'settled'],
    );
  });

  it('is not taken back twice by a refund that was on its way', async (t) => {
    const { lending, flow, refundOf, rowOf } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const charge = await flow.settledCharge(loan);
    const onItsWay = await refundOf(charge, third);
    await flow.sandbox(`/transactions/${onItsWay}/advance`, { to: 'Successful' });
    await flow.sandbox(`/transactions/${charge}/advance`, { to: 'Reversed' });
    await flow.advanceHours(7 * 24);
    assert.equal((await rowOf(onItsWay)).status, 'Transferred');
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
  });

  for (const [name, end] of [
    ['settles', 'Transferred'],
    ['fails', 'Failed'],
  ] as const) {
    it(`takes no more from the merchant than it brought when a refund on its way ${name}`, async (t) => {
      const { lending, flow, refundOf, rowOf } = await setup(t);
      const charge = await flow.settledCharge(await anAcceptedLoan(lending));
      const onItsWay = await refundOf(charge, third);
      await flow.sandbox(`/transactions/${onItsWay}/advance`, { to: 'Submitted' });
      await flow.sandbox(`/transactions/${charge}/advance`, { to: 'Reversed' });
      await flow.sandbox(`/transactions/${onItsWay}/advance`, { to: end });
      assert.equal((await rowOf(onItsWay)).status, end);
      const path = '/api/v1/sponsor/merchants/hillside-admin/statement/';
      const [statement] = (await flow.call('GET', path)) as unknown as Record<string, unknown>[];
      assert.equal(statement?.total_consumer_charges, '1000.00');
      assert.equal(statement.total_consumer_refunds, '1000.00');
      assert.equal(statement.total_fee_credits, statement.total_merchant_fees);
      assert.equal(statement.net_to_merchant_amount, '0.00');
    });
  }
});
