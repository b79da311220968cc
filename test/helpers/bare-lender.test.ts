import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sandboxCallback, sandboxLenderLogin } from '../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../server/platform/http/basic-auth.ts';
import { spoilRow } from './bare-lender/list-faults.ts';
import { unwell } from './bare-lender/troubles.ts';
import { type BareLender, startBareLender } from './bare-lender.ts';
import { hourMs } from './durations.ts';

const merchants = '/api/v1/sponsor/merchants';
const upperUuid1 = /^[0-9A-F]{8}-[0-9A-F]{4}-1[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/;
const redirectUrl = 'https://shop.example/checkout#soft_pull_resume=return.a.b';

describe('the bare lender', () => {
  let lender: BareLender;
  let now: number;

  beforeEach(async () => {
    now = Date.UTC(2026, 2, 2, 15, 0, 0, 123);
    lender = await startBareLender({ now: () => now });
  });
  afterEach(() => lender.close());

  async function call(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${lender.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: basicAuthHeader(sandboxLenderLogin),
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type') === 'application/json';
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  }

  const softPull = (change: object = {}) =>
    call('POST', '/api/v1/sponsor/consumers/soft-pull/', {
      request_user_id: 'hillside-rep-1',
      external_application_id: 'loan-1',
      loan_id: 'loan-1',
      first_name: 'Ada',
      last_name: 'Sample',
      ssn: '900-10-0001',
      requested_amount: '8400.00',
      sponsor_redirect_url: redirectUrl,
      a_field_of_ours: true,
      ...change,
    });
  const select = (uuid: string, body?: unknown) =>
    call('PATCH', `/api/v1/sponsor/consumers/offers/${uuid}/select/`, body);
  const loan = (id = 'loan-1') =>
    call('GET', `${merchants}/loan-applications/hillside-rep-1/loan/${id}/`);
  const charge = (change: object = {}) =>
    call('POST', `${merchants}/payment-request/`, {
      request_user_id: 'hillside-rep-1',
      external_application_id: 'loan-1',
      transaction_description: 109,
      consumer_charge_amount: '8400.00',
      net_to_merchant_amount: '8064.00',
      net_platform_fee: '252.00',
      net_to_sponsor_amount: '84.00',
      ...change,
    });
  const pending = () => call('GET', `${merchants}/payment-request/hillside-admin/`);
  const transactions = (query = '') =>
    call('GET', `${merchants}/transactions/hillside-admin/${query}`);
  const activity = (query = '') =>
    call('GET', `${merchants}/hillside-admin/all-transactions/${query}`);
  const press = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const acceptedLoan = async (change: object = {}) => {
    await softPull(change);
    await lender.controls.acceptTerms('loan-1');
  };

  it('takes one person from the soft pull to a charge that is settled', async () => {
    const { body: decided } = await softPull();
    assert.deepEqual(Object.keys(decided), ['decision', 'offers']);
    assert.deepEqual(Object.keys(decided.offers[0]).toSorted(), [
      'amount',
      'apr',
      'monthly_payment',
      'offer_uuid',
      'term_months',
    ]);
    const [{ offer_uuid, amount, apr, monthly_payment, term_months }] = decided.offers;
    assert.match(offer_uuid, upperUuid1);
    assert.deepEqual([amount, apr, monthly_payment, term_months], ['8400.00', 12.99, 191.08, 60]);

    const { body: selected } = await select(offer_uuid.toLowerCase());
    assert.deepEqual(Object.keys(selected), ['consumer_invitation_link']);
    const link = selected.consumer_invitation_link;
    assert.equal(new URL(link).origin, lender.pagesUrl);
    assert.match(
      await (await fetch(link)).text(),
      /<button name="press" value="Decline the terms">/,
    );
    const back = await press(link, { press: 'Accept the terms' });
    assert.deepEqual([back.status, back.headers.get('location')], [303, redirectUrl]);
    assert.deepEqual((await loan()).body, { application_status: 'Approved: Accepted' });

    const made = await charge();
    assert.equal(made.status, 201);
    assert.deepEqual(Object.keys(made.body), ['payment_request_uuid']);
    const uuid = made.body.payment_request_uuid;
    const { number } = lender.controls.loan('loan-1');
    assert.deepEqual((await pending()).body, [
      {
        payment_request_uuid: uuid,
        consumer_application_human_readable_id: Number(number),
        transaction_description: 109,
        consumer_charge_amount: 8400,
        request_datetime: '2026-03-02T10:00:00.123456-05:00',
      },
    ]);
    assert.deepEqual((await transactions()).body, []);
    const fields = { press: 'Approve', last_four: '0001', loan_number: number };
    await press(`${lender.pagesUrl}/charges/${uuid}/`, { ...fields, last_four: '9999' });
    assert.equal(lender.controls.charge(uuid).state, 'waiting');
    await press(`${lender.pagesUrl}/charges/${uuid}/`, fields);
    assert.deepEqual((await pending()).body, []);
    lender.controls.moveTransaction(uuid, 'Transferred');
    const [record] = (await transactions()).body;
    assert.deepEqual([record.associated_payment_request_id, record.status], [uuid, 'Transferred']);
    const settled = await call('POST', `${merchants}/hillside-admin/settled/`, {
      payment_request_uuid: uuid,
    });
    assert.deepEqual(settled.body, { is_settled: true });
  });

  it('knows the person again, but no key: each call is one more', async () => {
    const first = await softPull();
    assert.deepEqual((await softPull({ loan_id: 'loan-2' })).body, first.body);
    assert.equal((await loan('loan-2')).status, 404);
    assert.equal(lender.softPulls, 2);
    await lender.controls.acceptTerms('loan-1');
    const made = [await charge(), await charge()];
    assert.equal(new Set(made.map(({ body }) => body.payment_request_uuid)).size, 2);
    assert.equal(lender.books.charges.length, 2);
  });

  it('decides by the last name', async () => {
    const none = { decision: 'no_offers', offers: [] };
    const decide = async (last_name: string) =>
      (await softPull({ last_name, email: last_name, loan_id: last_name })).body;
    assert.deepEqual(await decide('Declined'), none);
    const application_status = 'Pending: Verification';
    assert.deepEqual(await decide('Review'), { ...none, application_status });
    assert.deepEqual(await decide('Misspelt'), { ssn: ['Enter a valid value.'] });
    assert.match(await decide('Late'), /nginx/);
    assert.deepEqual((await loan('Late')).body, { application_status: 'Started' });
    const hasApr = ({ offers }: { offers: object[] }) => offers.map((offer) => 'apr' in offer);
    assert.deepEqual(hasApr(await decide('Priceless')), [false, false]);
    assert.deepEqual(hasApr(await decide('Mixed')), [true, false]);
    lender.settings.loanListsOffers = true;
    await lender.controls.decide('Review', 'offers');
    assert.equal((await loan('Review')).body.offers.length, 2);
  });

  it('refuses as Django REST framework does', async () => {
    const required = 'This field is required.';
    assert.deepEqual(await softPull({ ssn: '' }), { status: 400, body: { ssn: [required] } });
    assert.deepEqual(await call('DELETE', `${merchants}/payment-request/`), {
      status: 405,
      body: { detail: 'Method "DELETE" not allowed.' },
    });
    assert.equal((await loan('nobody')).body.detail, 'Not found.');
    assert.match((await call('GET', '/api/v2/')).body, /<h1>Not Found<\/h1>/);
    assert.equal((await call('GET', `${merchants}/hillside-admin/all-transactions`)).status, 301);
    const unknown = await fetch(`${lender.url}${merchants}/payment-request/hillside-admin/`);
    assert.equal(unknown.status, 401);
    assert.equal((await charge({ request_user_id: 'nobody' })).status, 403);
    assert.equal((await call('GET', `${merchants}/rate-sheets/hillside-admin/`)).status, 404);
  });

  it('charges only who accepted, can be reached and has a Payment Portal account', async () => {
    await softPull({ last_name: 'Portalless' });
    assert.equal((await charge()).status, 400);
    await lender.controls.acceptTerms('loan-1');
    assert.match((await charge()).body.detail, /Payment Portal/);
    const path = `${merchants}/loan-applications/hillside-rep-1/loan/loan-1/invite-portal/`;
    assert.equal((await call('POST', path)).body.transaction_status_code, 2);
    assert.equal(lender.controls.loan('loan-1').portalEmails, 1);
    await press(`${lender.pagesUrl}/portal/loan-1/`, { press: 'Set up' });
    assert.equal((await charge({ net_platform_fee: '0.00' })).status, 400);
    assert.equal((await charge()).status, 201);
    await softPull({
      last_name: 'Unreachable',
      ssn: '2',
      loan_id: 'loan-2',
      external_application_id: 'loan-2',
    });
    await lender.controls.acceptTerms('loan-2');
    assert.equal((await charge({ external_application_id: 'loan-2' })).status, 424);
  });

  it('lists by days and pages, with refunds under their own ids', async () => {
    await acceptedLoan();
    const { payment_request_uuid: uuid } = (await charge()).body;
    await lender.controls.approve(uuid);
    now += 24 * hourMs;
    const refund = await lender.controls.refund(uuid, 100_000);
    assert.equal((await transactions('?begin_date=2026-03-03')).body.length, 1);
    assert.equal((await transactions('?end_date=03/02/2026')).status, 400);
    const first = (await activity('?page=1&page_size=1&begin_date=03/01/2026')).body;
    assert.deepEqual([first.count, first.previous], [2, null]);
    assert.equal(new URL(first.next).origin, lender.url);
    assert.equal(first.results[0].payment_request_uuid, refund.uuid);
    assert.equal(first.results[0].consumer_charge_amount, '-1000.00');
    const second = (await activity('?page=2&page_size=1')).body;
    assert.deepEqual([second.next, second.results[0].payment_request_uuid], [null, uuid]);
    assert.equal((await activity('?page=3&page_size=1')).body.detail, 'Invalid page.');
    lender.settings.nextPage = 'elsewhere';
    const { next } = (await activity('?page_size=1')).body;
    await fetch(next);
    assert.equal(lender.followed.length, 1);
  });

  it('lets a charge expire after 48 hours', async () => {
    await acceptedLoan();
    await charge();
    now += 48 * hourMs;
    assert.deepEqual((await pending()).body, []);
    assert.equal((await activity()).body.results[0].payment_request_status, 'Expired');
  });

  it('meets the troubles that a test wants', async () => {
    await acceptedLoan();
    const { troubles } = lender;
    troubles.next('charge', unwell.gateway, { ...unwell.serverError, acts: true }, 'cut_after');
    assert.equal((await charge()).status, 503);
    assert.equal(lender.books.charges.length, 0);
    assert.equal((await charge()).status, 500);
    await assert.rejects(charge());
    assert.equal(lender.books.charges.length, 2);
    troubles.next('charge', 'cut_before', 'hold');
    await assert.rejects(charge());
    const slow = charge();
    await troubles.held(1);
    assert.equal(lender.books.charges.length, 3);
    troubles.release();
    const { payment_request_uuid: uuid } = (await slow).body;
    spoilRow(troubles, 'activity', uuid, 'whole');
    spoilRow(troubles, 'pending', uuid, 'amount');
    assert.equal((await activity()).body.results[0], null);
    assert.deepEqual((await pending()).body[0].consumer_charge_amount, { unreadable: true });
    troubles.always('activity', unwell.serverError);
    assert.deepEqual([(await activity()).status, (await activity()).status], [500, 500]);
    troubles.heal();
    assert.equal((await activity()).status, 200);
  });

  it('posts callbacks once each, without ids, as JSON or as a form', async () => {
    const heard: { type: string | undefined; login: string | undefined; body: string }[] = [];
    const sponsor = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        const { 'content-type': type, authorization: login } = request.headers;
        heard.push({ type, login, body });
        response.writeHead(500).end();
      });
    }).listen(0, '127.0.0.1');
    await once(sponsor, 'listening');
    const url = `http://127.0.0.1:${(sponsor.address() as AddressInfo).port}`;
    await acceptedLoan({ sponsor_callback_url: url });
    lender.settings.callbacks = 'form';
    const { payment_request_uuid } = (await charge({ transaction_callback_url: url })).body;
    await lender.controls.reject(payment_request_uuid);
    sponsor.close();
    const login = basicAuthHeader(sandboxCallback);
    const accepted = { loan_id: 'loan-1', status: 'Approved: Accepted' };
    const rejected = { loan_id: 'loan-1', status: 'Rejected', payment_request_uuid };
    assert.deepEqual(heard, [
      { type: 'application/json', login, body: JSON.stringify(accepted) },
      {
        type: 'application/x-www-form-urlencoded',
        login,
        body: new URLSearchParams(rejected).toString(),
      },
    ]);
    assert.deepEqual(
      lender.callbacks.map(({ answered }) => answered),
      [500, 500],
    );
  });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
