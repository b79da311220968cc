import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type SoftPullResponse,
  softPullResponse,
} from '../../../../server/lending-api/soft-pull.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

let count = 0;
/** A request of a person that no other test has used. */
const aNewPerson = (change: Record<string, unknown> = {}) => {
  count += 1;
  return aSoftPull({
    external_application_id: `app-${count}`,
    email: `person-${count}@example.test`,
    ...change,
  });
};
const send = (body: unknown, headers: Record<string, string> = {}) =>
  lending.call('POST', softPullPath, { body, headers });
const pull = async (body: unknown): Promise<SoftPullResponse> => {
  const response = await send(body);
  const answer: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return softPullResponse.strict().parse(answer);
};
const messagesTo = (email: unknown) =>
  lending.context.database.query
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', String(email))
    .execute();
const applicationOf = (external: unknown) =>
  lending.context.database.query
    .selectFrom('applications')
    .selectAll()
    .where('external_application_id', '=', String(external))
    .executeTakeFirstOrThrow();

describe('POST consumers/soft-pull/', () => {
  it('answers with offers, the lowest total first', async () => {
    const answer = await pull(aNewPerson());
    assert.equal(answer.decision, 'offers');
    assert.equal(answer.application_status, 'Approved: Offers Available');
    assert.equal(answer.maximum_approved_amount, '50000.00');
    assert.equal(answer.offers_expire_at, '2026-04-01T15:00:00Z');
    assert.equal(answer.adverse_action_notice, 'none');
    assert.equal(answer.no_offers_message, null);
    const totals = answer.offers.map((offer) => Number(offer.total_of_payments));
    assert.equal(totals.length, 5);
    assert.deepEqual(
      totals,
      totals.toSorted((a, b) => a - b),
    );
  });

  it('declines with a message that gives no reason, and a notice in the outbox', async () => {
    const body = aNewPerson({ ssn: '900-10-0101' });
    const answer = await pull(body);
    assert.equal(answer.decision, 'no_offers');
    assert.equal(answer.application_status, 'Declined');
    assert.equal(answer.adverse_action_notice, 'queued');
    assert.deepEqual(answer.offers, []);
    assert.match(answer.no_offers_message ?? '', /e-mailed to the address you gave/);
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /Your credit score: 560/);
    assert.equal((await messagesTo(body.email)).length, 1);
  });

  it('speaks the language of the application', async () => {
    const body = aNewPerson({ ssn: '900-10-0101', locale: 'es' });
    assert.match((await pull(body)).no_offers_message ?? '', /financiamiento/);
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /Obligaciones de crédito/);
  });

  it('makes a counter-offer with the combined notice', async () => {
    const body = aNewPerson({ ssn: '900-10-0002', requested_amount: '9000.00' });
    const answer = await pull(body);
    assert.equal(answer.maximum_approved_amount, '7500.00');
    assert.equal(answer.adverse_action_notice, 'queued');
    assert.ok(answer.offers.every((offer) => offer.is_counter_offer && offer.amount === '7500.00'));
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /\$7,500\.00/);
  });

  it('discloses the score of a counter-offer for the amount alone', async () => {
    const body = aNewPerson({ requested_amount: '60000.00' });
    assert.equal((await pull(body)).maximum_approved_amount, '50000.00');
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /Your credit score: 780\. Date: March 2, 2026\./);
  });

  it('takes a case for review without a notice', async () => {
    const body = aNewPerson({ ssn: '900-10-0106' });
    const answer = await pull(body);
    assert.equal(answer.decision, 'no_offers');
    assert.equal(answer.application_status, 'Pending: Verification');
    assert.equal(answer.adverse_action_notice, 'none');
    assert.match(answer.no_offers_message ?? '', /closer look/);
    assert.deepEqual(await messagesTo(body.email), []);
  });

  const notUsed = 'A credit score came with the report. It was not used';
  for (const [ssn, reason, block] of [
    ['900-10-0102', 'Income insufficient', 'Your credit score: 780'],
    ['900-10-0103', 'No credit file', 'No credit score was available'],
    ['900-10-0104', 'security freeze', 'No credit score was available'],
    ['900-10-0105', 'Unable to verify identity', notUsed],
    ['900-10-0107', 'Existing open application or loan with us', 'not based on information in'],
    ['900-10-0108', 'Excessive obligations', notUsed],
    ['900-10-0110', 'Unable to verify identity', notUsed],
    ['900-10-0111', 'Bankruptcy', notUsed],
  ] as const) {
    it(`is Declined for ${ssn}: ${reason}`, async () => {
      const body = aNewPerson({ ssn });
      assert.equal((await pull(body)).application_status, 'Declined');
      const [notice] = await messagesTo(body.email);
      assert.ok(notice?.text.includes(reason));
      assert.ok(notice?.text.includes(block), block);
    });
  }

  for (const [ssn, count] of [
    ['900-10-0009', 1],
    ['900-10-0010', 3],
  ] as const) {
    it(`gives ${ssn} ${count} of the offers`, async () =>
      assert.equal((await pull(aNewPerson({ ssn }))).offers.length, count));
  }

  it('marks offers to a covered borrower', async () => {
    const { offers } = await pull(aNewPerson({ ssn: '900-10-0003' }));
    assert.ok(offers.length > 0 && offers.every((offer) => offer.mla_covered));
  });

  it('gives offers that have expired on arrival', async () => {
    const answer = await pull(aNewPerson({ ssn: '900-10-0004' }));
    assert.equal(answer.decision, 'offers');
    assert.equal(answer.offers_expire_at, '2026-03-02T15:00:00Z');
    assert.equal(answer.application_status, 'Expired');
  });

  it('declines where the lender does not lend, without a report', async () => {
    const body = aNewPerson({ state: 'PR', date_of_birth: '1985-04-12' });
    assert.equal((await pull(body)).application_status, 'Declined');
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /not based on information in a report/);
    const { inquiry_id } = await applicationOf(body.external_application_id);
    const inquiries = await lending.context.database.query
      .selectFrom('bureau_inquiries')
      .where('id', '=', inquiry_id)
      .selectAll()
      .execute();
    assert.deepEqual(inquiries, []);
  });

  it('stores number, birth date, income and report sealed only', async () => {
    const body = aNewPerson({ annual_income: '123456789.00', date_of_birth: '1971-08-23' });
    await pull(body);
    const { query } = lending.context.database;
    const rows = JSON.stringify([
      await query.selectFrom('applications').selectAll().execute(),
      await query.selectFrom('bureau_reports').selectAll().execute(),
      await query.selectFrom('messages').selectAll().execute(),
    ]);
    for (const secret of [
      '900100001',
      '900-10-0001',
      '1971-08-23',
      '12345678900',
      '123456789.00',
    ]) {
      assert.ok(!rows.includes(secret), secret);
    }
  });

  it('defaults the loan id to the external one and numbers the loan', async () => {
    const body = aNewPerson();
    const answer = await pull(body);
    assert.equal(answer.loan_id, body.external_application_id);
    assert.match(answer.consumer_application_human_readable_id, /^[1-9]\d{9}$/);
  });

  it('takes the same as a form', async () => {
    const form = new URLSearchParams(aNewPerson() as Record<string, string>);
    const response = await lending.app.request(softPullPath, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('sponsor@example.test:sandbox-api-password')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
    });
    assert.equal(response.status, 200);
  });

  it('shows the privacy notice at the address it gives', async () => {
    const { documents } = await pull(aNewPerson());
    const [document] = documents;
    assert.equal(document?.type, 'privacy_notice');
    const response = await lending.app.request(new URL(document?.url ?? '').pathname);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /What does Sample Lending Bank/);
  });
});

