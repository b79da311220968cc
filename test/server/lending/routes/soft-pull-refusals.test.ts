import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { defaultRateSheet } from '../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import {
  aNewPersonsSoftPull,
  decidedSoftPull,
  sendSoftPull,
  softPullPath,
} from '../../../helpers/soft-pull.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

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
      const body = aNewPersonsSoftPull(change);
      const response = await sendSoftPull(lending, body);
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
    await decidedSoftPull(lending, aNewPersonsSoftPull({ loan_id: 'loan-used' }));
    const response = await sendSoftPull(lending, aNewPersonsSoftPull({ loan_id: 'loan-used' }));
    assert.equal(response.status, 400);
    const { errors } = (await response.json()) as { errors: Record<string, string[]> };
    assert.ok(errors.loan_id);
  });

  for (const field of ['loan_id', 'external_application_id']) {
    it(`one ${field} of several people at the same time`, async () => {
      const bodies = Array.from({ length: 6 }, () =>
        aNewPersonsSoftPull({ [field]: `wanted-${field}` }),
      );
      const responses = await Promise.all(bodies.map((body) => sendSoftPull(lending, body)));
      const refused = responses.filter(({ status }) => status === 400);
      assert.equal(refused.length, 5);
      for (const response of refused) {
        const { errors } = (await response.json()) as { errors: Record<string, string[]> };
        assert.deepEqual(Object.keys(errors), [field]);
      }
    });
  }

  it('a sponsor without the flag [conformance:post-consumers-soft-pull-2]', async () => {
    const response = await lending.call('POST', softPullPath, {
      body: aNewPersonsSoftPull(),
      as: 'sponsor-three@example.test',
    });
    assert.equal(response.status, 403);
  });

  it('another sponsor’s user', async () => {
    const response = await lending.call('POST', softPullPath, {
      body: aNewPersonsSoftPull(),
      as: 'sponsor-two@example.test',
    });
    assert.equal(response.status, 400);
  });

  it('a merchant that is not active [conformance:state-merchant-active]', async (t) => {
    const setStatus = (status: 'Active' | 'Suspended') =>
      lending.context.database.query
        .updateTable('merchants')
        .set({ status })
        .where('contractor_id', '=', 'hillside-hvac')
        .execute();
    t.after(() => setStatus('Active'));
    await setStatus('Suspended');
    assert.equal((await sendSoftPull(lending, aNewPersonsSoftPull())).status, 403);
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
    assert.equal(
      (await sendSoftPull(lending, aNewPersonsSoftPull({ request_user_id: 'hillside-rep-2' })))
        .status,
      403,
    );
  });
});

async function noticeTo(recipient: string): Promise<string> {
  const { text } = await storedRows(lending.context)
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', 'in', ['adverse_action', 'counter_offer'])
    .executeTakeFirstOrThrow();
  return text;
}

async function offerCode(productCode: string, change: Record<string, unknown> = {}) {
  const { id } = await lending.context.database.query
    .selectFrom('merchants')
    .select('id')
    .where('contractor_id', '=', 'hillside-hvac')
    .executeTakeFirstOrThrow();
  const product = defaultRateSheet.find(({ product_code }) => product_code === productCode);
  const offer_code_name = `ONLY-${productCode}`;
  const response = await lending.call('POST', `/api/v1/sponsor/merchants/${id}/offer-code/`, {
    body: { offer_code_name, product_ids: [product?.product_id], ...change },
  });
  assert.equal(response.status, 201);
  return offer_code_name;
}

describe('the notice of a soft pull for which there is no product', () => {
  const noticeOf = async (change: Record<string, unknown> = {}) => {
    const body = aNewPersonsSoftPull(change);
    const { decision, adverse_action_notice } = await decidedSoftPull(lending, body);
    assert.deepEqual([decision, adverse_action_notice], ['no_offers', 'queued']);
    return noticeTo(String(body.email));
  };

  it('rests on the report whose score excluded what the offer code has', async () => {
    const offer_code_name = await offerCode('NP-84-1799');
    const text = await noticeOf({ offer_code_name, ssn: '900-10-0001' });
    assert.match(text, /- No loan offered through this merchant is available at your credit score/);
    assert.match(text, /Your credit score: 780\./);
    assert.doesNotMatch(text, /not based on information in a report/);
  });

  it('names the amount, without a report, where that is too small', async () => {
    const offer_code_name = await offerCode('ZERO-12', { min_amount: '5000.00' });
    const text = await noticeOf({ offer_code_name, requested_amount: '4999.99' });
    assert.match(text, /- Amount requested is below the minimum/);
    assert.match(text, /not based on information in a report/);
  });

  const selectNothing = async (t: TestContext) => {
    const { query } = lending.context.database;
    const selected = await query.selectFrom('selected_products').selectAll().execute();
    t.after(() => query.insertInto('selected_products').values(selected).execute());
    await query.deleteFrom('selected_products').execute();
  };

  it('names the merchant, without a report, where none is selected [conformance:patch-merchants-rate-sheets-2]', async (t) => {
    await selectNothing(t);
    const text = await noticeOf();
    assert.match(text, /- No loan is available through this merchant on the terms requested/);
    assert.match(text, /not based on information in a report/);
  });

  it('says the same where none is selected any more when a review is passed', async (t) => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0106' });
    await decidedSoftPull(lending, body);
    await selectNothing(t);
    const verify = `/sandbox/v1/applications/${body.external_application_id}/verify`;
    const ended = await lending.call('POST', verify, { body: { result: 'passed' } });
    assert.deepEqual(await ended.json(), { application_status: 'Declined' });
    const text = await noticeTo(String(body.email));
    assert.match(text, /- No loan is available through this merchant on the terms requested/);
    assert.match(text, /not based on information in a report/);
  });
});

describe('the notice of a counter-offer', () => {
  const reasonsOf = async (change: Record<string, unknown>) => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0002', ...change });
    const { offers } = await decidedSoftPull(lending, body);
    assert.ok(offers.length > 0 && offers.every(({ is_counter_offer }) => is_counter_offer));
    const [, reasons] = /reason\(s\):\n\n(.*?)\n\n/s.exec(await noticeTo(String(body.email))) ?? [];
    return reasons;
  };

  it('names the score where a better one would have brought more', async () => {
    assert.match((await reasonsOf({ requested_amount: '7500.01' })) ?? '', /credit limits/);
  });

  it('names the terms that were asked for where the offer code gives nobody more', async () => {
    const offer_code_name = await offerCode('STD-60-1299', { max_amount: '5000.00' });
    assert.equal(
      await reasonsOf({ requested_amount: '6000.00', offer_code_name }),
      '- We do not grant credit to any applicant on the terms and conditions you have requested',
    );
  });
});
