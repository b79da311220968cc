import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import type { PaymentProcessor } from '../../../../server/lending/providers/providers.ts';
import { createSandboxProviders } from '../../../../server/lending/providers/sandbox-providers.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import {
  type Statement,
  type StatementDetail,
  statement,
  statementDetail,
} from '../../../../server/lending-api/statements.ts';
import { parseCents } from '../../../../server/platform/money.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { anOnboarding } from '../../../helpers/merchant-bodies.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

const merchants = '/api/v1/sponsor/merchants';
const dayHours = 24;

let lending: TestLending;
let flow: FundingFlow;
let loans: Record<'ofRep1' | 'ofRep2', ApplicationRow>;

/**
 * In March a charge of 1,000.00 of each Salesrep settles and one of 500.00 comes back; 400.00 of
 * the first are refunded so that it settles in April. What is excluded or fails is on no statement.
 */
before(async () => {
  ({ lending, flow } = await startFunding());
  loans = {
    ofRep1: await anAcceptedLoan(lending),
    ofRep2: await anAcceptedLoan(lending, { invited_by: 'hillside-rep-2' }),
  };
  const ofRep2 = { request_user_id: 'hillside-rep-2' };
  const charged = await flow.approvedCharge(loans.ofRep1);
  await flow.approvedCharge(loans.ofRep2, ofRep2);
  await flow.approvedCharge(loans.ofRep2, {
    ...ofRep2,
    ...half,
    payment_identifier: 'sbx:reverse',
  });
  for (const payment_identifier of ['sbx:exclude', 'sbx:processor_fail', 'sbx:slow']) {
    await flow.approvedCharge(loans.ofRep1, { payment_identifier });
  }
  const unsent = await flow.approvedCharge(loans.ofRep2, ofRep2);
  await refund(unsent, whole);
  await flow.advanceHours(28 * dayHours);
  await refund(charged, partial);
  await flow.advanceHours(7 * dayHours);
});
after(() => lending.close());

const half = split('500.00', '470.00', '20.00', '10.00');
const whole = split('1000.00', '940.00', '40.00', '20.00');
const partial = split('400.00', '376.00', '16.00', '8.00');

function split(charge: string, merchant: string, platform: string, sponsor: string) {
  return {
    consumer_charge_amount: charge,
    net_to_merchant_amount: merchant,
    net_platform_fee: platform,
    net_to_sponsor_amount: sponsor,
  };
}

async function refund(payment_request_uuid: string, parts: ReturnType<typeof split>) {
  const body = {
    request_user_id: 'hillside-admin',
    payment_request_uuid,
    ...parts,
    transaction_callback_url: 'http://localhost:8788/sandbox/receiver/refunds',
  };
  await flow.call('POST', `${merchants}/refund-payment-request/`, body, 201);
}

async function read<Schema extends z.ZodType>(path: string, schema: Schema) {
  const response = await lending.call('GET', `${merchants}${path}`);
  const body: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return schema.parse(body);
}

const statements = (user = 'hillside-admin'): Promise<Statement[]> =>
  read(`/${user}/statement/`, z.array(statement));
const retrieve = (id: number | string, user = 'hillside-admin'): Promise<StatementDetail> =>
  read(`/${user}/statement/${id}/`, statementDetail);

type Other = 'sponsor-two@example.test';
const statusOf = async (path: string, as?: Other) =>
  (await lending.call('GET', `${merchants}${path}`, as ? { as } : {})).status;

