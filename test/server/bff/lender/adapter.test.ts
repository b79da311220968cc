import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SelectCall } from '../../../../server/bff/lender/lender.ts';
import { LenderError } from '../../../../server/bff/lender/lender-error.ts';
import { type ScriptedAnswer, scriptedLender } from '../../../helpers/scripted-lender.ts';

const name = { requestUserId: 'rep/1', loanId: 'loan 1' };
const uuid = '6fa459ea-ee8a-11d2-90d4-00c04fd430c8';

const softPull = {
  requestUserId: 'rep',
  id: 'checkout-1',
  applicant: { first_name: 'Ada', middle_name: undefined },
  requestedAmount: '8400.00',
  offerCode: 'SPRING-24',
  locale: 'en',
  consentIpAddress: '203.0.113.7',
  consentUserAgent: 'agent',
  callbackUrl: 'https://bff.example/callbacks/application',
  redirectUrl: 'https://shop.example/',
} as const;

const charge = {
  requestUserId: 'rep',
  applicationId: 'checkout-1',
  kind: 109,
  cents: 100_000,
  split: {
    net_to_merchant_amount_cents: 94_000,
    net_platform_fee_cents: 4_000,
    net_to_sponsor_amount_cents: 2_000,
  },
  callbackUrl: 'https://bff.example/callbacks/transaction',
  paymentIdentifier: 'intent-1',
  description: undefined,
  idempotencyKey: 'key-1',
} as const;

async function failed(call: Promise<unknown>): Promise<LenderError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LenderError);
  return error;
}

/** A lender that gives every call the same answer. */
function lenderThatSays(t: TestContext, answer: ScriptedAnswer) {
  return scriptedLender(t, () => answer);
}

describe('softPull()', () => {
  it('sends what the API names, under one id', async (t) => {
    const { lender, requests, called } = await lenderThatSays(t, { body: {} });
    await lender.softPull(softPull);
    assert.partialDeepStrictEqual(requests, [
      {
        method: 'POST',
        path: '/api/v1/sponsor/consumers/soft-pull/',
        headers: { authorization: `Basic ${btoa('sponsor@example.test:secret')}` },
        body: {
          first_name: 'Ada',
          request_user_id: 'rep',
          external_application_id: 'checkout-1',
          loan_id: 'checkout-1',
          consent_session_id: 'checkout-1',
          offer_code_name: 'SPRING-24',
          requested_amount: '8400.00',
          consent_ip_address: '203.0.113.7',
          sponsor_callback_url: softPull.callbackUrl,
          sponsor_redirect_url: softPull.redirectUrl,
        },
      },
    ]);
    assert.partialDeepStrictEqual(called, [{ operation: 'softPull', outcome: 'answered' }]);
  });

  for (const [said, answer, expected] of [
    ['no JSON', { text: '<h1>ok</h1>' }, { unreadable: 'no_json', status: 200 }],
    ['an empty 204', { status: 204, text: '' }, { unreadable: 'lacking', fields: ['decision'] }],
    ['a list', { body: [] }, { unreadable: 'lacking', fields: ['decision'] }],
    ['500', { status: 500, body: { detail: 'x' } }, { failure: 'unknown', status: 500 }],
    ["a gateway's 503", { status: 503, text: 'busy' }, { failure: 'unknown', status: 503 }],
    ['409', { status: 409, body: { detail: 'x' } }, { failure: 'unknown', status: 409 }],
    ['a redirect', { status: 302, body: {} }, { failure: 'unknown', status: 302 }],
    ['503', { status: 503, body: { detail: 'x' } }, { failure: 'unavailable', status: 503 }],
    ['401', { status: 401, body: { detail: 'x' } }, { failure: 'unavailable', status: 401 }],
    ['408', { status: 408, text: '' }, { failure: 'unavailable', status: 408 }],
    ['429', { status: 429, text: '' }, { failure: 'unavailable', status: 429 }],
    ['404', { status: 404, text: '' }, { failure: 'refused', fields: [], reason: undefined }],
    ['404 as JSON', { status: 404, body: { detail: 'x' } }, { failure: 'refused', isPage: false }],
    ['404 as a page', { status: 404, text: 'Not found' }, { failure: 'refused', isPage: true }],
    [
      'fields by name',
      { status: 400, body: { ssn: ['Ada 900-10-0001 is wrong.'], code: 'invalid' } },
      { failure: 'refused', fields: ['ssn'] },
    ],
    [
      'errors by field',
      { status: 400, body: { detail: 'x', errors: { ssn: ['x'], phone: 'y', 'a b': [] } } },
      { fields: ['ssn', 'phone'] },
    ],
    [
      'a detail by field',
      { status: 422, body: { detail: { email: ['x'] } } },
      { failure: 'refused', fields: ['email'] },
    ],
    [
      'nothing of a field',
      { status: 400, body: { non_field_errors: ['x'], detail: 'y' } },
      { failure: 'refused', fields: [] },
    ],
  ] as const) {
    it(`takes ${said} for what it is`, async (t) => {
      const { lender } = await lenderThatSays(t, answer);
      const error = await failed(lender.softPull(softPull));
      const known: Readonly<Record<string, unknown>> = { ...error };
      const named = Object.keys(expected).map((key) => [key, known[key]]);
      assert.deepEqual(Object.fromEntries(named), expected);
      assert.doesNotMatch(JSON.stringify({ ...error }) + error.message, /Ada|900-10-0001/);
    });
  }
});

