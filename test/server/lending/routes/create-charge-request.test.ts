import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from '@hono/zod-openapi';
import { timestamp } from '../../../../server/lending/domain/formats.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { loanApplicationDetail } from '../../../../server/lending-api/loan-applications.ts';
import {
  chargeRequestResponse,
  pendingPaymentRequest,
} from '../../../../server/lending-api/payment-requests.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../helpers/accepted-loan.ts';
import { answered } from '../../../helpers/answered.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { askForCharge, balanceOf, chargesOf } from './charge-request-calls.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const messagesOf = ({ id }: ApplicationRow) =>
  storedRows(lending.context)
    .selectFrom('messages')
    .select(['id', 'sponsor_id', 'channel', 'recipient', 'text', 'links', 'subject'])
    .where('application_id', '=', id)
    .orderBy('channel')
    .execute();

describe('POST payment-request', () => {
  it('sets the amount aside and answers the pending request [conformance:transition-charge-requested-1]', async () => {
    const loan = await anAcceptedLoan(lending);
    const body = aCharge(loan, { payment_identifier: 'order-17', description: 'Heat pump' });
    const answer = chargeRequestResponse.parse(
      await answered(await askForCharge(lending, body), 201),
    );
    assert.partialDeepStrictEqual(answer, {
      payment_request_status: 'Pending',
      consumer_charge_amount: '1000.00',
      net_to_merchant_amount: '940.00',
      net_platform_fee: '40.00',
      net_to_sponsor_amount: '20.00',
      transaction_description: 109,
      requested_by: 'hillside-rep-1',
      payment_identifier: 'order-17',
      notifications: { sms: 'sent', email: 'sent' },
    });
    const lifetime = Date.parse(answer.expires_at) - Date.parse(answer.request_datetime);
    assert.equal(lifetime, 48 * hourMs);
    assert.ok(!('warning' in answer));
    assert.deepEqual(await balanceOf(lending, loan), { spent: 0, pending: 100_000 });
  });

  it('says when it ends: with the purchase window, if that is before the 48 hours', async () => {
    const endsAt = lending.context.clock.now('sponsor@example.test') + 14 * hourMs;
    const loan = await anAcceptedLoan(lending, { purchase_window_ends_at: endsAt });
    const charge = chargeRequestResponse.parse(
      await answered(await askForCharge(lending, aCharge(loan)), 201),
    );
    const read = async (path: string) =>
      (await lending.call('GET', `/api/v1/sponsor/merchants/${path}`)).json();
    const listed = z
      .array(pendingPaymentRequest)
      .parse(await read('payment-request/hillside-admin/'))
      .find(({ payment_request_uuid }) => payment_request_uuid === charge.payment_request_uuid);
    const { pending_payment_requests } = loanApplicationDetail.parse(
      await read(`loan-applications/hillside-admin/loan/${loan.loan_id}/`),
    );
    assert.deepEqual(
      [charge, listed, pending_payment_requests[0]].map((shown) => shown?.expires_at),
      Array(3).fill(timestamp(endsAt)),
    );
  });

  it('writes SMS and e-mail with the link, without a digit of the SSN or the loan number', async () => {
    const loan = await anAcceptedLoan(lending);
    await answered(await askForCharge(lending, aCharge(loan)), 201);
    const messages = await messagesOf(loan);
    assert.deepEqual(
      messages.map(({ channel, recipient }) => [channel, recipient]),
      [
        ['email', loan.email],
        ['sms', loan.phone],
      ],
    );
    for (const { text, links, subject } of messages) {
      const [link = ''] = JSON.parse(links) as string[];
      assert.match(link, /^http:\/\/localhost:8788\/charge\/[\w-]{43}$/);
      assert.ok(text.includes(link) && text.includes('$1,000.00'));
      assert.doesNotMatch(`${subject} ${text}`, /900100001|900-10|0001\b/);
      assert.ok(!text.includes(loan.consumer_application_human_readable_id));
    }
  });

  it('draws another number when the first one is taken', async () => {
    const { ids } = lending.context;
    const { digits } = ids;
    const drawn = ['1234509876', '1234509876', '1234509877'];
    ids.digits = (count) => (count === 10 ? drawn.shift() : undefined) ?? digits(count);
    const loan = await anAcceptedLoan(lending);
    const ask = async () =>
      chargeRequestResponse.parse(await answered(await askForCharge(lending, aCharge(loan)), 201));
    const numbers = [await ask(), await ask()].map((answer) => answer.payment_request_id);
    ids.digits = digits;
    assert.deepEqual(numbers, ['PR-1234509876', 'PR-1234509877']);
    assert.deepEqual(await balanceOf(lending, loan), { spent: 0, pending: 200_000 });
  });

  it('writes in the language of the application', async () => {
    const loan = await anAcceptedLoan(lending, { locale: 'es' });
    await answered(await askForCharge(lending, aCharge(loan)), 201);
    for (const { text } of await messagesOf(loan)) assert.match(text, /apruebe un cargo/);
  });

  it('names the loan by loan_id too, and refuses two ids of different loans', async () => {
    const [loan, other] = [await anAcceptedLoan(lending), await anAcceptedLoan(lending)];
    const byLoanId = aCharge(loan, { external_application_id: null, loan_id: loan.loan_id });
    await answered(await askForCharge(lending, byLoanId), 201);
    await answered(await askForCharge(lending, aCharge(loan, { loan_id: other.loan_id })), 404);
  });

  it('takes a split that floating point would get wrong', async () => {
    const loan = await anAcceptedLoan(lending);
    const split = {
      consumer_charge_amount: 1234.56,
      net_to_merchant_amount: '1160.49',
      net_platform_fee: '44.44',
      net_to_sponsor_amount: '29.63',
    };
    await answered(await askForCharge(lending, aCharge(loan, split)), 201);
  });
});

