import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { pageOf } from '../../../../server/lending-api/answers.ts';
import { loanApplicationDetail } from '../../../../server/lending-api/loan-applications.ts';
import { activity, completedTransaction } from '../../../../server/lending-api/transactions.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { type FundingFlow, fundingFlow } from '../funding-flow.ts';

const base = '/api/v1/sponsor/merchants';

describe('a refund in the lists', () => {
  let lending: TestLending;
  let of: FundingFlow;
  let loan: ApplicationRow;
  let charge: string;
  let refund: string;
  before(async () => {
    lending = await startTestLending();
    of = fundingFlow(lending);
    loan = await anAcceptedLoan(lending);
    charge = await of.settledCharge(loan, { payment_identifier: 'order-1' });
    await of.advanceHours(24);
    const answer = await of.refund(charge, {
      consumer_charge_amount: '333.33',
      net_to_merchant_amount: '313.33',
      net_platform_fee: '13.33',
      net_to_sponsor_amount: '6.67',
      payment_identifier: 'refund-1',
    });
    refund = String(answer.refund_request_uuid);
  });
  after(() => lending.close());

  it('is a record of its own among the transactions, with its legs', async () => {
    const body = await of.call('GET', `${base}/transactions/hillside-rep-1/`);
    const [record, ...others] = z.array(completedTransaction).parse(body);
    assert.equal(others.length, 1);
    assert.partialDeepStrictEqual(record, {
      associated_payment_request_id: charge,
      transaction_description: 115,
      consumer_charge_amount: '333.33',
      status: 'Pending',
      request_datetime: '2026-03-03T15:00:00Z',
      submitted_by: 'hillside-admin',
      payment_identifier: 'refund-1',
    });
    assert.deepEqual(
      record?.merchant_transactions.map((item) => [item.transaction_type, item.transaction_amount]),
      [
        ['Consumer Refund Debit', '333.33'],
        ['Merchant Fee Credit', '20.00'],
        ['Service Fee Credit', '13.33'],
        ['Sponsor Fee Debit', '6.67'],
      ],
    );
  });

  it('is in the loan’s own transactions', async () => {
    const path = `${base}/loan-applications/hillside-rep-1/loan/${loan.loan_id}/`;
    const { transactions } = loanApplicationDetail.parse(await of.call('GET', path));
    assert.deepEqual(
      transactions.map((record) => record.transaction_description),
      [115, 109],
    );
  });

  it('is an activity beside its charge, newest first, and counted', async () => {
    const activities = async (query = '') =>
      pageOf(activity).parse(
        await of.call('GET', `${base}/hillside-rep-1/all-transactions/${query}`),
      );
    const { count, results } = await activities();
    assert.equal(count, 2);
    assert.partialDeepStrictEqual(results, [
      {
        payment_request_uuid: charge,
        transaction_description: 'Consumer Refund Credit',
        payment_request_status: 'Pending',
        consumer_charge_amount: '333.33',
        merchant_fee_transaction_amount: '20.00',
        net_to_merchant_amount: '313.33',
        requested_by: 'hillside-admin',
        is_settled: false,
        payment_identifier: 'refund-1',
      },
      { payment_request_uuid: charge, payment_request_status: 'Transferred', is_settled: true },
    ]);
    const second = await activities('?page=2&page_size=1');
    assert.equal(second.results[0]?.payment_identifier, 'order-1');
    const number = loan.consumer_application_human_readable_id;
    assert.equal((await activities(`?search=${number}`)).count, 2);
    assert.equal((await activities(`?search=${number}&begin_date=03/03/2026`)).count, 1);
    assert.equal((await activities('?search=1')).results.length, number.includes('1') ? 2 : 0);
  });

  it('is settled in them once it has', async () => {
    await of.sandbox(`/transactions/${refund}/advance`, { to: 'Transferred' });
    const path = `${base}/hillside-rep-1/all-transactions/`;
    const { results } = pageOf(activity).parse(await of.call('GET', path));
    assert.deepEqual(
      results.map((record) => record.is_settled),
      [true, true],
    );
  });
});
