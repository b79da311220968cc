import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { invitationSummary } from '../../../../server/lending-api/invitations.ts';
import { invited } from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending, testStart } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  // The messages wait, so that what was queued can be read.
  await lending.stop();
});
after(() => lending.close());

const byPhone = { email: undefined, phone: '+16145550177', sms_consent: true };

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
      await invited(lending, change);
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
      assert.deepEqual(invitationSummary.strict().parse(record), record);
    }
    const [pulled, , byText, first] = page.results;
    assert.deepEqual([pulled?.email, pulled?.phone], ['pulled@example.test', '+16145550123']);
    assert.deepEqual([byText?.email, byText?.phone], [undefined, byPhone.phone]);
    assert.deepEqual([byText?.activate_date, first?.activate_date], ['2026-03-20', '']);
    assert.equal(first?.offer_code_name, '');
    assert.ok(Date.parse(first?.modified ?? '') >= testStart);
  });

  it('shows a Salesrep its own alone, an Admin and a Salesmanager all [conformance:get-merchants-request-user-id-invitation-3]', async () => {
    assert.deepEqual(idsOf(await list('hillside-rep-2')), ['list-c']);
    assert.deepEqual(idsOf(await list('hillside-rep-1')), ['list-d', 'list-b', 'list-a']);
    assert.equal((await list('hillside-manager')).count, 4);
  });

  it('orders by any field, up and down [conformance:get-merchants-request-user-id-invitation-1]', async () => {
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

  it('searches in any case, and takes no sign for a wild card [conformance:get-merchants-request-user-id-invitation-2]', async () => {
    assert.deepEqual(idsOf(await list('hillside-admin', '?search=ANN@')), ['list-a']);
    assert.deepEqual(idsOf(await list('hillside-admin', '?search=rep-2')), ['list-c']);
    assert.deepEqual(idsOf(await list('hillside-admin', '?search=R_S')), ['list-c']);
    assert.equal((await list('hillside-admin', '?search=%25')).count, 0);
    assert.equal((await list('hillside-admin', '?search=_')).count, 1);
    assert.equal((await list('hillside-admin', '?search=%5C')).count, 0);
  });

  it('is paged, and names the pages beside it [conformance:convention-page-envelope-2]', async () => {
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
