import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  paymentDetailResponse,
  verifyMicroDepositsRefusal,
  verifyMicroDepositsResponse,
} from '../../../../server/lending-api/payment-detail.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aPaymentDetail } from '../../../helpers/merchant-bodies.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

const DETAIL = '/api/v1/sponsor/merchants/payment-detail/';
const VERIFY = `${DETAIL}verify-micro-deposits/hillside-admin/`;
const DAY_MS = 86_400_000;

/** The account whose amounts are published, 0.32 and 0.45, under another name than the seeded one. */
const magic = { ach_routing_number: '110000000', ach_account_number: '000123456789' };

let lending: TestLending;
beforeEach(async () => {
  lending = await startTestLending();
});
afterEach(() => lending.close());

function register(change: Record<string, unknown> = {}) {
  return lending.call('POST', DETAIL, { body: aPaymentDetail(change) });
}

function verify(...amounts: string[]) {
  return lending.call('POST', VERIFY, { body: { micro_deposits_amounts: amounts } });
}

async function accounts() {
  return lending.context.database.query
    .selectFrom('bank_accounts')
    .selectAll()
    .orderBy('created_at')
    .execute();
}

async function accountInUse() {
  const inUse = (await accounts()).filter((account) => account.status !== 'Replaced');
  assert.equal(inUse.length, 1);
  const [account] = inUse;
  assert.ok(account);
  return account;
}

/** An account on the magic number that waits for its amounts. */
async function registerMagic() {
  await register();
  const response = await register(magic);
  assert.equal(response.status, 201);
}

async function failAttempts() {
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    assert.equal((await verify('0.01', '0.02')).status, 400);
  }
}

async function refusal(response: Response, status: number) {
  const body: unknown = await response.json();
  assert.equal(response.status, status, JSON.stringify(body));
  return verifyMicroDepositsRefusal.parse(body);
}

