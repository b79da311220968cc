import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type SoftPullResponse,
  softPullResponse,
} from '../../../../server/lending-api/soft-pull.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aNewPersonsSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const send = (body: unknown, headers: Record<string, string> = {}) =>
  lending.call('POST', softPullPath, { body, headers });
const pull = async (body: unknown): Promise<SoftPullResponse> => {
  const response = await send(body);
  const answer: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return softPullResponse.strict().parse(answer);
};

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
    await pull(aNewPersonsSoftPull({ loan_id: 'loan-used' }));
    const response = await send(aNewPersonsSoftPull({ loan_id: 'loan-used' }));
    assert.equal(response.status, 400);
    const { errors } = (await response.json()) as { errors: Record<string, string[]> };
    assert.ok(errors.loan_id);
  });

  it('a sponsor without the flag', async () => {
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

  it('a merchant that is not active', async (t) => {
    const setStatus = (status: 'Active' | 'Suspended') =>
      lending.context.database.query
        .updateTable('merchants')
        .set({ status })
        .where('contractor_id', '=', 'hillside-hvac')
        .execute();
    t.after(() => setStatus('Active'));
    await setStatus('Suspended');
    assert.equal((await send(aNewPersonsSoftPull())).status, 403);
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
      (await send(aNewPersonsSoftPull({ request_user_id: 'hillside-rep-2' }))).status,
      403,
    );
  });

  it('offers when the merchant has selected no product', async (t) => {
    const { query } = lending.context.database;
    const selected = await query.selectFrom('selected_products').selectAll().execute();
    t.after(() => query.insertInto('selected_products').values(selected).execute());
    await query.deleteFrom('selected_products').execute();
    const answer = await pull(aNewPersonsSoftPull());
    assert.equal(answer.decision, 'no_offers');
    assert.equal(answer.adverse_action_notice, 'queued');
  });
});
