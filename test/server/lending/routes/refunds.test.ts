import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { refundableTransaction, refundResponse } from '../../../../server/lending-api/refunds.ts';
import { anAcceptedLoan, aRefund } from '../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';
import { accountCalls, changeUser } from './account-calls.ts';

const base = '/api/v1/sponsor/merchants';
const refundPath = `${base}/refund-payment-request/`;

/** Thirds of a charge of 1,000.00 (server/lending/DECISIONS.md, Money). */
const third = {
  consumer_charge_amount: '333.33',
  net_to_merchant_amount: '313.33',
  net_platform_fee: '13.33',
  net_to_sponsor_amount: '6.67',
};
const lastThird = {
  consumer_charge_amount: '333.34',
  net_to_merchant_amount: '313.34',
  net_platform_fee: '13.34',
  net_to_sponsor_amount: '6.66',
};

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

const detailOf = async (id: string, change: Record<string, unknown>) =>
  String((await flow.refund(id, change, 400)).detail);

describe('POST refund-payment-request', () => {
  it('refunds a settled charge in full and tells consumer and merchant user [conformance:transition-refund-accepted-1]', async () => {
    const loan = await anAcceptedLoan(lending, { locale: 'es', email: 'es@example.test' });
    const id = await flow.settledCharge(loan);
    const answer = refundResponse.parse(
      await flow.refund(id, { payment_identifier: 'refund-17', reason: 'Wrong color' }),
    );
    assert.partialDeepStrictEqual(answer, {
      payment_request_uuid: id,
      refund_type: 'full',
      refund_status: 'Pending',
      consumer_charge_amount: '1000.00',
      net_to_merchant_amount: '940.00',
      maximum_refundable_amount: '0.00',
      request_datetime: '2026-03-02T15:00:00Z',
    });
    const mails = await messagesOf(loan);
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['es@example.test', 'hillside-admin@hillside.example.test'],
    );
    assert.match(mails.find(({ to }) => to === loan.email)?.text ?? '', /reembolsa \$1,000\.00/);
  });

  it('refunds by thirds, to the last cent [conformance:post-merchants-refund-payment-request-2]', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.settledCharge(loan);
    for (const [part, left] of [
      [third, '666.67'],
      [third, '333.34'],
      [lastThird, '0.00'],
    ] as const) {
      const answer = await flow.refund(id, part);
      assert.partialDeepStrictEqual(answer, {
        refund_type: 'partial',
        maximum_refundable_amount: left,
      });
      await flow.sandbox(`/transactions/${answer.refund_request_uuid}/advance`, {
        to: 'Transferred',
      });
    }
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    assert.match(await detailOf(id, lastThird), /maximum/);
  });

  it('takes a charge back that has not gone out, in full only [conformance:post-merchants-refund-payment-request-1]', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.approvedCharge(loan);
    assert.match(await detailOf(id, third), /in full/);
    const answer = await flow.refund(id);
    assert.partialDeepStrictEqual(answer, { refund_type: 'full', refund_status: 'Successful' });
    assert.equal((await flow.transactionRow(id))?.status, 'Reversed');
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    assert.match(await detailOf(id, {}), /Reversed/);
  });

  for (const to of ['Submitted', 'Successful'] as const) {
    it(`refuses while the charge is ${to}`, async () => {
      const id = await flow.approvedCharge(await anAcceptedLoan(lending));
      await flow.sandbox(`/transactions/${id}/advance`, { to });
      assert.match(await detailOf(id, {}), /until settled/);
    });
  }

  for (const to of ['Failed', 'Excluded', 'Reversed'] as const) {
    it(`refuses when the charge is ${to}`, async () => {
      const id = await flow.approvedCharge(await anAcceptedLoan(lending));
      await flow.sandbox(`/transactions/${id}/advance`, { to });
      assert.match(await detailOf(id, {}), new RegExp(to));
    });
  }

  it('refuses a charge that is not approved, and a refund', async () => {
    const loan = await anAcceptedLoan(lending);
    assert.match(await detailOf(await flow.charge(loan), {}), /not been approved/);
    const refund = await flow.refund(await flow.settledCharge(loan));
    assert.match(await detailOf(String(refund.refund_request_uuid), {}), /cannot be refunded/);
  });

  it('refuses a second one while the first is in flight', async () => {
    const id = await flow.settledCharge(await anAcceptedLoan(lending));
    await flow.refund(id, third);
    assert.match(await detailOf(id, third), /under way/);
  });

  it('refuses what does not balance and more of a part than is left, naming it', async () => {
    const id = await flow.settledCharge(await anAcceptedLoan(lending));
    assert.match(await detailOf(id, { net_to_sponsor_amount: '19.99' }), /balance/);
    const answer = await flow.refund(
      id,
      { net_to_merchant_amount: '939.99', net_to_sponsor_amount: '20.01' },
      400,
    );
    assert.deepEqual(Object.keys(answer.errors as object), ['net_to_sponsor_amount']);
    assert.deepEqual(await messagesOfCharge(id), []);
  });

  it('refuses a wrong body', async () => {
    const id = await flow.settledCharge(await anAcceptedLoan(lending));
    for (const change of [
      { consumer_charge_amount: '0.00' },
      { net_to_merchant_amount: '-940.00' },
      { payment_request_uuid: 'PR-1' },
      { transaction_callback_url: 'http://169.254.169.254/' },
      { reason: 'x'.repeat(201) },
      { request_user_id: 'nobody' },
    ]) {
      await flow.refund(id, change, 400);
    }
  });

  it('is for Admins of the charge’s merchant [conformance:post-merchants-refund-payment-request-3]', async () => {
    const id = await flow.settledCharge(await anAcceptedLoan(lending));
    await flow.refund(id, { request_user_id: 'hillside-manager' }, 403);
    await flow.refund(id, { request_user_id: 'hillside-rep-1' }, 403);
    await flow.refund('3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10', {}, 404);
    const other = await lending.call('POST', refundPath, {
      body: aRefund(id),
      as: 'sponsor-two@example.test',
    });
    assert.equal(other.status, 400);
  });

  it('is done once for an Idempotency-Key', async () => {
    const id = await flow.settledCharge(await anAcceptedLoan(lending));
    const send = async (body: unknown) => {
      const headers = { 'idempotency-key': `refund ${id}` };
      const response = await lending.call('POST', refundPath, { body, headers });
      return { status: response.status, body: await response.json() };
    };
    const first = await send(aRefund(id, third));
    assert.equal(first.status, 201);
    assert.deepEqual(await send(aRefund(id, third)), first);
    assert.equal((await send(aRefund(id))).status, 400);
  });

  it('is answered again to its Idempotency-Key when its user is no Admin any more', async () => {
    await accountCalls(lending).addUser('former-admin', 'Admin');
    const id = await flow.settledCharge(await anAcceptedLoan(lending));
    const body = { ...aRefund(id, third), request_user_id: 'former-admin' };
    const send = async (key: string) => {
      const headers = { 'idempotency-key': key };
      const response = await lending.call('POST', refundPath, { body, headers });
      return { status: response.status, body: await response.json() };
    };
    const first = await send(`former ${id}`);
    assert.equal(first.status, 201);
    await changeUser(lending, 'former-admin', { user_type: 'Salesrep' });
    assert.deepEqual(await send(`former ${id}`), first);
    assert.equal((await send('another')).status, 403);
  });

  it('is possible while the merchant is suspended', async () => {
    const id = await flow.settledCharge(await anAcceptedLoan(lending));
    await flow.sandbox('/merchants/hillside-hvac/suspend');
    await flow.refund(id);
    await flow.sandbox('/merchants/hillside-hvac/release');
  });
});