describe('POST payment-request refuses', () => {
  for (const [name, status, change] of [
    ['a split that does not balance', 400, { net_to_sponsor_amount: '19.99' }],
    ['an amount of nothing', 400, { consumer_charge_amount: '0.00' }],
    ['a negative part', 400, { net_platform_fee: '-40.00' }],
    ['a refund code', 400, { transaction_description: 115 }],
    ['no loan', 400, { external_application_id: null }],
    ['an unknown loan', 404, { external_application_id: 'nobody' }],
    ['an unknown user', 400, { request_user_id: 'nobody' }],
    ['a Salesrep who did not invite the consumer', 403, { request_user_id: 'hillside-rep-2' }],
    ['a callback to a private address', 400, { transaction_callback_url: 'https://10.0.0.1/' }],
    ['a callback without https', 400, { transaction_callback_url: 'http://sponsor.example/' }],
  ] as const) {
    it(`${status} ${name}`, async () => {
      const loan = await anAcceptedLoan(lending);
      const body = await answered(await askForCharge(lending, aCharge(loan, change)), status);
      assert.equal(typeof body.detail, 'string');
      assert.deepEqual(await chargesOf(lending, loan), []);
    });
  }

  for (const [name, change] of [
    ['the terms are not accepted', { status: 'Approved: Offer Selected' }],
    ['the account is suspended', { status: 'Suspended', account_status: 'Suspended' }],
    ['the portal account is not active', { portal_account_status: 'Invited' }],
    ['the purchase window is over', { purchase_window_ends_at: 1 }],
    ['nothing is left to spend', { amount_spent_cents: 1_000_000 }],
    ['less is left to spend', { amount_spent_cents: 900_001 }],
    ['less is left beside what is pending', { pending_charge_amount_cents: 900_001 }],
  ] as const) {
    it(`400 when ${name}`, async () => {
      const loan = await anAcceptedLoan(lending, change);
      await answered(await askForCharge(lending, aCharge(loan)), 400);
      assert.deepEqual(await chargesOf(lending, loan), []);
      assert.deepEqual(await messagesOf(loan), []);
    });
  }

  it('another sponsor’s user and loan', async () => {
    const loan = await anAcceptedLoan(lending);
    const response = await lending.call('POST', chargePath, {
      body: aCharge(loan),
      as: 'sponsor-two@example.test',
    });
    await answered(response, 400);
  });

  it('a merchant that is suspended or has no verified bank account', async () => {
    const own = await startTestLending();
    try {
      const loan = await anAcceptedLoan(own);
      const { query } = own.context.database;
      await query.updateTable('merchants').set({ status: 'Suspended' }).execute();
      await answered(await own.call('POST', chargePath, { body: aCharge(loan) }), 403);
      await query.updateTable('merchants').set({ status: 'Active' }).execute();
      await query.updateTable('bank_accounts').set({ status: 'Pending' }).execute();
      const body = await answered(await own.call('POST', chargePath, { body: aCharge(loan) }), 400);
      assert.match(String(body.detail), /bank account/);
    } finally {
      await own.close();
    }
  });

  it('a user who is not active any more', async () => {
    const own = await startTestLending();
    try {
      const loan = await anAcceptedLoan(own);
      const { query } = own.context.database;
      await query.updateTable('merchant_users').set({ status: 'Deactivated' }).execute();
      await answered(await own.call('POST', chargePath, { body: aCharge(loan) }), 403);
    } finally {
      await own.close();
    }
  });
});

describe('POST payment-request to a consumer without SMS', () => {
  for (const [name, phone, smsConsent, sms] of [
    ['opted out', '+15005550004', true, 'skipped_opted_out'],
    ['never agreed', '+15555550123', false, 'skipped_opted_out'],
    ['unreachable', '+15005550009', true, 'failed'],
  ] as const) {
    it(`warns that e-mail was used: ${name}`, async () => {
      const loan = await anAcceptedLoan(lending, { phone }, { smsConsent });
      const body = await answered(await askForCharge(lending, aCharge(loan)), 201);
      assert.deepEqual(body.notifications, { sms, email: 'sent' });
      assert.match(String(body.warning), /e-mail/);
      assert.deepEqual(
        (await messagesOf(loan)).map(({ channel }) => channel),
        ['email'],
      );
    });
  }

  it('answers 424 and does nothing when e-mail has come back too [conformance:error-charge-424-1]', async () => {
    const change = { phone: '+15005550004', email: 'bounce@example.test' };
    const loan = await anAcceptedLoan(lending, change);
    const { database, ids } = lending.context;
    await database.query
      .insertInto('messages')
      .values({
        id: ids.uuid(),
        sponsor_id: loan.sponsor_id,
        application_id: null,
        merchant_id: null,
        kind: 'charge_receipt',
        channel: 'email',
        recipient: loan.email,
        subject: '',
        text: '',
        links: '[]',
        status: 'Bounced',
        failed_tries: 0,
        created_at: 0,
        sent_at: 0,
      })
      .execute();
    await answered(await askForCharge(lending, aCharge(loan)), 424);
    assert.deepEqual(await chargesOf(lending, loan), []);
    assert.deepEqual(await balanceOf(lending, loan), { spent: 0, pending: 0 });
  });
});