describe('GET {request_user_id}/statement/', () => {
  it('lists a statement of every month, the open one first [conformance:get-merchants-request-user-id-statement]', async () => {
    const listed = await statements();
    assert.deepEqual(
      listed.map(({ id, period_start, period_end, issued_date, status }) => [
        id,
        period_start,
        period_end,
        issued_date,
        status,
      ]),
      [
        [202604, '2026-04-01', '2026-04-30', '2026-05-01', 'Open'],
        [202603, '2026-03-01', '2026-03-31', '2026-04-01', 'Issued'],
      ],
    );
    assert.match(listed[0]?.statement_number ?? '', /^ST-202604-[0-9A-F]{12}$/);
  });

  it('sums what settled and what came back, and nothing else', async () => {
    const [april, march] = await statements();
    assert.partialDeepStrictEqual(march, {
      transaction_count: 4,
      total_consumer_charges: '2500.00',
      total_consumer_refunds: '500.00',
      total_merchant_fees: '150.00',
      total_fee_credits: '30.00',
      net_to_merchant_amount: '1880.00',
    });
    assert.partialDeepStrictEqual(april, {
      transaction_count: 1,
      total_consumer_charges: '0.00',
      total_consumer_refunds: '400.00',
      total_merchant_fees: '0.00',
      total_fee_credits: '24.00',
      net_to_merchant_amount: '-376.00',
    });
  });

  it('shows a Salesrep what its own invitations brought, under the same numbers', async () => {
    const all = await statements();
    const own = await statements('hillside-rep-1');
    assert.deepEqual(
      own.map(({ statement_number }) => statement_number),
      all.map(({ statement_number }) => statement_number),
    );
    assert.deepEqual(
      own.map(({ net_to_merchant_amount }) => net_to_merchant_amount),
      ['-376.00', '940.00'],
    );
    assert.deepEqual(await statements('hillside-manager'), all);
  });

  it('counts months in New York, whatever the day in UTC', async () => {
    const own = await startTestLending();
    try {
      // 1 April 2026, 03:59:59 UTC, is 31 March, 23:59:59.
      own.tick(Date.UTC(2026, 3, 1, 3, 59, 59) - own.context.clock.now('sponsor@example.test'));
      const path = `${merchants}/hillside-admin/statement/`;
      assert.equal(((await (await own.call('GET', path)).json()) as unknown[]).length, 1);
      own.tick(1_000);
      assert.equal(((await (await own.call('GET', path)).json()) as unknown[]).length, 2);
    } finally {
      await own.close();
    }
  });

  it('has none for a merchant that was never active', async () => {
    await flow.call('POST', `${merchants}/onboarding/`, anOnboarding(), 201);
    await lending.context.database.query
      .updateTable('merchant_users')
      .set({ status: 'Active' })
      .where('user_id', '=', 'quarry-admin')
      .execute();
    assert.deepEqual(await statements('quarry-admin'), []);
    assert.equal(await statusOf('/quarry-admin/statement/202603/'), 404);
  });

  it('is for users of this sponsor', async () => {
    for (const path of ['/nobody/statement/', '/nobody/statement/202603/']) {
      assert.equal(await statusOf(path), 404);
    }
    const other = 'sponsor-two@example.test';
    assert.equal(await statusOf('/hillside-admin/statement/', other), 404);
    assert.equal(await statusOf('/hillside-admin/statement/202603/', other), 404);
  });

  it('is not for a user who was deactivated', async () => {
    const user = { request_user_id: 'hillside-admin', user_id: 'hillside-manager' };
    await flow.call('PATCH', `${merchants}/users/`, { ...user, is_active: false });
    assert.equal(await statusOf('/hillside-manager/statement/'), 403);
    assert.equal(await statusOf('/hillside-manager/statement/202603/'), 403);
    await flow.call('PATCH', `${merchants}/users/`, { ...user, is_active: true });
  });
});