describe('GET {request_user_id}/refundable-transactions/{external_application_id}', () => {
  const refundable = async (loan: ApplicationRow, user = 'hillside-admin') => {
    const path = `${base}/${user}/refundable-transactions/${loan.external_application_id}/`;
    return z.array(refundableTransaction).parse(await flow.call('GET', path));
  };

  it('lists what has not gone out and what has settled, with what is left of it [conformance:get-merchants-request-user-id-refundable-transactions-external-application-id]', async () => {
    const loan = await anAcceptedLoan(lending);
    const settled = await flow.settledCharge(loan, { payment_identifier: 'order-17' });
    const notSent = await flow.approvedCharge(loan);
    const onItsWay = await flow.approvedCharge(loan);
    await flow.sandbox(`/transactions/${onItsWay}/advance`, { to: 'Successful' });
    await flow.charge(loan);
    const { refund_request_uuid } = await flow.refund(settled, third);
    await flow.sandbox(`/transactions/${refund_request_uuid}/advance`, { to: 'Transferred' });
    const records = await refundable(loan);
    assert.deepEqual(
      records.map(({ payment_request_uuid }) => payment_request_uuid).sort(),
      [settled, notSent].sort(),
    );
    const find = (id: string) => records.find((record) => record.payment_request_uuid === id);
    assert.partialDeepStrictEqual(find(settled), {
      external_application_id: loan.external_application_id,
      transaction_description: 109,
      consumer_charge_amount: '1000.00',
      net_to_merchant_amount: '940.00',
      refunded_amount: '333.33',
      maximum_refundable_amount: '666.67',
      is_settled: true,
      is_partial_refund_allowed: true,
      status: 'Transferred',
      payment_identifier: 'order-17',
    });
    assert.partialDeepStrictEqual(find(notSent), {
      refunded_amount: '0.00',
      maximum_refundable_amount: '1000.00',
      is_settled: false,
      settled_at: null,
      is_partial_refund_allowed: false,
      status: 'Pending',
    });
  });

  it('lists no charge of which a refund is under way, and all of it once that has failed', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.settledCharge(loan);
    const { refund_request_uuid } = await flow.refund(id, third);
    const refund = `/transactions/${refund_request_uuid}/advance`;
    assert.deepEqual(await refundable(loan), []);
    await flow.sandbox(refund, { to: 'Submitted' });
    assert.deepEqual(await refundable(loan), []);
    await flow.sandbox(refund, { to: 'Failed' });
    const [record] = await refundable(loan);
    assert.equal(record?.maximum_refundable_amount, '1000.00');
    await flow.refund(id);
  });

  it('lists nothing that is refunded in full', async () => {
    const loan = await anAcceptedLoan(lending);
    await flow.refund(await flow.settledCharge(loan));
    assert.deepEqual(await refundable(loan), []);
  });

  it('shows a Salesrep what its own consumers were charged', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.settledCharge(loan);
    assert.equal((await refundable(loan, 'hillside-rep-1'))[0]?.payment_request_uuid, id);
    const path = (user: string, application = loan.external_application_id) =>
      `${base}/${user}/refundable-transactions/${application}/`;
    await flow.call('GET', path('hillside-rep-2'), undefined, 403);
    await flow.call('GET', path('nobody'), undefined, 404);
    await flow.call('GET', path('hillside-admin', 'unknown'), undefined, 404);
  });
});

interface Mail {
  to: string;
  subject: string;
  text: string;
}

async function messagesOf(loan: ApplicationRow): Promise<Mail[]> {
  const path = `/sandbox/v1/messages?external_application_id=${loan.external_application_id}`;
  const messages = (await flow.call('GET', path)) as unknown as Mail[];
  return messages
    .filter(({ subject }) => /refund|reembolso/i.test(subject))
    .sort((a, b) => a.to.localeCompare(b.to));
}

async function messagesOfCharge(id: string): Promise<Mail[]> {
  const { application_id } = await flow.chargeRow(id);
  const loan = await lending.context.database.query
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', application_id)
    .executeTakeFirstOrThrow();
  return messagesOf(loan);
}
