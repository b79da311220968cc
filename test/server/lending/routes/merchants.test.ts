import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { merchantOnboardingResponse } from '../../../../server/lending-api/merchant-onboarding.ts';
import { merchantUser } from '../../../../server/lending-api/merchant-users.ts';
import { answered } from '../../../helpers/answered.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aMerchantUser, anOnboarding } from '../../../helpers/merchant-bodies.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

const onboarding = '/api/v1/sponsor/merchants/onboarding/';
const users = '/api/v1/sponsor/merchants/users/';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

interface Refusal {
  detail: string;
  errors?: Record<string, string[]>;
}

async function refusal(response: Response, status: number): Promise<Refusal> {
  return (await answered(response, status)) as Record<string, unknown> & Refusal;
}

async function merchantRow(contractorId: string) {
  return lending.context.database.query
    .selectFrom('merchants')
    .selectAll()
    .where('contractor_id', '=', contractorId)
    .executeTakeFirst();
}

function setStatus(
  table: 'merchant_users' | 'merchants',
  id: string,
  status: 'Active' | 'Closed' | 'Deactivated',
) {
  const column = table === 'merchants' ? 'contractor_id' : 'user_id';
  return lending.context.database.query
    .updateTable(table)
    .set({ status })
    .where(column as never, '=', id as never)
    .execute();
}