describe('GET {request_user_id}/statement/{id}/', () => {
  it('is what the list shows, with its lines', async () => {
    const [, march] = await statements();
    const { platform_merchant_id, business_name, lines, document_url, ...rest } =
      await retrieve(202603);
    assert.deepEqual(rest, march);
    assert.equal(business_name, 'Hillside Heating & Air');
    assert.match(platform_merchant_id, /^[0-9a-f-]{36}$/);
    assert.equal(document_url, 'http://localhost:8788/statements/hillside-admin/202603');
    assert.equal(lines.length, 16);
  });

  it('has a line for each leg, of charges, returns and refunds [conformance:get-merchants-request-user-id-statement-id]', async () => {
    const { lines } = await retrieve(202604, 'hillside-rep-1');
    const shown = lines.map((line) => [
      line.transaction_description,
      line.transaction_type,
      line.transaction_amount,
    ]);
    assert.deepEqual(shown, [
      [115, 'Consumer Refund Debit', '400.00'],
      [115, 'Merchant Fee Credit', '24.00'],
      [115, 'Service Fee Credit', '16.00'],
      [115, 'Sponsor Fee Debit', '8.00'],
    ]);
    const [first] = lines;
    const number = loans.ofRep1.consumer_application_human_readable_id;
    assert.equal(first?.consumer_application_human_readable_id, number);
    assert.ok((first?.created ?? '') < (first?.settled_at ?? ''));
  });

  it('shows a charge that came back as what it gave and what it took', async () => {
    const { lines } = await retrieve(202603, 'hillside-rep-2');
    const ofReturned = lines.filter(({ payment_request_uuid }) =>
      lines.some(
        (line) =>
          line.payment_request_uuid === payment_request_uuid &&
          line.transaction_amount === '500.00',
      ),
    );
    assert.deepEqual(
      ofReturned.map(({ transaction_type, transaction_description }) => [
        transaction_type,
        transaction_description,
      ]),
      [
        ['Consumer Charge Credit', 109],
        ['Merchant Fee Debit', 109],
        ['Service Fee Debit', 109],
        ['Sponsor Fee Credit', 109],
        ['Consumer Refund Debit', 109],
        ['Merchant Fee Credit', 109],
        ['Service Fee Credit', 109],
        ['Sponsor Fee Debit', 109],
      ],
    );
  });

  it('sums to its own totals', async () => {
    for (const { id } of await statements()) {
      const { lines, ...totals } = await retrieve(id);
      const sum = (type: string) =>
        lines
          .filter(({ transaction_type }) => transaction_type === type)
          .reduce((cents, line) => cents + parseCents(line.transaction_amount), 0);
      assert.equal(sum('Consumer Charge Credit'), parseCents(totals.total_consumer_charges));
      assert.equal(sum('Consumer Refund Debit'), parseCents(totals.total_consumer_refunds));
      assert.equal(sum('Merchant Fee Debit'), parseCents(totals.total_merchant_fees));
      assert.equal(sum('Merchant Fee Credit'), parseCents(totals.total_fee_credits));
    }
  });

  for (const id of ['202602', '202605', '202613', '2026-03', '0202603', 'march', '0']) {
    it(`answers 404 to ${id}`, async () =>
      assert.equal(await statusOf(`/hillside-admin/statement/${id}/`), 404));
  }
});

describe('a statement whose month has ended', () => {
  const marchOf = async ({ call }: TestLending) => {
    const path = `${merchants}/hillside-admin/statement/202603/`;
    const { status, total_consumer_charges } = statementDetail.parse(
      await (await call('GET', path)).json(),
    );
    return [status, total_consumer_charges];
  };

  it('stays open until what settled in it while nobody was there stands on it', async (t) => {
    const late = await startFunding();
    t.after(() => late.lending.close());
    const loan = await anAcceptedLoan(late.lending);
    await late.flow.advanceHours(25 * dayHours);
    await late.flow.approvedCharge(loan);
    await late.lending.stop();
    late.lending.tick(7 * 24 * 3_600_000);
    assert.deepEqual(await marchOf(late.lending), ['Open', '0.00']);
    await late.lending.start();
    await late.flow.advanceHours(0);
    assert.deepEqual(await marchOf(late.lending), ['Issued', '1000.00']);
  });

  it('stays open while the processor fails to settle what was due in it', async (t) => {
    const sandbox = createSandboxProviders();
    let isDown = true;
    const settle: PaymentProcessor['settle'] = (payment) =>
      isDown ? Promise.reject(new Error('no answer')) : sandbox.processor.settle(payment);
    const providers = { ...sandbox, processor: { ...sandbox.processor, settle } };
    const retried = await startFunding({}, providers);
    t.after(() => retried.lending.close());
    const loan = await anAcceptedLoan(retried.lending);
    await retried.flow.advanceHours(25 * dayHours);
    await retried.flow.approvedCharge(loan);
    await retried.flow.advanceHours(7 * dayHours);
    assert.deepEqual(await marchOf(retried.lending), ['Open', '0.00']);
    isDown = false;
    await retried.flow.advanceHours(1);
    assert.deepEqual(await marchOf(retried.lending), ['Issued', '1000.00']);
  });
});