describe('POST merchants/payment-detail/', () => {
  it('registers the account, echoes it and sends two deposits', async () => {
    const response = await register({ micro_deposits_amounts: ['0.11', '0.22'] });
    assert.equal(response.status, 201);
    const detail = paymentDetailResponse.parse(await response.json());
    assert.deepEqual(detail, {
      ...aPaymentDetail(),
      external_org_id: 'hillside-hvac',
      sec_code: 'CCD',
      micro_deposits_amounts: [],
      bank_account_status: 'Pending',
      micro_deposits_expire_at: '2026-03-16T15:00:00Z',
    });
  });

  it('replaces a verified account: none is active until the new one is verified', async () => {
    await register();
    const [seeded, fresh] = await accounts();
    assert.deepEqual([seeded?.status, fresh?.status], ['Replaced', 'Pending']);
    const messages = await storedRows(lending.context)
      .selectFrom('messages')
      .select(['kind', 'recipient'])
      .execute();
    assert.deepEqual(messages, [
      { kind: 'bank_account_replaced', recipient: 'hillside-admin@hillside.example.test' },
    ]);
  });

  it('keeps the account number and the amounts sealed', async () => {
    await register();
    const row = JSON.stringify(await accountInUse());
    assert.ok(!row.includes('11122233344'));
    assert.match(row, /"ach_account_last4":"3344"/);
  });

  it('changes nothing for a verified account that is sent again', async () => {
    await registerMagic();
    await verify('0.32', '0.45');
    const before = await accountInUse();
    const response = await register(magic);
    assert.equal(response.status, 200);
    const detail = paymentDetailResponse.parse(await response.json());
    assert.equal(detail.bank_account_status, 'Verified');
    assert.deepEqual(await accountInUse(), before);
  });

  it('verifies a verified account anew when its holder or its notices change', async () => {
    await registerMagic();
    await verify('0.32', '0.45');
    const { id } = await accountInUse();
    const response = await register({ ...magic, email: 'someone-else@example.test' });
    assert.equal(response.status, 201);
    const account = await accountInUse();
    assert.notEqual(account.id, id);
    assert.equal(account.status, 'Pending');
  });

  it('gives no fresh attempts to an account that is sent again', async () => {
    await registerMagic();
    await verify('0.01', '0.02');
    assert.equal((await register(magic)).status, 200);
    const { attempts_remaining } = await refusal(await verify('0.01', '0.02'), 400);
    assert.equal(attempts_remaining, 2);
  });

  for (const [name, fail] of [
    ['failed by four wrong attempts', () => failAttempts()],
    [
      'ran out, before any timer has run',
      async () => {
        await lending.stop();
        lending.tick(14 * DAY_MS);
      },
    ],
  ] as const) {
    it(`refuses an account that is sent again after its verification ${name}`, async () => {
      await registerMagic();
      await fail();
      const before = await accounts();
      const { detail, ...rest } = await refusal(await register(magic), 400);
      assert.match(detail, /initiate-micro-deposits/);
      assert.deepEqual(rest, {});
      assert.deepEqual(await accounts(), before);
    });
  }

  it('takes another account after a verification failed', async () => {
    await registerMagic();
    await failAttempts();
    assert.equal((await register()).status, 201);
    assert.equal((await accountInUse()).status, 'Pending');
  });

  it('registers an Errored account anew and verifies it', async () => {
    await registerMagic();
    await lending.context.database.query
      .updateTable('bank_accounts')
      .set({ status: 'Errored', status_reason: 'R02' })
      .where('status', '=', 'Pending')
      .execute();
    const errored = await accountInUse();
    const response = await register(magic);
    assert.equal(response.status, 201);
    const detail = paymentDetailResponse.parse(await response.json());
    assert.equal(detail.bank_account_status, 'Pending');
    const { id, status_reason } = await accountInUse();
    assert.notEqual(id, errored.id);
    assert.equal(status_reason, null);
    assert.equal((await verify('0.32', '0.45')).status, 200);
  });

  it('goes on where it stopped when the deposits could not be sent', async () => {
    const rails = lending.context.providers.bankRails;
    const { sendMicroDeposits } = rails;
    rails.sendMicroDeposits = () => Promise.reject(new Error('rails down'));
    await refusal(await register(), 503);
    assert.equal((await accountInUse()).status, 'New');
    rails.sendMicroDeposits = sendMicroDeposits;
    assert.equal((await register()).status, 201);
    assert.equal((await accountInUse()).status, 'Pending');
  });

  it('fails the verification of an account whose deposits came back', async () => {
    await register({ ach_account_number: '000000000013' });
    const account = await accountInUse();
    assert.deepEqual(
      [account.status, account.status_reason],
      ['VerificationFailed', 'micro-deposit-return'],
    );
  });

  for (const [holder_type, sec_code, kept] of [
    ['business', undefined, 'CCD'],
    ['business', 'CCD', 'CCD'],
    ['personal', undefined, 'PPD'],
    ['personal', 'WEB', 'WEB'],
    ['personal', 'TEL', 'TEL'],
  ] as const) {
    it(`keeps ${kept} for a ${holder_type} account with sec_code ${sec_code}`, async () => {
      const response = await register({ holder_type, sec_code });
      assert.equal(response.status, 201);
      assert.equal(paymentDetailResponse.parse(await response.json()).sec_code, kept);
    });
  }

  for (const [name, change, field] of [
    ['a wrong checksum', { ach_routing_number: '123456789' }, 'ach_routing_number'],
    ['a prefix that no bank has', { ach_routing_number: '987654320' }, 'ach_routing_number'],
    ['eight digits', { ach_routing_number: '02100002' }, 'ach_routing_number'],
    ['18 digits of account', { ach_account_number: '1'.repeat(18) }, 'ach_account_number'],
    ['letters in the account', { ach_account_number: '12a45' }, 'ach_account_number'],
    ['PPD of a business', { sec_code: 'PPD' }, 'sec_code'],
    ['CCD of a person', { holder_type: 'personal', sec_code: 'CCD' }, 'sec_code'],
    ['another merchant', { external_org_id: 'somebody-else' }, 'external_org_id'],
    ['an unknown type', { bank_account_type: 'crypto' }, 'bank_account_type'],
    ['an unknown Admin', { request_user_id: 'nobody' }, 'request_user_id'],
  ] as const) {
    it(`refuses ${name} and changes nothing`, async () => {
      const answer = await refusal(await register(change), 400);
      assert.deepEqual(Object.keys(answer.errors ?? {}), [field]);
      assert.equal((await accountInUse()).status, 'Verified');
    });
  }

  it('is for Admins of this sponsor', async () => {
    await refusal(await register({ request_user_id: 'hillside-manager' }), 403);
    const foreign = { body: aPaymentDetail(), as: 'sponsor-two@example.test' } as const;
    await refusal(await lending.call('POST', DETAIL, foreign), 400);
  });
});

