import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type MerchantUser, merchantUser } from '../../../../server/lending-api/merchant-users.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aMerchantUser, anOnboarding } from '../../../helpers/merchant-bodies.ts';

const users = '/api/v1/sponsor/merchants/users/';

let lending: TestLending;
beforeEach(async () => {
  lending = await startTestLending();
});
afterEach(() => lending.close());

type Change = Record<string, unknown>;

function patch(change: Change, as: 'sponsor@example.test' | 'sponsor-two@example.test' = sponsor) {
  const body = { request_user_id: 'hillside-admin', user_id: 'hillside-rep-1', ...change };
  return lending.call('PATCH', users, { body, as });
}
const sponsor = 'sponsor@example.test';

async function patched(change: Change): Promise<MerchantUser> {
  const response = await patch(change);
  const body: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return merchantUser.parse(body);
}

async function refused(change: Change, status: number, ...fields: string[]): Promise<void> {
  const before = await everyone();
  const response = await patch(change);
  const body = (await response.json()) as { detail: string; errors?: Change };
  assert.equal(response.status, status, JSON.stringify(body));
  assert.match(body.detail, /./);
  assert.deepEqual(Object.keys(body.errors ?? {}), fields);
  assert.deepEqual(await everyone(), before);
}

const everyone = () =>
  lending.context.database.query
    .selectFrom('merchant_users')
    .selectAll()
    .orderBy('user_id')
    .execute();

const secondAdmin = aMerchantUser({ user_type: 'Admin', user_id: 'hillside-admin-2' });
async function addSecondAdmin(): Promise<void> {
  assert.equal((await lending.call('POST', users, { body: secondAdmin })).status, 201);
}

describe('PATCH merchants/users/', () => {
  it('changes what is sent and leaves the rest [conformance:patch-merchants-users]', async () => {
    const before = merchantUser.parse(
      await (await lending.call('GET', `${users}hillside-rep-1/`)).json(),
    );
    lending.tick(60_000);
    const change = { first_name: 'Kay', email: 'Kay@Hillside.example.test', last_name: null };
    const user = await patched(change);
    assert.deepEqual(user, {
      ...before,
      first_name: 'Kay',
      email: 'kay@hillside.example.test',
      modified: '2026-03-02T15:01:00Z',
    });
    const read = await (await lending.call('GET', `${users}hillside-rep-1/`)).json();
    assert.deepEqual(read, user);
  });

  it('changes nothing when nothing is sent', async () => {
    const before = await everyone();
    lending.tick(60_000);
    await patched({});
    assert.deepEqual(await everyone(), before);
  });

  it('gives another role', async () => {
    assert.equal((await patched({ user_type: 'Salesmanager' })).user_type, 'Salesmanager');
  });

  it('deactivates a user, whom no call may name then, and activates it again', async () => {
    const user = await patched({ is_active: false });
    assert.deepEqual([user.status, user.is_active], ['Deactivated', false]);
    const lists = '/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/';
    assert.equal((await lending.call('GET', lists)).status, 403);
    assert.equal((await patched({ is_active: false })).status, 'Deactivated');
    assert.equal((await patched({ is_active: true })).status, 'Active');
    assert.equal((await lending.call('GET', lists)).status, 200);
  });

  it('keeps its own e-mail, and takes one that nobody has', async () => {
    await patched({ email: 'HILLSIDE-REP-1@hillside.example.test' });
    await refused({ email: 'Hillside-Rep-2@hillside.example.test' }, 400, 'email');
  });

  for (const [name, change, field] of [
    ['an unknown role', { user_type: 'admin' }, 'user_type'],
    ['a text for is_active', { is_active: 'no' }, 'is_active'],
    ['a telephone number of elsewhere', { phone_number: '+44201234567' }, 'phone_number'],
    ['a name of 51 letters', { first_name: 'x'.repeat(51) }, 'first_name'],
    ['control characters', { last_name: 'a\u0007b' }, 'last_name'],
    ['no user', { user_id: undefined }, 'user_id'],
    ['an Admin nobody knows', { request_user_id: 'nobody' }, 'request_user_id'],
  ] as const) {
    it(`refuses ${name}`, () => refused(change, 400, field));
  }

  it('knows no user of nobody’s, of another merchant or of another sponsor', async () => {
    await refused({ user_id: 'nobody' }, 404);
    await lending.call('POST', '/api/v1/sponsor/merchants/onboarding/', { body: anOnboarding() });
    await refused({ user_id: 'quarry-admin' }, 404);
    assert.equal((await patch({}, 'sponsor-two@example.test')).status, 400);
  });

  for (const request_user_id of ['hillside-manager', 'hillside-rep-2']) {
    it(`does not allow ${request_user_id} to`, () => refused({ request_user_id }, 403));
  }

  it('does not activate a user who was invited and has not come', async () => {
    const user_id = 'hillside-rep-1';
    await lending.context.database.query
      .updateTable('merchant_users')
      .set({ status: 'Invited' })
      .where('user_id', '=', user_id)
      .execute();
    await refused({ is_active: true }, 400);
    assert.equal((await patched({ is_active: false })).status, 'Invited');
  });

  it('changes nobody of a merchant that was closed', async () => {
    await lending.context.database.query
      .updateTable('merchants')
      .set({ status: 'Closed' })
      .execute();
    await refused({ first_name: 'Kay' }, 403);
  });
});

describe('the last active Admin', () => {
  const itself = { user_id: 'hillside-admin' };

  it('is neither demoted nor deactivated', async () => {
    await refused({ ...itself, user_type: 'Salesmanager' }, 400);
    await refused({ ...itself, is_active: false }, 400);
    assert.equal((await patched({ ...itself, first_name: 'Kay' })).user_type, 'Admin');
  });

  it('may go once there is another', async () => {
    await addSecondAdmin();
    assert.equal((await patched({ ...itself, is_active: false })).status, 'Deactivated');
    const request_user_id = 'hillside-admin-2';
    await refused({ request_user_id, user_id: request_user_id, is_active: false }, 400);
  });

  it('does not count one who is deactivated', async () => {
    await addSecondAdmin();
    await patched({ user_id: 'hillside-admin-2', is_active: false });
    await refused({ ...itself, is_active: false }, 400);
  });
});
