import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aCharge, anAcceptedLoan, chargePath } from '../../../../helpers/accepted-loan.ts';
import { hourMs } from '../../../../helpers/durations.ts';
import type { startTestLending, TestLending } from '../../../../helpers/lending.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';

/** Each test has a service of its own, whose clock begins on Monday 2026-03-02, 10:00 in New York. */
async function setup(
  t: { after(fn: () => Promise<void>): void },
  config: Parameters<typeof startTestLending>[0] = {},
) {
  const { lending, flow } = await startFunding(config);
  t.after(() => lending.close());
  return { lending, flow };
}

const iso = (at: number | null | undefined) =>
  typeof at === 'number' ? new Date(at).toISOString().slice(0, 16) : at;

describe('an approved charge', () => {
  it('goes out at the batch cut-off and settles two business days on [conformance:deadline-settlement]', async (t) => {
    const { lending, flow } = await setup(t);
    const id = await flow.approvedCharge(await anAcceptedLoan(lending));
    await flow.advanceHours(6);
    assert.equal((await flow.transactionRow(id))?.status, 'Pending');
    await flow.advanceHours(1);
    const successful = await flow.transactionRow(id);
    assert.equal(successful?.status, 'Successful');
    assert.equal(iso(successful?.status_at), '2026-03-02T22:00');
    assert.equal(successful?.expected_settlement_date, '2026-03-04');
    await flow.advanceHours(47);
    assert.equal((await flow.transactionRow(id))?.status, 'Successful');
    await flow.advanceHours(1);
    const transferred = await flow.transactionRow(id);
    assert.equal(transferred?.status, 'Transferred');
    assert.equal(iso(transferred?.settled_at), '2026-03-04T22:00');
  });

  it('has the same dates when the clock moves on by a month in one call', async (t) => {
    const { lending, flow } = await setup(t);
    const id = await flow.approvedCharge(await anAcceptedLoan(lending));
    await flow.advanceHours(30 * 24);
    const transferred = await flow.transactionRow(id);
    assert.equal(transferred?.status, 'Transferred');
    assert.equal(iso(transferred?.settled_at), '2026-03-04T22:00');
  });

  for (const [identifier, status] of [
    ['sbx:processor_fail', 'Failed'],
    ['sbx:exclude#order-17', 'Excluded'],
    ['sbx:reverse', 'Reversed'],
  ] as const) {
    it(`that ends ${status} (${identifier}) is not spent`, async (t) => {
      const { lending, flow } = await setup(t);
      const loan = await anAcceptedLoan(lending);
      const id = await flow.approvedCharge(loan, { payment_identifier: identifier });
      assert.deepEqual(await flow.balance(loan), { spent: 100_000, pending: 0 });
      await flow.advanceHours(7 * 24);
      assert.equal((await flow.transactionRow(id))?.status, status);
      assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    });
  }

  it('stays Submitted with sbx:slow, and stays spent', async (t) => {
    const { lending, flow } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const id = await flow.approvedCharge(loan, { payment_identifier: 'sbx:slow' });
    await flow.advanceHours(7 * 24);
    assert.equal((await flow.transactionRow(id))?.status, 'Submitted');
    assert.deepEqual(await flow.balance(loan), { spent: 100_000, pending: 0 });
  });

  it('that the processor decides on days later settles two business days after that', async (t) => {
    const { lending, flow } = await setup(t);
    const { processor } = lending.context.providers;
    const { submit } = processor;
    processor.submit = async () => ({ outcome: 'undecided' });
    const id = await flow.approvedCharge(await anAcceptedLoan(lending));
    await flow.advanceHours(3 * 24);
    assert.equal((await flow.transactionRow(id))?.status, 'Submitted');
    processor.submit = submit;
    await flow.advanceHours(24);
    const successful = await flow.transactionRow(id);
    assert.equal(successful?.status, 'Successful');
    assert.equal(iso(successful?.status_at), '2026-03-05T22:00');
    assert.equal(successful?.expected_settlement_date, '2026-03-09');
    await flow.advanceHours(4 * 24);
    const transferred = await flow.transactionRow(id);
    assert.equal(iso(transferred?.settled_at), '2026-03-09T21:00');
  });

  it('of the final kind ends the purchase window and what waits for approval [conformance:transaction-code-113]', async (t) => {
    const { lending, flow } = await setup(t);
    const loan = await anAcceptedLoan(lending);
    const waiting = await flow.charge(loan);
    await flow.approvedCharge(loan, { transaction_description: 113 });
    await flow.advanceHours(7);
    assert.equal((await flow.chargeRow(waiting)).status, 'Canceled');
    assert.deepEqual(await flow.balance(loan), { spent: 100_000, pending: 0 });
    const refused = await flow.call('POST', chargePath, aCharge(loan), 400);
    assert.match(String(refused.detail), /purchase window/);
  });

  it('of the final kind opens no window again that ended before the processor took it', async (t) => {
    const { lending, flow } = await setup(t);
    const purchase_window_ends_at = lending.context.clock.now('sponsor@example.test') + hourMs;
    const loan = await anAcceptedLoan(lending, { purchase_window_ends_at });
    const id = await flow.approvedCharge(loan, { transaction_description: 113 });
    await flow.advanceHours(7);
    assert.equal((await flow.transactionRow(id))?.status, 'Successful');
    const { query } = lending.context.database;
    const after = query.selectFrom('applications').select('purchase_window_ends_at');
    assert.deepEqual(await after.where('id', '=', loan.id).executeTakeFirst(), {
      purchase_window_ends_at,
    });
  });

  it('of the final kind is a charge like another where the lender says so', async (t) => {
    const loanTerms = { hardInquiryOnAccept: false, finalChargeClosesWindow: false };
    const { lending, flow } = await setup(t, { loanTerms });
    const loan = await anAcceptedLoan(lending);
    const waiting = await flow.charge(loan);
    await flow.approvedCharge(loan, { transaction_description: 113 });
    await flow.advanceHours(7);
    assert.equal((await flow.chargeRow(waiting)).status, 'Pending');
    await flow.charge(loan);
  });
});

describe('POST sandbox transactions advance', () => {
  let lending: TestLending;
  let flow: FundingFlow;
  before(async () => {
    ({ lending, flow } = await startFunding());
  });
  after(() => lending.close());

  for (const [to, is_settled, spent] of [
    ['Submitted', false, 100_000],
    ['Successful', false, 100_000],
    ['Transferred', true, 100_000],
    ['Failed', false, 0],
    ['Excluded', false, 0],
    ['Reversed', false, 0],
  ] as const) {
    it(`takes a charge to ${to}`, async () => {
      const loan = await anAcceptedLoan(lending);
      const id = await flow.approvedCharge(loan);
      const answer = await flow.sandbox(`/transactions/${id}/advance`, { to });
      assert.deepEqual(answer, { status: to, is_settled });
      assert.deepEqual(await flow.balance(loan), { spent, pending: 0 });
    });
  }

  it('refuses a status that is not reached, an unknown one and an unknown charge', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.approvedCharge(loan);
    await flow.sandbox(`/transactions/${id}/advance`, { to: 'Transferred' });
    await flow.sandbox(`/transactions/${id}/advance`, { to: 'Pending' }, 400);
    await flow.sandbox(`/transactions/${id}/advance`, { to: 'Lost' }, 400);
    await flow.sandbox(`/transactions/nothing/advance`, { to: 'Failed' }, 404);
  });
});
