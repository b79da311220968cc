import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { invitation, invitationRecord } from '../../../../server/lending-api/invitations.ts';
import { defaultRateSheet } from '../../../../server/lending/domain/products/default-rate-sheet.ts';
import { invitePath, anInvitation } from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending, testStart } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

const DAY_MS = 86_400_000;

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  // The messages wait, so that what was queued can be read.
  await lending.stop();
});
after(() => lending.close());

let made = 0;
/** An invitation under an id of its own, unless the change names one. */
function invite(change: Record<string, unknown> = {}): Promise<Response> {
  made += 1;
  const body = anInvitation({ external_application_id: `invited-${made}`, ...change });
  return lending.call('POST', invitePath, { body });
}

async function invited(change: Record<string, unknown> = {}) {
  const answer = await invite(change);
  const text = await answer.text();
  assert.equal(answer.status, 201, text);
  return invitation.parse(JSON.parse(text));
}

async function refused(change: Record<string, unknown>, ...fields: string[]): Promise<void> {
  const answer = await invite(change);
  assert.equal(answer.status, 400);
  const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
  assert.deepEqual(Object.keys(errors).sort(), fields);
}

const byPhone = { email: undefined, phone: '+16145550177', sms_consent: true };

const messagesTo = (recipient: string) =>
  lending.context.database.query
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
  it('invites by e-mail at once, in the locale', async () => {
    const email = 'prima@example.test';
    const answer = await invited({ email, locale: 'es', first_name: 'Alma', loan_id: 'loan-es' });
    assert.deepEqual(
      [answer.status, answer.channel, answer.email, answer.phone, answer.activate_date],
      ['Sent', 'email', email, null, ''],
    );
    assert.equal(answer.loan_id, 'loan-es');
    assert.equal(answer.offer_code_name, '');
    assert.equal(Date.parse(answer.expires_at), Date.parse(answer.created) + 30 * DAY_MS);
    const [message] = await messagesTo(email);
    assert.equal(message?.channel, 'email');
    assert.match(message?.text ?? '', /^Hola, Alma:.*le invita a solicitar financiamiento/s);
    assert.equal(JSON.parse(message?.links ?? '')[0], answer.consumer_invitation_link);
  });

  it('invites by SMS, with the merchant’s word that the consumer agreed', async () => {
    const { channel, phone, external_application_id } = await invited(byPhone);
    assert.deepEqual([channel, phone], ['sms', byPhone.phone]);
    const [message] = await messagesTo(byPhone.phone);
    assert.equal(message?.channel, 'sms');
    assert.match(message?.text ?? '', /Hillside Heating & Air invites you .*Reply STOP/s);
    const { application } = await rowsOf(external_application_id);
    const evidence = await lending.context.database.query
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

  it('takes exactly one of phone and e-mail, and no phone without consent', async () => {
    await refused({ email: undefined }, 'email', 'phone');
    await refused({ ...byPhone, email: 'both@example.test' }, 'email', 'phone');
    await refused({ ...byPhone, sms_consent: undefined }, 'sms_consent');
    await refused({ ...byPhone, sms_consent: false }, 'sms_consent');
  });

  it('makes an id where none is sent, the loan’s the same', async () => {
    const { external_application_id, loan_id } = await invited({
      external_application_id: undefined,
    });
    assert.match(external_application_id, /^[0-9a-f-]{36}$/);
    assert.equal(loan_id, external_application_id);
  });

  it('refuses ids that are used', async () => {
    const { external_application_id, loan_id } = await invited();
    await refused({ external_application_id }, 'external_application_id');
    await refused({ loan_id }, 'loan_id');
  });

  it('makes one of two invitations under one id at once', async () => {
    const change = { external_application_id: 'twice', email: 'twice@example.test' };
    const answers = await Promise.all([invite(change), invite(change)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.equal((await messagesTo('twice@example.test')).length, 1);
  });

  it('is scheduled for a day up to 90 days on, and lives 30 days from then', async () => {
    const email = 'later@example.test';
    const answer = await invited({ email, activate_date: '2026-03-10' });
    assert.deepEqual([answer.status, answer.activate_date], ['Scheduled', '2026-03-10']);
    // Summer time begins on 8 March: midnight in New York is 04:00 UTC.
    assert.equal(answer.expires_at, '2026-04-09T04:00:00Z');
    assert.deepEqual(await messagesTo(email), []);
    assert.equal((await invited({ activate_date: '2026-03-02' })).status, 'Sent');
    assert.equal((await invited({ activate_date: '2026-05-31' })).status, 'Scheduled');
    await refused({ activate_date: '2026-06-01' }, 'activate_date');
    await refused({ activate_date: '2026-03-01' }, 'activate_date');
    await refused({ activate_date: '2026-02-30' }, 'activate_date');
  });

  it('keeps what its offer code promises, and refuses one that cannot be used', async () => {
    const { query } = lending.context.database;
    const merchant = await query.selectFrom('merchants').select('id').executeTakeFirstOrThrow();
    const product = defaultRateSheet[0]?.product_id;
    const codes = `/api/v1/sponsor/merchants/${merchant.id}/offer-code/`;
    const body = { offer_code_name: 'ONLY-ONE', product_ids: [product], max_amount: '9000.00' };
    assert.equal((await lending.call('POST', codes, { body })).status, 201);
    const answer = await invited({ offer_code_name: 'only-one' });
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
    const answers = [await invited({ ...byPhone, external_application_id: 'by-json' })];
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
    assert.equal((await invite({ request_user_id: 'nobody' })).status, 400);
    const suspend = '/sandbox/v1/merchants/hillside-hvac/suspend';
    const release = '/sandbox/v1/merchants/hillside-hvac/release';
    assert.equal((await lending.call('POST', suspend)).status, 200);
    assert.equal((await invite()).status, 403);
    assert.equal((await lending.call('POST', release)).status, 200);
    assert.equal((await invite()).status, 201);
  });
});

describe('an application by invitation', () => {
  it('is Invited, with what is known, in the list and by itself', async () => {
    const answer = await invited({ requested_amount: undefined, last_name: 'Sample' });
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

describe('GET merchants/{request_user_id}/invitation/', () => {
  const list = async (user: string, query = '') => {
    const path = `/api/v1/sponsor/merchants/${user}/invitation/${query}`;
    const answer = await lending.call('GET', path);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as {
      count: number;
      next?: string;
      previous?: string;
      results: Record<string, string>[];
    };
  };
  const idsOf = ({ results }: Awaited<ReturnType<typeof list>>) =>
    results.map(({ external_application_id }) => external_application_id);

  before(async () => {
    await lending.context.database.query.deleteFrom('invitations').execute();
    await lending.context.database.query.deleteFrom('applications').execute();
    for (const [index, change] of [
      { external_application_id: 'list-a', email: 'Ann@example.test' },
      { ...byPhone, external_application_id: 'list-b', activate_date: '2026-03-20' },
      {
        external_application_id: 'list-c',
        email: 'under_score@example.test',
        request_user_id: 'hillside-rep-2',
      },
    ].entries()) {
      lending.tick((index + 1) * 1000);
      await invited(change);
    }
    lending.tick(1000);
    const body = aSoftPull({ external_application_id: 'list-d', email: 'pulled@example.test' });
    assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
  });

  it('has exactly the fields of the API, those of soft pulls too, the newest first', async () => {
    const page = await list('hillside-admin');
    assert.equal(page.count, 4);
    assert.deepEqual(idsOf(page), ['list-d', 'list-c', 'list-b', 'list-a']);
    for (const record of page.results) {
      assert.deepEqual(invitationRecord.strict().parse(record), record);
    }
    const [pulled, , byText, first] = page.results;
    assert.deepEqual([pulled?.email, pulled?.phone], ['pulled@example.test', '+16145550123']);
    assert.deepEqual([byText?.email, byText?.phone], [undefined, byPhone.phone]);
    assert.deepEqual([byText?.activate_date, first?.activate_date], ['2026-03-20', '']);
    assert.equal(first?.offer_code_name, '');
    assert.ok(Date.parse(first?.modified ?? '') >= testStart);
  });

  it('shows a Salesrep its own alone, an Admin and a Salesmanager all', async () => {
    assert.deepEqual(idsOf(await list('hillside-rep-2')), ['list-c']);
    assert.deepEqual(idsOf(await list('hillside-rep-1')), ['list-d', 'list-b', 'list-a']);
    assert.equal((await list('hillside-manager')).count, 4);
  });

  it('orders by any field, up and down', async () => {
    const fields = {
      external_application_id: ['list-a', 'list-b', 'list-c', 'list-d'],
      modified: ['list-a', 'list-b', 'list-c', 'list-d'],
      phone: ['list-c', 'list-a', 'list-d', 'list-b'],
      activate_date: ['list-d', 'list-c', 'list-a', 'list-b'],
    };
    for (const [field, ids] of Object.entries(fields)) {
      assert.deepEqual(idsOf(await list('hillside-admin', `?ordering=${field}`)), ids);
    }
    assert.deepEqual(idsOf(await list('hillside-admin', '?ordering=-external_application_id')), [
      'list-d',
      'list-c',
      'list-b',
      'list-a',
    ]);
    for (const field of ['invited_by_merchant_user', 'offer_code_name', 'email']) {
      assert.equal((await list('hillside-admin', `?ordering=-${field}`)).count, 4);
    }
  });

  it('searches in any case, and takes no sign for a wild card', async () => {
    assert.deepEqual(idsOf(await list('hillside-admin', '?search=ANN@')), ['list-a']);
    assert.deepEqual(idsOf(await list('hillside-admin', '?search=rep-2')), ['list-c']);
    assert.deepEqual(idsOf(await list('hillside-admin', '?search=R_S')), ['list-c']);
    assert.equal((await list('hillside-admin', '?search=%25')).count, 0);
    assert.equal((await list('hillside-admin', '?search=_')).count, 1);
    assert.equal((await list('hillside-admin', '?search=%5C')).count, 0);
  });

  it('is paged, and names the pages beside it', async () => {
    const page = await list(
      'hillside-admin',
      '?page=2&page_size=2&ordering=external_application_id',
    );
    assert.deepEqual(idsOf(page), ['list-c', 'list-d']);
    assert.equal(page.count, 4);
    assert.equal(page.next, undefined);
    assert.match(page.previous ?? '', /invitation\/\?page=1&page_size=2&ordering=/);
  });

  it('refuses what cannot be asked for', async () => {
    const path = '/api/v1/sponsor/merchants/hillside-admin/invitation/';
    for (const [query, status] of [
      ['?page=3&page_size=2', 404],
      ['?page=0', 400],
      ['?page_size=101', 400],
      ['?ordering=status', 400],
      ['?ordering=--modified', 400],
    ] as const) {
      assert.equal((await lending.call('GET', `${path}${query}`)).status, status, query);
    }
    const unknown = '/api/v1/sponsor/merchants/nobody/invitation/';
    assert.equal((await lending.call('GET', unknown)).status, 404);
    const foreign = await lending.call('GET', path, { as: 'sponsor-two@example.test' });
    assert.equal(foreign.status, 404);
  });
});
