import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { defaultRateSheet } from '../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { startTestLending, type TestLending, testStart } from '../../../helpers/lending.ts';
import { aNewPersonsSoftPull, decidedSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const messagesTo = (email: unknown, { context } = lending) =>
  storedRows(context)
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
  it('answers with offers, the lowest total first [conformance:post-consumers-soft-pull-1]', async () => {
    const answer = await decidedSoftPull(lending, aNewPersonsSoftPull());
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
    const body = aNewPersonsSoftPull({ ssn: '900-10-0101' });
    const answer = await decidedSoftPull(lending, body);
    assert.equal(answer.decision, 'no_offers');
    assert.equal(answer.application_status, 'Declined');
    assert.equal(answer.adverse_action_notice, 'queued');
    assert.deepEqual(answer.offers, []);
    assert.match(answer.no_offers_message ?? '', /We will send you a notice/);
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /Your credit score: 560/);
    assert.equal((await messagesTo(body.email)).length, 1);
  });

  it('speaks the language of the application', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0101', locale: 'es' });
    assert.match((await decidedSoftPull(lending, body)).no_offers_message ?? '', /financiamiento/);
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /Obligaciones de crédito/);
  });

  it('names the products in the language of the application, each time it is asked', async () => {
    const body = aNewPersonsSoftPull({ locale: 'es' });
    const first = await decidedSoftPull(lending, body);
    assert.ok(first.offers.some((offer) => offer.product_name === 'Préstamo a 60 meses'));
    for (const { product_name } of defaultRateSheet) {
      assert.ok(
        first.offers.every((offer) => offer.product_name !== product_name),
        product_name,
      );
    }
    assert.deepEqual((await decidedSoftPull(lending, body)).offers, first.offers);
  });

  it('makes a counter-offer with the combined notice', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0002', requested_amount: '9000.00' });
    const answer = await decidedSoftPull(lending, body);
    assert.equal(answer.maximum_approved_amount, '7500.00');
    assert.equal(answer.adverse_action_notice, 'queued');
    assert.notEqual(answer.offers.length, 0);
    assert.ok(answer.offers.every((offer) => offer.is_counter_offer && offer.amount === '7500.00'));
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /\$7,500\.00/);
  });

  it('names the last whole day of a counter-offer, on which it can still be selected', async (t) => {
    const own = await startTestLending();
    t.after(own.close);
    const body = aNewPersonsSoftPull({ ssn: '900-10-0002', requested_amount: '9000.00' });
    const { offers, offers_expire_at } = await decidedSoftPull(own, body);
    assert.equal(offers_expire_at, '2026-04-01T15:00:00Z');
    const [notice] = await messagesTo(body.email, own);
    assert.match(notice?.text ?? '', /accept it there by March 31, 2026\./);
    own.tick(Date.parse('2026-03-31T23:59:00-04:00') - testStart);
    const path = `/api/v1/sponsor/consumers/offers/${offers[0]?.offer_uuid}/select/`;
    assert.equal((await own.call('PATCH', path, { body: {} })).status, 200);
  });

  it('discloses the score of a counter-offer for the amount alone', async () => {
    const body = aNewPersonsSoftPull({ requested_amount: '60000.00' });
    assert.equal((await decidedSoftPull(lending, body)).maximum_approved_amount, '50000.00');
    const [notice] = await messagesTo(body.email);
    assert.match(notice?.text ?? '', /Your credit score: 780\. Date: March 2, 2026\./);
  });

  it('takes a case for review without a notice', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0106' });
    const answer = await decidedSoftPull(lending, body);
    assert.equal(answer.decision, 'no_offers');
    assert.equal(answer.application_status, 'Pending: Verification');
    assert.equal(answer.adverse_action_notice, 'none');
    assert.match(answer.no_offers_message ?? '', /review your application/);
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
      const body = aNewPersonsSoftPull({ ssn });
      assert.equal((await decidedSoftPull(lending, body)).application_status, 'Declined');
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
      assert.equal(
        (await decidedSoftPull(lending, aNewPersonsSoftPull({ ssn }))).offers.length,
        count,
      ));
  }

  it('marks offers to a covered borrower', async () => {
    const { offers } = await decidedSoftPull(lending, aNewPersonsSoftPull({ ssn: '900-10-0003' }));
    assert.ok(offers.length > 0 && offers.every((offer) => offer.mla_covered));
  });

  it('gives offers that have expired on arrival', async () => {
    const answer = await decidedSoftPull(lending, aNewPersonsSoftPull({ ssn: '900-10-0004' }));
    assert.equal(answer.decision, 'offers');
    assert.equal(answer.offers_expire_at, '2026-03-02T15:00:00Z');
    assert.equal(answer.application_status, 'Expired');
  });

  it('declines where the lender does not lend, without a report', async () => {
    const body = aNewPersonsSoftPull({ state: 'PR', date_of_birth: '1985-04-12' });
    assert.equal((await decidedSoftPull(lending, body)).application_status, 'Declined');
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
    const body = aNewPersonsSoftPull({
      annual_income: '123456789.00',
      date_of_birth: '1971-08-23',
    });
    await decidedSoftPull(lending, body);
    const { query } = lending.context.database;
    const rows = JSON.stringify([
      await query.selectFrom('applications').selectAll().execute(),
      await query.selectFrom('bureau_reports').selectAll().execute(),
      await storedRows(lending.context).selectFrom('messages').selectAll().execute(),
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
    const body = aNewPersonsSoftPull();
    const answer = await decidedSoftPull(lending, body);
    assert.equal(answer.loan_id, body.external_application_id);
    assert.match(answer.consumer_application_human_readable_id, /^[1-9]\d{9}$/);
  });

  it('takes the same as a form', async () => {
    const form = new URLSearchParams(aNewPersonsSoftPull() as Record<string, string>);
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
    const { documents } = await decidedSoftPull(lending, aNewPersonsSoftPull());
    const [document] = documents;
    assert.equal(document?.type, 'privacy_notice');
    const response = await lending.app.request(new URL(document?.url ?? '').pathname);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /What does Sample Lending Bank/);
  });
});
