import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { defaultRateSheet } from '../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { invitation } from '../../../../server/lending-api/invitations.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { anInvitation, invite, invited, invitePath } from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  // The messages wait, so that what was queued can be read.
  await lending.stop();
});
after(() => lending.close());

async function refused(change: Record<string, unknown>, ...fields: string[]): Promise<void> {
  const answer = await invite(lending, change);
  assert.equal(answer.status, 400);
  const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
  assert.deepEqual(Object.keys(errors).sort(), fields);
}

const byPhone = { email: undefined, phone: '+16145550177' };

const messagesTo = (recipient: string) =>
  storedRows(lending.context)
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .execute();

const rowsOf = async (externalId: string) => {
  const { query } = lending.context.database;
  const application = await query
    .selectFrom('applications')
    .selectAll()
    .where('external_application_id', '=', externalId)
    .executeTakeFirstOrThrow();
  const sent = await query
    .selectFrom('invitations')
    .selectAll()
    .where('application_id', '=', application.id)
    .executeTakeFirstOrThrow();
  return { application, sent };
};

describe('POST consumers/application/', () => {
  it('invites by e-mail at once, in the locale [conformance:transition-consumer-invited-1]', async () => {
    const email = 'prima@example.test';
    const answer = await invited(lending, {
      email,
      locale: 'es',
      first_name: 'Alma',
      loan_id: 'loan-es',
    });
    assert.deepEqual(
      [answer.status, answer.channel, answer.email, answer.phone, answer.activate_date],
      ['Sent', 'email', email, null, ''],
    );
    assert.equal(answer.loan_id, 'loan-es');
    assert.equal(answer.offer_code_name, '');
    assert.equal(Date.parse(answer.expires_at), Date.parse(answer.created) + 30 * dayMs);
    const [message] = await messagesTo(email);
    assert.equal(message?.channel, 'email');
    assert.match(message?.text ?? '', /^Hola, Alma:.*le invita a solicitar financiamiento/s);
    assert.equal(JSON.parse(message?.links ?? '')[0], answer.consumer_invitation_link);
  });

  it('invites by SMS, with the merchant’s word that the consumer agreed [conformance:transition-consumer-invited-2]', async () => {
    const { channel, phone, external_application_id } = await invited(lending, byPhone);
    assert.deepEqual([channel, phone], ['sms', byPhone.phone]);
    const [message] = await messagesTo(byPhone.phone);
    assert.equal(message?.channel, 'sms');
    assert.match(message?.text ?? '', /Hillside Heating & Air invites you .*Reply STOP/s);
    const { application } = await rowsOf(external_application_id);
    const evidence = await storedRows(lending.context)
      .selectFrom('consent_events')
      .select(['consent_type', 'action', 'collected_by'])
      .where('application_id', '=', application.id)
      .execute();
    assert.deepEqual(
      evidence.map(({ consent_type, action, collected_by }) => [
        consent_type,
        action,
        collected_by,
      ]),
      [['sms', 'attested', 'sponsor_api']],
    );
  });

  it('takes exactly one of phone and e-mail, and no phone whose owner did not agree [conformance:transition-consumer-invited-3]', async () => {
    await refused({ email: undefined }, 'email', 'phone');
    await refused({ ...byPhone, email: 'both@example.test' }, 'email', 'phone');
    await refused({ ...byPhone, sms_consent: false }, 'sms_consent');
    assert.equal((await invited(lending, { ...byPhone, sms_consent: true })).channel, 'sms');
  });

  it('greets by nothing that a mail program makes a link of', async () => {
    await refused({ first_name: 'https://evil.example/a' }, 'first_name');
    await refused({ first_name: 'evil.example', last_name: 'a\u202Eb' }, 'first_name', 'last_name');
    await invited(lending, { first_name: 'Mary Jo', last_name: "St. John-O'Neil" });
  });

  it('makes an id where none is sent, the loan’s the same', async () => {
    const { external_application_id, loan_id } = await invited(lending, {
      external_application_id: undefined,
    });
    assert.match(external_application_id, /^[0-9a-f-]{36}$/);
    assert.equal(loan_id, external_application_id);
  });

  it('refuses ids that are used', async () => {
    const { external_application_id, loan_id } = await invited(lending);
    await refused({ external_application_id }, 'external_application_id');
    await refused({ loan_id }, 'loan_id');
  });

  it('makes one of two invitations under one id at once', async () => {
    const change = { external_application_id: 'twice', email: 'twice@example.test' };
    const answers = await Promise.all([invite(lending, change), invite(lending, change)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.equal((await messagesTo('twice@example.test')).length, 1);
  });

  it('is scheduled for a day up to 90 days on, and lives 30 days from then', async () => {
    const email = 'later@example.test';
    const answer = await invited(lending, { email, activate_date: '2026-03-10' });
    assert.deepEqual([answer.status, answer.activate_date], ['Scheduled', '2026-03-10']);
    // Summer time begins on 8 March: midnight in New York is 04:00 UTC.
    assert.equal(answer.expires_at, '2026-04-09T04:00:00Z');
    assert.deepEqual(await messagesTo(email), []);
    assert.equal((await invited(lending, { activate_date: '2026-03-02' })).status, 'Sent');
    assert.equal((await invited(lending, { activate_date: '2026-05-31' })).status, 'Scheduled');
    await refused({ activate_date: '2026-06-01' }, 'activate_date');
    await refused({ activate_date: '2026-03-01' }, 'activate_date');
    await refused({ activate_date: '2026-02-30' }, 'activate_date');
  });

  it('is sent at once on a day that is over in New York but not in the west', async () => {
    const night = await startTestLending({}, undefined, undefined, Date.UTC(2026, 2, 3, 5, 30));
    try {
      const { status, activate_date } = await invited(night, { activate_date: '2026-03-02' });
      assert.deepEqual([status, activate_date], ['Sent', '2026-03-02']);
      assert.equal((await invite(night, { activate_date: '2026-03-01' })).status, 400);
    } finally {
      await night.close();
    }
  });

  it('keeps what its offer code promises, and refuses one that cannot be used', async () => {
    const { query } = lending.context.database;
    const merchant = await query.selectFrom('merchants').select('id').executeTakeFirstOrThrow();
    const product = defaultRateSheet[0]?.product_id;
    const codes = `/api/v1/sponsor/merchants/${merchant.id}/offer-code/`;
    const body = { offer_code_name: 'ONLY-ONE', product_ids: [product], max_amount: '9000.00' };
    assert.equal((await lending.call('POST', codes, { body })).status, 201);
    const answer = await invited(lending, { offer_code_name: 'only-one' });
    assert.equal(answer.offer_code_name, 'ONLY-ONE');
    await lending.call('PATCH', `${codes}1`, { body: { is_deleted: true } });
    const { application } = await rowsOf(answer.external_application_id);
    assert.deepEqual(JSON.parse(application.offer_code_terms ?? ''), {
      product_ids: [product],
      min_amount_cents: null,
      max_amount_cents: 900_000,
    });
    await refused({ offer_code_name: 'ONLY-ONE' }, 'offer_code_name');
  });

  it('agrees for JSON and both kinds of form', async () => {
    const fields = { ...anInvitation(byPhone), sms_consent: 'true' } as Record<string, string>;
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('external_application_id', 'by-multipart');
    const encoded = new URLSearchParams({ ...fields, external_application_id: 'by-form' });
    const answers = [await invited(lending, { ...byPhone, external_application_id: 'by-json' })];
    for (const body of [encoded, form]) {
      const authorization = `Basic ${btoa('sponsor@example.test:sandbox-api-password')}`;
      const init = { method: 'POST', headers: { authorization }, body };
      const answer = await lending.app.request(invitePath, init);
      assert.equal(answer.status, 201);
      answers.push(invitation.parse(await answer.json()));
    }
    const [json, ...forms] = answers.map(
      ({ invitation_id, external_application_id, loan_id, consumer_invitation_link, ...rest }) =>
        rest,
    );
    for (const form of forms) assert.deepEqual(form, json);
  });

  it('knows users and merchants: 400, 403', async () => {
    assert.equal((await invite(lending, { request_user_id: 'nobody' })).status, 400);
    const suspend = '/sandbox/v1/merchants/hillside-hvac/suspend';
    const release = '/sandbox/v1/merchants/hillside-hvac/release';
    assert.equal((await lending.call('POST', suspend)).status, 200);
    assert.equal((await invite(lending)).status, 403);
    assert.equal((await lending.call('POST', release)).status, 200);
    assert.equal((await invite(lending)).status, 201);
  });
});

describe('an application by invitation', () => {
  it('is Invited, with what is known, in the list and by itself', async () => {
    const answer = await invited(lending, { requested_amount: undefined, last_name: 'Sample' });
    const at = '/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/';
    const list = await lending.call('GET', at);
    assert.equal(list.status, 200);
    const listed = ((await list.json()) as Record<string, unknown>[]).find(
      ({ loan_id }) => loan_id === answer.loan_id,
    );
    assert.equal(listed?.application_path, 'invitation');
    assert.equal(listed?.application_status, 'Invited');
    assert.equal(listed?.requested_amount, null);
    assert.equal(listed?.consumer_last_name, 'Sample');
    const one = await lending.call('GET', `${at}loan/${answer.loan_id}/`);
    assert.equal(one.status, 200);
    const detail = (await one.json()) as { status_history: { status: string; actor: string }[] };
    assert.deepEqual(
      detail.status_history.map(({ status, actor }) => [status, actor]),
      [['Invited', 'hillside-rep-1']],
    );
  });
});