describe('POST consumers/soft-pull/ refuses', () => {
  for (const [name, change, field] of [
    ['a number that may be real', { ssn: '123-45-6789' }, 'ssn'],
    ['a minor', { date_of_birth: '2008-03-03' }, 'date_of_birth'],
    [
      'an eighteen-year-old in Alabama',
      { date_of_birth: '2008-03-02', state: 'AL' },
      'date_of_birth',
    ],
    ['too small an amount', { requested_amount: '499.99' }, 'requested_amount'],
    ['too large an amount', { requested_amount: '100000.01' }, 'requested_amount'],
    ['no consent', { soft_pull_consent: false }, 'soft_pull_consent'],
    ['a missing consent', { esign_consent: undefined }, 'esign_consent'],
    [
      'an unknown version of the authorization',
      { soft_pull_consent_version: '1999-01' },
      'soft_pull_consent_version',
    ],
    [
      'another text of the authorization',
      { soft_pull_consent_text_sha256: 'a'.repeat(64) },
      'soft_pull_consent_text_sha256',
    ],
    ['an unknown E-SIGN text', { esign_consent_version: '1999-01' }, 'esign_consent_version'],
    ['an unknown privacy notice', { privacy_notice_version: '1999-01' }, 'privacy_notice_version'],
    [
      'an unknown SMS text',
      { sms_consent: true, sms_consent_version: '1999-01', sms_consent_at: '2026-03-02T15:00:00Z' },
      'sms_consent_version',
    ],
    ['an unknown offer code', { offer_code_name: 'SPRING' }, 'offer_code_name'],
    ['an unknown user', { request_user_id: 'nobody' }, 'request_user_id'],
    ['a post-office box', { address_1: 'P.O. Box 12' }, 'address_1'],
  ] as const) {
    it(`${name}, naming ${field}, before any bureau is asked`, async () => {
      const body = aNewPerson(change);
      const response = await send(body);
      assert.equal(response.status, 400);
      const { errors } = (await response.json()) as { errors: Record<string, string[]> };
      assert.deepEqual(Object.keys(errors), [field]);
      const { query } = lending.context.database;
      const inquiries = await query
        .selectFrom('bureau_inquiries')
        .selectAll()
        .where('external_application_id', '=', String(body.external_application_id))
        .execute();
      assert.deepEqual(inquiries, []);
    });
  }

  it('a loan_id that is used already', async () => {
    await pull(aNewPerson({ loan_id: 'loan-used' }));
    const response = await send(aNewPerson({ loan_id: 'loan-used' }));
    assert.equal(response.status, 400);
    const { errors } = (await response.json()) as { errors: Record<string, string[]> };
    assert.ok(errors.loan_id);
  });

  it('a sponsor without the flag', async () => {
    const response = await lending.call('POST', softPullPath, {
      body: aNewPerson(),
      as: 'sponsor-three@example.test',
    });
    assert.equal(response.status, 403);
  });

  it('another sponsor’s user', async () => {
    const response = await lending.call('POST', softPullPath, {
      body: aNewPerson(),
      as: 'sponsor-two@example.test',
    });
    assert.equal(response.status, 400);
  });

  it('a merchant that is not active', async (t) => {
    const setStatus = (status: 'Active' | 'Suspended') =>
      lending.context.database.query
        .updateTable('merchants')
        .set({ status })
        .where('contractor_id', '=', 'hillside-hvac')
        .execute();
    t.after(() => setStatus('Active'));
    await setStatus('Suspended');
    assert.equal((await send(aNewPerson())).status, 403);
  });

  it('an inactive user', async (t) => {
    const setStatus = (status: 'Active' | 'Deactivated') =>
      lending.context.database.query
        .updateTable('merchant_users')
        .set({ status })
        .where('user_id', '=', 'hillside-rep-2')
        .execute();
    t.after(() => setStatus('Active'));
    await setStatus('Deactivated');
    assert.equal((await send(aNewPerson({ request_user_id: 'hillside-rep-2' }))).status, 403);
  });

  it('offers when the merchant has selected no product', async (t) => {
    const { query } = lending.context.database;
    const selected = await query.selectFrom('selected_products').selectAll().execute();
    t.after(() => query.insertInto('selected_products').values(selected).execute());
    await query.deleteFrom('selected_products').execute();
    const answer = await pull(aNewPerson());
    assert.equal(answer.decision, 'no_offers');
    assert.equal(answer.adverse_action_notice, 'queued');
  });
});