describe('POST merchants/payment-detail/verify-micro-deposits/{request_user_id}/', () => {
  for (const amounts of [
    ['0.32', '0.45'],
    ['0.45', '0.32'],
  ]) {
    it(`verifies by ${amounts.join(' and ')}`, async () => {
      await registerMagic();
      const response = await verify(...amounts);
      assert.equal(response.status, 200);
      const answer = verifyMicroDepositsResponse.parse(await response.json());
      assert.deepEqual(
        [answer.bank_account_status, answer.attempts_remaining, answer.verified_at],
        ['Verified', 4, '2026-03-02T15:00:00Z'],
      );
      assert.equal((await accountInUse()).status, 'Verified');
    });
  }

  it('takes numbers as well as texts', async () => {
    await registerMagic();
    const response = await lending.app.request(VERIFY, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('sponsor@example.test:sandbox-api-password')}`,
        'content-type': 'application/json',
      },
      body: '{"micro_deposits_amounts": [0.32, 0.45]}',
    });
    assert.equal(response.status, 200);
  });

  it('fails at the fourth wrong attempt, not before', async () => {
    await registerMagic();
    const seen: unknown[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const answer = await refusal(await verify('0.32', '0.46'), 400);
      seen.push([answer.bank_account_status, answer.attempts_remaining]);
    }
    assert.deepEqual(seen, [
      ['Pending', 3],
      ['Pending', 2],
      ['Pending', 1],
      ['VerificationFailed', 0],
    ]);
    assert.equal((await accountInUse()).status_reason, 'micro-deposit-attempts-exceeded');
    const late = await refusal(await verify('0.32', '0.45'), 400);
    assert.deepEqual(Object.keys(late), ['detail']);
  });

  it('counts every one of several wrong attempts at once', async () => {
    await registerMagic();
    await Promise.all(Array.from({ length: 6 }, () => verify('0.01', '0.02')));
    const account = await accountInUse();
    assert.deepEqual([account.status, account.wrong_attempts], ['VerificationFailed', 4]);
  });

  for (const amounts of [['0.32'], ['0.32', '0.45', '0.01'], ['0.32', '1.00'], ['0.32', '.45']]) {
    it(`takes [${amounts}] for malformed, which is no attempt`, async () => {
      await registerMagic();
      await refusal(await verify(...amounts), 400);
      assert.equal((await accountInUse()).wrong_attempts, 0);
    });
  }

  it('does not take one amount twice for both', async () => {
    await registerMagic();
    await refusal(await verify('0.32', '0.32'), 400);
  });

  it('ends after 14 days, read before any timer has run', async () => {
    await registerMagic();
    await lending.stop();
    lending.tick(14 * DAY_MS);
    const answer = await refusal(await verify('0.32', '0.45'), 400);
    assert.equal(answer.bank_account_status, 'VerificationFailed');
    assert.equal((await accountInUse()).status_reason, 'micro-deposit-expired');
  });

  it('still verifies a millisecond before', async () => {
    await registerMagic();
    await lending.stop();
    lending.tick(14 * DAY_MS - 1);
    assert.equal((await verify('0.32', '0.45')).status, 200);
  });

  it('refuses deposits that had expired on arrival', async () => {
    await register({ ach_account_number: '000000000014' });
    const answer = await refusal(await verify('0.32', '0.45'), 400);
    assert.ok(!('verified_at' in answer));
  });

  it('needs an account that is Pending', async () => {
    const answer = await refusal(await verify('0.32', '0.45'), 400);
    assert.deepEqual(Object.keys(answer), ['detail']);
  });

  it('is for Admins of this sponsor', async () => {
    const body = { micro_deposits_amounts: ['0.32', '0.45'] };
    const path = (user: string) => `${DETAIL}verify-micro-deposits/${user}/`;
    await refusal(await lending.call('POST', path('hillside-rep-1'), { body }), 403);
    await refusal(await lending.call('POST', path('nobody'), { body }), 404);
    const foreign = { body, as: 'sponsor-two@example.test' } as const;
    await refusal(await lending.call('POST', VERIFY, foreign), 404);
  });
});