describe('select()', () => {
  const call: SelectCall = {
    requestUserId: 'rep',
    offerUuid: uuid,
    amount: '8400.00',
    isOtherAmount: false,
    redirectUrl: 'https://shop.example/',
    locale: 'es',
  };

  for (const status of [400, 422]) {
    it(`asks once more without a body after ${status}`, async (t) => {
      const { lender, requests } = await scriptedLender(t, ({ body }) =>
        body === null ? { body: { consumer_invitation_link: 'https://l.example/1' } } : { status },
      );
      const selection = await lender.select(call);
      assert.deepEqual(selection, {
        link: 'https://l.example/1',
        linkExpiresAt: null,
        offerUuid: null,
        selectedAmount: null,
      });
      const { path, body } = requests[0] ?? {};
      assert.equal(path, `/api/v1/sponsor/consumers/offers/${uuid}/select/`);
      assert.deepEqual(body, {
        selected_amount: '8400.00',
        request_user_id: 'rep',
        sponsor_redirect_url: 'https://shop.example/',
        locale: 'es',
      });
      assert.deepEqual(requests[1]?.body, null);
    });
  }

  it('never asks for the whole offer where another amount was chosen', async (t) => {
    const { lender, requests } = await lenderThatSays(t, { status: 400, body: {} });
    const error = await failed(lender.select({ ...call, isOtherAmount: true }));
    assert.equal(error.failure, 'refused');
    assert.equal(requests.length, 1);
  });

  it('reads any answer that is JSON', async (t) => {
    const { lender } = await lenderThatSays(t, { body: ['ok'] });
    assert.equal((await lender.select(call)).link, null);
  });
});

describe('invitePortal()', () => {
  it('counts an answer that says nothing as sent', async (t) => {
    const { lender, requests } = await lenderThatSays(t, { text: '' });
    assert.deepEqual(await lender.invitePortal(name), { portalStatus: null, eligibility: null });
    const path = '/api/v1/sponsor/merchants/loan-applications/rep%2F1/loan/loan%201/invite-portal/';
    assert.equal(requests[0]?.path, path);
  });

  it('says when the lender refuses', async (t) => {
    const { lender } = await lenderThatSays(t, { status: 404, body: { detail: 'x' } });
    assert.equal((await failed(lender.invitePortal(name))).status, 404);
  });
});

describe('createCharge()', () => {
  it('sends the fee split and the key, and needs the id alone', async (t) => {
    const { lender, requests } = await lenderThatSays(t, {
      status: 201,
      body: { payment_request_uuid: uuid.toUpperCase(), payment_request_status: 'Queued' },
    });
    assert.deepEqual(await lender.createCharge(charge), {
      paymentRequestUuid: uuid,
      lenderStatus: 'pending',
      expiresAt: null,
      notifications: null,
      warning: null,
    });
    const { path, headers, body } = requests[0] ?? {};
    assert.equal(path, '/api/v1/sponsor/merchants/payment-request/');
    assert.equal(headers?.['idempotency-key'], 'key-1');
    assert.deepEqual(body, {
      request_user_id: 'rep',
      external_application_id: 'checkout-1',
      transaction_description: 109,
      consumer_charge_amount: '1000.00',
      net_to_merchant_amount: '940.00',
      net_platform_fee: '40.00',
      net_to_sponsor_amount: '20.00',
      transaction_callback_url: charge.callbackUrl,
      payment_identifier: 'intent-1',
    });
  });

  it('loses an answer without a readable id', async (t) => {
    const { lender, called } = await lenderThatSays(t, { status: 201, body: { id: 7 } });
    assert.partialDeepStrictEqual(
      { ...(await failed(lender.createCharge(charge))) },
      { failure: 'unknown', unreadable: 'lacking', fields: ['payment_request_uuid'] },
    );
    assert.equal(called[0]?.outcome, 'unreadable');
  });

  for (const [status, body, reason] of [
    [424, { detail: 'opted out' }, 'consumer_unreachable'],
    [400, { detail: 'The merchant has no active bank account.' }, 'bank_missing'],
    [422, { bank_account: ['This field is missing.'] }, 'bank_missing'],
    [403, { detail: 'The consumer needs an active Payment Portal account.' }, 'portal_missing'],
    [400, { detail: 'Needs a Payment Portal account and a bank account.' }, undefined],
    [400, { detail: 'The fee split does not balance.' }, undefined],
    [404, { detail: 'No such bank account.' }, undefined],
  ] as const) {
    it(`reads ${status} ${JSON.stringify(body)} as ${reason}`, async (t) => {
      const { lender } = await lenderThatSays(t, { status, body });
      const error = await failed(lender.createCharge(charge));
      assert.deepEqual([error.failure, error.reason], ['refused', reason]);
    });
  }
});

describe('probe', () => {
  it('is the rate sheet of the user who may be asked for', async (t) => {
    const { lender, url } = await lenderThatSays(t, {});
    const { authorization } = lender.probe.headers ?? {};
    assert.equal(lender.probe.url, `${url}/api/v1/sponsor/merchants/rate-sheets/admin%2F1/`);
    assert.equal(authorization, `Basic ${btoa('sponsor@example.test:secret')}`);
  });
});
