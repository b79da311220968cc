import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  batchCreateUsersRefusal,
  batchCreateUsersResponse,
  merchantUser,
} from '../../../../server/lending-api/merchant-users.ts';
import { answered } from '../../../helpers/answered.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aMerchantUser, anOnboarding } from '../../../helpers/merchant-bodies.ts';

const usersPath = '/api/v1/sponsor/merchants/users/';
const pathOf = (admin: string) => `${usersPath}${admin}/batch-create-users/`;

let lending: TestLending;
beforeEach(async () => {
  lending = await startTestLending();
});
afterEach(() => lending.close());

function aUser(number: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_user_id: _admin, ...fields } = aMerchantUser();
  const email = `Batch-${number}@hillside.example.test`;
  return { ...fields, user_id: `batch-${number}`, email, ...change };
}
const users = (count: number) => Array.from({ length: count }, (_, index) => aUser(index));

function create(body: unknown, admin = 'hillside-admin') {
  return lending.call('POST', pathOf(admin), { body });
}

async function refused(body: unknown, status: number, admin?: string) {
  const before = await countUsers();
  const response = await create(body, admin);
  const answer: unknown = await response.json();
  assert.equal(response.status, status, JSON.stringify(answer));
  assert.equal(await countUsers(), before);
  return batchCreateUsersRefusal.parse(answer);
}

async function countUsers(): Promise<number> {
  const rows = await lending.context.database.query
    .selectFrom('merchant_users')
    .select('id')
    .execute();
  return rows.length;
}

describe('POST merchants/users/{request_user_id}/batch-create-users/', () => {
  for (const count of [1, 100]) {
    it(`creates ${count}, Active at once, and answers their ids in order [conformance:batch-users ${count}]`, async () => {
      const response = await create(users(count));
      assert.equal(response.status, 201);
      const ids = batchCreateUsersResponse.parse(await response.json()).platform_merchant_user_id;
      assert.equal(ids.length, count);
      const last = await (await lending.call('GET', `${usersPath}batch-${count - 1}/`)).json();
      assert.partialDeepStrictEqual(merchantUser.parse(last), {
        platform_merchant_user_id: ids.at(-1),
        contractor_id: 'hillside-hvac',
        email: `batch-${count - 1}@hillside.example.test`,
        status: 'Active',
      });
    });
  }

  it('takes a lone object for a list of one', async () => {
    const response = await create(aUser(1));
    assert.equal(response.status, 201);
    const { platform_merchant_user_id } = batchCreateUsersResponse.parse(await response.json());
    assert.equal(platform_merchant_user_id.length, 1);
  });

  it('reports who is stored already, and creates none of the others', async () => {
    const taken = {
      user_id: 'hillside-rep-1',
      email: 'HILLSIDE-REP-2@hillside.example.test',
    };
    const answer = await refused([aUser(1), aUser(2, taken), aUser(3)], 400);
    assert.match(answer.detail, /exists/);
    assert.deepEqual([answer.user_id, answer.emails], [[taken.user_id], [taken.email]]);
  });

  it('takes ids and e-mails that users of another sponsor have', async () => {
    const as = 'sponsor-two@example.test';
    const onboarding = { body: anOnboarding(), as } as const;
    await answered(
      await lending.call('POST', '/api/v1/sponsor/merchants/onboarding/', onboarding),
      201,
    );
    const complete = '/sandbox/v1/merchants/quarry/complete-onboarding';
    await answered(await lending.call('POST', complete, { body: {}, as }), 200);
    const email = 'hillside-rep-2@hillside.example.test';
    const body = [aUser(1, { user_id: 'hillside-rep-1', email })];
    await answered(await lending.call('POST', pathOf('quarry-admin'), { body, as }), 201);
  });

  it('reports who comes twice in the batch', async () => {
    const answer = await refused(
      [
        aUser(1),
        aUser(2, { user_id: 'batch-1' }),
        aUser(3),
        aUser(4, { email: 'batch-3@hillside.example.test' }),
      ],
      400,
    );
    assert.deepEqual(answer.user_id, ['batch-1']);
    assert.deepEqual(answer.emails, [
      'Batch-3@hillside.example.test',
      'batch-3@hillside.example.test',
    ]);
  });

  it('compares user_ids case-sensitively', async () => {
    assert.equal((await create([aUser(1), aUser(2, { user_id: 'Batch-1' })])).status, 201);
  });

  for (const [name, body, field] of [
    ['an empty list', [], 'body'],
    ['101 users', users(101), 'body'],
    ['a text', 'batch-1', 'body'],
    ['a list of lists', [[aUser(1)]], '0'],
    ['an unknown role', [aUser(1), aUser(2, { user_type: 'Owner' })], '1.user_type'],
    ['a reserved user_id', aUser(1, { user_id: 'batch-create-users' }), '0.user_id'],
  ] as const) {
    it(`refuses ${name} and creates nobody`, async () => {
      const answer = await refused(body, 400);
      assert.deepEqual(Object.keys(answer.errors ?? {}), [field]);
      assert.deepEqual([answer.user_id, answer.emails], [undefined, undefined]);
    });
  }

  it('says of a lone object what is missing and what is wrong', async () => {
    const { errors } = await refused(aUser(1, { email: 'nowhere', user_id: undefined }), 400);
    assert.deepEqual(errors, {
      '0.email': ['Send an e-mail address.'],
      '0.user_id': ['This field is required.'],
    });
  });

  it('is for active Admins', async () => {
    for (const user of ['hillside-manager', 'hillside-rep-1']) {
      assert.match((await refused(users(1), 403, user)).detail, /./);
    }
    await lending.call('POST', usersPath, {
      body: aMerchantUser({ user_type: 'Admin', user_id: 'hillside-admin-2' }),
    });
    const off = { request_user_id: 'hillside-admin', user_id: 'hillside-admin-2' };
    await lending.call('PATCH', usersPath, { body: { ...off, is_active: false } });
    await refused(users(1), 403, 'hillside-admin-2');
  });

  it('does not know an unknown Admin, nor another sponsor’s', async () => {
    await refused(users(1), 404, 'nobody');
    const as = 'sponsor-two@example.test';
    const response = await lending.call('POST', pathOf('hillside-admin'), { body: users(1), as });
    assert.equal(response.status, 404);
  });
});
