import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { formatLoanNumber } from '../../../../server/lending/domain/loan.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { pageOf } from '../../../../server/lending-api/answers.ts';
import { pendingPaymentRequest } from '../../../../server/lending-api/payment-requests.ts';
import { activity, completedTransaction } from '../../../../server/lending-api/transactions.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { type FundingFlow, fundingFlow, startFunding } from '../funding-flow.ts';

const base = '/api/v1/sponsor/merchants';

let lending: TestLending;
let flow: FundingFlow;
let loans: Record<'ofRep1' | 'ofRep2', ApplicationRow>;
/** By what they are: one pending and one approved of the first loan, one approved of the second. */
let charges: Record<'pending' | 'approved' | 'ofRep2', string>;

before(async () => {
  ({ lending, flow } = await startFunding());
  loans = {
    ofRep1: await anAcceptedLoan(lending),
    ofRep2: await anAcceptedLoan(lending, { invited_by: 'hillside-rep-2', first_name: 'Bo' }),
  };
  const byManager = { request_user_id: 'hillside-manager', payment_identifier: 'order-1' };
  const byRep2 = { request_user_id: 'hillside-rep-2' };
  charges = {
    approved: await flow.approvedCharge(loans.ofRep1, byManager),
    ofRep2: await flow.approvedCharge(loans.ofRep2, byRep2),
    pending: '',
  };
  await flow.advanceHours(24);
  charges.pending = await flow.charge(loans.ofRep1, { transaction_description: 111 });
});
after(() => lending.close());

async function list<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await lending.call('GET', `${base}${path}`);
  const body: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return schema.parse(body);
}

const statusOf = async (path: string, as?: 'sponsor-two@example.test') =>
  (await lending.call('GET', `${base}${path}`, as ? { as } : {})).status;

describe('GET payment-request/{request_user_id}', () => {
  const pending = (user: string, query = '') =>
    list(`/payment-request/${user}/${query}`, z.array(pendingPaymentRequest));

  it('lists what waits for approval [conformance:transaction-code-111]', async () => {
    const [request, ...others] = await pending('hillside-rep-1');
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(request, {
      payment_request_uuid: charges.pending,
      external_application_id: loans.ofRep1.external_application_id,
      consumer_first_name: 'Ada',
      transaction_description: 111,
      consumer_charge_amount: '1000.00',
      net_to_merchant_amount: '940.00',
      payment_request_status: 'Pending',
      payment_identifier: null,
    });
  });

  it('shows a Salesrep its own only, Salesmanager and Admin all', async () => {
    assert.equal((await pending('hillside-rep-2')).length, 0);
    assert.equal((await pending('hillside-manager')).length, 1);
    assert.equal((await pending('hillside-admin')).length, 1);
  });

  it('compares days inclusively [conformance:get-merchants-payment-request-request-user-id]', async () => {
    const day = '2026-03-03';
    assert.equal((await pending('hillside-admin', `?begin_date=${day}&end_date=${day}`)).length, 1);
    assert.equal((await pending('hillside-admin', '?end_date=2026-03-02')).length, 0);
    assert.equal((await pending('hillside-admin', '?begin_date=2026-03-04')).length, 0);
  });

  it('takes the last day there is for a range without end', async () => {
    assert.equal((await pending('hillside-admin', '?end_date=9999-12-31')).length, 1);
    assert.equal((await pending('hillside-admin', '?begin_date=9999-12-31')).length, 0);
  });

  it('does not list what has expired, though its timer has not run', async () => {
    const {
      lending: own,
      flow: { charge, call },
    } = await startFunding();
    try {
      await charge(await anAcceptedLoan(own));
      await own.stop();
      own.tick(48 * hourMs);
      assert.deepEqual(await call('GET', `${base}/payment-request/hillside-admin/`), []);
    } finally {
      await own.close();
    }
  });

  it('answers 404 to an unknown user and another sponsor, 400 to a wrong date', async () => {
    assert.equal(await statusOf('/payment-request/nobody/'), 404);
    assert.equal(
      await statusOf('/payment-request/hillside-admin/', 'sponsor-two@example.test'),
      404,
    );
    assert.equal(await statusOf('/payment-request/hillside-admin/?begin_date=03/02/2026'), 400);
  });
});

describe('GET transactions/{request_user_id}', () => {
  const transactions = (user: string, query = '') =>
    list(`/transactions/${user}/${query}`, z.array(completedTransaction));

  it('lists approved charges with their legs, and no request that waits [conformance:transaction-code-109]', async () => {
    const records = await transactions('hillside-rep-1');
    assert.equal(records.length, 1);
    const [record] = records;
    assert.partialDeepStrictEqual(record, {
      associated_payment_request_id: charges.approved,
      consumer_first_name: 'Ada',
      transaction_description: 109,
      consumer_charge_amount: '1000.00',
      status: 'Successful',
      submitted_by: 'hillside-manager',
      payment_identifier: 'order-1',
    });
    assert.deepEqual(
      record?.merchant_transactions.map((item) => [item.transaction_type, item.transaction_amount]),
      [
        ['Consumer Charge Credit', '1000.00'],
        ['Merchant Fee Debit', '60.00'],
        ['Service Fee Debit', '40.00'],
        ['Sponsor Fee Credit', '20.00'],
      ],
    );
  });

  it('shows roles what is theirs and filters by the day of the request', async () => {
    assert.equal((await transactions('hillside-admin')).length, 2);
    assert.equal((await transactions('hillside-rep-2')).length, 1);
    assert.equal((await transactions('hillside-admin', '?end_date=2026-03-02')).length, 2);
    assert.equal((await transactions('hillside-admin', '?begin_date=2026-03-03')).length, 0);
    assert.equal((await transactions('hillside-admin', '?end_date=9999-12-31')).length, 2);
  });
});