describe('POST merchants/onboarding/', () => {
  it('registers a merchant and its Admin, both Invited, and sends the invitation [conformance:transition-merchant-onboarded]', async () => {
    const response = await lending.call('POST', onboarding, { body: anOnboarding() });
    assert.equal(response.status, 201);
    const answer = merchantOnboardingResponse.parse(await response.json());
    assert.match(answer.invitation_link, /^http:\/\/localhost:8788\/onboarding\/[\w-]{43}$/);

    const merchant = await merchantRow('quarry');
    assert.equal(merchant?.id, answer.platform_merchant_id);
    assert.equal(merchant?.status, 'Invited');
    assert.equal(merchant?.external_org_id, 'quarry');

    const user = merchantUser.parse(
      await (await lending.call('GET', `${users}quarry-admin/`)).json(),
    );
    assert.equal(user.platform_merchant_user_id, answer.platform_merchant_user_id);
    assert.deepEqual([user.user_type, user.status, user.is_active], ['Admin', 'Invited', false]);

    const [message] = await storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('recipient', '=', 'dana@quarry.example.test')
      .execute();
    assert.equal(message?.kind, 'merchant_invitation');
    assert.deepEqual(JSON.parse(message?.links ?? ''), [answer.invitation_link]);
  });

  it('has what applicants of the merchant say deleted in its time', async () => {
    const merchant_id = (await merchantRow('quarry'))?.id ?? '';
    const sweeps = lending.context.database.query.selectFrom('due_work').select('key');
    assert.deepEqual(
      await sweeps.where('kind', '=', 'retention_sweep').where('key', '=', merchant_id).execute(),
      [{ key: merchant_id }],
    );
  });

  const other = {
    user_business_email: 'other@quarry.example.test',
    user_id: 'other-admin',
    contractor_id: 'other',
  };
  for (const [field, value, detail] of [
    ['user_business_email', 'DANA@quarry.example.test', 'user already exists'],
    ['contractor_id', 'quarry', 'merchant already exists'],
    ['external_org_id', 'quarry', 'merchant already exists'],
    ['user_id', 'quarry-admin', 'merchant user already exists'],
  ] as const) {
    it(`refuses a ${field} that is used already`, async () => {
      const body = anOnboarding({ ...other, [field]: value });
      const answer = await refusal(await lending.call('POST', onboarding, { body }), 400);
      assert.equal(answer.detail, detail);
      assert.deepEqual(Object.keys(answer.errors ?? {}), [field]);
      assert.equal(await merchantRow('other'), undefined);
    });
  }

  it('names everything that is used already', async () => {
    const answer = await refusal(
      await lending.call('POST', onboarding, { body: anOnboarding() }),
      400,
    );
    assert.equal(answer.detail, 'user already exists');
    assert.deepEqual(Object.keys(answer.errors ?? {}).sort(), [
      'contractor_id',
      'user_business_email',
      'user_id',
    ]);
  });

  it('refuses the address of an earlier onboarding after its Admin changed to another, who may come back to it', async () => {
    const earlier = {
      user_business_email: 'Moved@Slate.example.test',
      user_id: 'slate-admin',
      contractor_id: 'slate',
    };
    await answered(await lending.call('POST', onboarding, { body: anOnboarding(earlier) }), 201);
    await setStatus('merchant_users', 'slate-admin', 'Active');
    const changeTo = async (email: string) => {
      const body = { request_user_id: 'slate-admin', user_id: 'slate-admin', email };
      await answered(await lending.call('PATCH', users, { body }), 200);
    };
    await changeTo('new@slate.example.test');

    const body = anOnboarding({ ...other, user_business_email: 'moved@slate.example.test' });
    const answer = await refusal(await lending.call('POST', onboarding, { body }), 400);
    assert.equal(answer.detail, 'user already exists');
    assert.deepEqual(Object.keys(answer.errors ?? {}), ['user_business_email']);
    assert.equal(await merchantRow('other'), undefined);
    await changeTo('moved@slate.example.test');
  });

  it('lets exactly one of two at once through', async () => {
    const body = anOnboarding({
      user_business_email: 'race@example.test',
      user_id: 'race-admin',
      contractor_id: 'race',
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => lending.call('POST', onboarding, { body })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [201, 400, 400, 400, 400, 400, 400, 400]);
  });

  it('tells the slower of two at once what is taken', async () => {
    for (let round = 0; round < 10; round += 1) {
      const bodies = ['one', 'two'].map((name) =>
        anOnboarding({
          user_business_email: `race-${round}@quarry.example.test`,
          user_id: `race-${round}-${name}`,
          contractor_id: `race-${round}-${name}-inc`,
        }),
      );
      const answers = await Promise.all(
        bodies.map((body) => lending.call('POST', onboarding, { body })),
      );
      const slower = answers.find(({ status }) => status !== 201);
      assert.ok(slower && answers.some(({ status }) => status === 201));
      const { detail, errors } = await refusal(slower, 400);
      assert.equal(detail, 'user already exists');
      assert.deepEqual(Object.keys(errors ?? {}), ['user_business_email']);
    }
  });

  it('keeps the ids of sponsors apart', async () => {
    const response = await lending.call('POST', onboarding, {
      body: anOnboarding(),
      as: 'sponsor-two@example.test',
    });
    assert.equal(response.status, 201);
  });

  for (const [field, value] of [
    ['business_address_1', 'P.O. Box 12'],
    ['business_address_1', '1 Undeliverable Way'],
    ['contractor_id', 'onboarding'],
    ['user_id', 'users'],
    ['external_org_id', 'statement'],
    ['mobile_phone', '6145550170'],
    ['state', 'Ohio'],
    ['zip_code', '4321'],
    ['sponsor_callback_url', 'http://sponsor.example/callbacks'],
    ['business_name', ''],
  ] as const) {
    it(`refuses ${field} "${value}"`, async () => {
      const body = anOnboarding({ ...other, [field]: value });
      const answer = await refusal(await lending.call('POST', onboarding, { body }), 400);
      assert.deepEqual(Object.keys(answer.errors ?? {}), [field]);
      assert.equal(await merchantRow(String(body.contractor_id)), undefined);
    });
  }

  it('ends an invitation that nobody follows within 7 days', async () => {
    const own = await startTestLending();
    try {
      await own.call('POST', onboarding, { body: anOnboarding() });
      const expiry = await own.context.database.query
        .selectFrom('due_work')
        .select('due_at')
        .where('kind', '=', 'merchant_invitation_expiry')
        .executeTakeFirst();
      const now = own.context.clock.now('sponsor@example.test');
      assert.equal(expiry?.due_at, now + 7 * dayMs);
    } finally {
      await own.close();
    }
  });
});

describe('POST merchants/users/', () => {
  it('creates a user who is Active at once [conformance:post-merchants-users]', async () => {
    const response = await lending.call('POST', users, { body: aMerchantUser() });
    assert.equal(response.status, 201);
    const user = merchantUser.parse(await response.json());
    assert.equal(user.status, 'Active');
    assert.equal(user.is_active, true);
    assert.equal(user.contractor_id, 'hillside-hvac');
    assert.equal(user.email, 'noor@hillside.example.test');
    assert.equal(user.created, '2026-03-02T15:00:00Z');
    assert.deepEqual(await (await lending.call('GET', `${users}hillside-rep-3/`)).json(), user);
  });

  const another = { user_id: 'hillside-rep-4', email: 'four@hillside.example.test' };
  for (const [name, change, field] of [
    ['a user_id that is used', { user_id: 'hillside-rep-1' }, 'user_id'],
    ['an e-mail that is used', { email: 'HILLSIDE-REP-1@hillside.example.test' }, 'email'],
    ['an unknown role', { user_type: 'admin' }, 'user_type'],
    ['a reserved user_id', { user_id: 'rate-sheets' }, 'user_id'],
    ['an Admin nobody knows', { request_user_id: 'nobody' }, 'request_user_id'],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const body = aMerchantUser({ ...another, ...change });
      const answer = await refusal(await lending.call('POST', users, { body }), 400);
      assert.deepEqual(Object.keys(answer.errors ?? {}), [field]);
    });
  }

  for (const request_user_id of ['hillside-manager', 'hillside-rep-1']) {
    it(`does not allow ${request_user_id} to`, async () => {
      const body = aMerchantUser({ ...another, request_user_id });
      await refusal(await lending.call('POST', users, { body }), 403);
    });
  }

  it('does not know another sponsor’s Admin', async () => {
    const body = aMerchantUser(another);
    const as = 'sponsor-two@example.test';
    const answer = await refusal(await lending.call('POST', users, { body, as }), 400);
    assert.deepEqual(Object.keys(answer.errors ?? {}), ['request_user_id']);
  });

  it('does not allow an Admin who is not active yet', async () => {
    const body = aMerchantUser({ ...another, request_user_id: 'quarry-admin' });
    await refusal(await lending.call('POST', users, { body }), 403);
  });

  it('adds nobody to a merchant that was closed', async () => {
    await setStatus('merchants', 'hillside-hvac', 'Closed');
    try {
      const body = aMerchantUser(another);
      await refusal(await lending.call('POST', users, { body }), 403);
    } finally {
      await setStatus('merchants', 'hillside-hvac', 'Active');
    }
  });
});

describe('GET merchants/users/{user_id}/', () => {
  it('retrieves a user, inactive ones too [conformance:get-merchants-users-user-id]', async () => {
    await setStatus('merchant_users', 'hillside-rep-2', 'Deactivated');
    const response = await lending.call('GET', `${users}hillside-rep-2/`);
    const user = merchantUser.parse(await response.json());
    assert.deepEqual([user.status, user.is_active], ['Deactivated', false]);
  });

  it('answers 404 for an unknown user and for another sponsor’s', async () => {
    await refusal(await lending.call('GET', `${users}nobody/`), 404);
    await refusal(
      await lending.call('GET', `${users}hillside-admin/`, { as: 'sponsor-two@example.test' }),
      404,
    );
  });

  it('compares ids case-sensitively', async () => {
    await refusal(await lending.call('GET', `${users}Hillside-Admin/`), 404);
  });
});