describe('GET {request_user_id}/all-transactions', () => {
  const page = (user: string, query = '') =>
    list(`/${user}/all-transactions/${query}`, pageOf(activity));

  it('lists requests and charges, newest first, with the status of whichever counts', async () => {
    const { count, results } = await page('hillside-rep-1');
    assert.equal(count, 2);
    assert.deepEqual(
      results.map((record) => [record.payment_request_uuid, record.payment_request_status]),
      [
        [charges.pending, 'Pending'],
        [charges.approved, 'Successful'],
      ],
    );
    assert.partialDeepStrictEqual(results[1], {
      transaction_description: 'Consumer Deposit / Initial Charge',
      is_settled: false,
      payment_identifier: 'order-1',
      requested_by: 'hillside-manager',
      merchant_fee_transaction_amount: '60.00',
      net_to_merchant_amount: '940.00',
    });
    assert.match(results[1]?.product_name ?? '', /./);
  });

  it('shows the merchant’s fee as it is of the loan, whatever its product has', async () => {
    const before = await page('hillside-rep-2');
    assert.deepEqual(
      before.results.map(({ merchant_fee }) => merchant_fee),
      ['0.00'],
    );
    await flow.setLoan(loans.ofRep2, { merchant_fee_percent: '4.25' });
    const { results } = await page('hillside-rep-2');
    assert.deepEqual(
      results.map(({ merchant_fee }) => merchant_fee),
      ['4.25'],
    );
  });

  it('counts what the user may see', async () => {
    const { query } = lending.context.database;
    const elsewhere = { sponsor_id: 'sponsor@example.test', merchant_id: 'another', count: 7 };
    const row = { ...elsewhere, invited_by: 'hillside-rep-2' };
    await query.insertInto('activity_counts').values(row).execute();
    assert.equal((await page('hillside-admin')).count, 3);
    assert.equal((await page('hillside-rep-2')).count, 1);
    assert.equal((await page('hillside-manager')).count, 3);
  });

  it('turns pages by its own links [conformance:convention-page-envelope-1]', async () => {
    const first = await page('hillside-admin', '?page_size=2&begin_date=03/01/2026');
    assert.deepEqual([first.count, first.results.length, first.previous], [3, 2, undefined]);
    const next = new URL(first.next ?? '');
    assert.equal(next.origin, 'http://localhost:8788');
    const second = await page('hillside-admin', next.search);
    assert.deepEqual([second.results.length, second.next], [1, undefined]);
    assert.equal(new URL(second.previous ?? '').searchParams.get('begin_date'), '03/01/2026');
    assert.equal(await statusOf('/hillside-admin/all-transactions/?page_size=2&page=3'), 404);
  });

  it('searches by loan number [conformance:get-merchants-request-user-id-all-transactions-2]', async () => {
    const number = loans.ofRep2.consumer_application_human_readable_id;
    const found = await page('hillside-admin', `?search=${number}`);
    assert.deepEqual(
      found.results.map((record) => record.payment_request_uuid),
      [charges.ofRep2],
    );
    assert.equal((await page('hillside-admin', `?search=${number.slice(2)}`)).count, 1);
    assert.equal((await page('hillside-admin', '?search=%25')).count, 0);
    assert.equal((await page('hillside-admin', '?search=-')).count, 0);
  });

  it('finds a loan by its number as it is printed, or typed', async () => {
    const number = formatLoanNumber(loans.ofRep2.consumer_application_human_readable_id);
    for (const shown of [number, number.replaceAll(' ', '\u00a0'), number.replaceAll(' ', '-')]) {
      const found = await page('hillside-admin', `?search=${encodeURIComponent(shown)}`);
      assert.deepEqual(
        found.results.map((record) => record.payment_request_uuid),
        [charges.ofRep2],
      );
    }
  });

  it('takes its own date format, and no range that ends before it begins [conformance:get-merchants-request-user-id-all-transactions-1]', async () => {
    assert.equal((await page('hillside-admin', '?begin_date=03/03/2026')).count, 1);
    assert.equal((await page('hillside-admin', '?end_date=12/31/9999')).count, 3);
    const path = '/hillside-admin/all-transactions/';
    assert.equal(await statusOf(`${path}?begin_date=2026-03-03`), 400);
    assert.equal(await statusOf(`${path}?begin_date=03/03/2026&end_date=03/02/2026`), 400);
  });
});

describe('the days of a list', () => {
  it('are those of request_datetime as it is shown, whatever the day in New York', async () => {
    const own = await startTestLending();
    try {
      const { approvedCharge, charge, call, advanceHours } = fundingFlow(own);
      const loan = await anAcceptedLoan(own);
      // 2026-03-03T02:00:00Z, which is the evening before in New York.
      await advanceHours(11);
      await approvedCharge(loan);
      await charge(loan);
      const shownOn = async (day: string) => {
        const [year, month, date] = day.split('-');
        const usDay = `${month}/${date}/${year}`;
        const range = `?begin_date=${day}&end_date=${day}`;
        const usRange = `?begin_date=${usDay}&end_date=${usDay}`;
        const pending = await call('GET', `${base}/payment-request/hillside-admin/${range}`);
        const done = await call('GET', `${base}/transactions/hillside-admin/${range}`);
        const all = await call('GET', `${base}/hillside-admin/all-transactions/${usRange}`);
        return [pending.length, done.length, all.count];
      };
      assert.deepEqual(await shownOn('2026-03-02'), [0, 0, 0]);
      assert.deepEqual(await shownOn('2026-03-03'), [1, 1, 2]);
      assert.deepEqual(await shownOn('2026-03-04'), [0, 0, 0]);
    } finally {
      await own.close();
    }
  });
});
