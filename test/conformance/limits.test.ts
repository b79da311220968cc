import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { daySeconds, hourSeconds } from '../helpers/durations.ts';
import { anOnboarding, aPaymentDetail } from '../helpers/merchant-bodies.ts';
import { ApiTestbed, type Body } from './api-testbed.ts';
import { type MerchantFixture, newMerchant, verifiableAccount } from './merchant-fixture.ts';
import { answered, refused } from './requests.ts';

const merchants = '/api/v1/sponsor/merchants';

let testbed: ApiTestbed;
before(async () => {
  testbed = await ApiTestbed.start();
});
after(() => testbed.close());

const advance = (seconds: number) => testbed.sandbox('/clock/advance', { seconds });
const register = (fixture: MerchantFixture, change: Body) =>
  ['POST', `${merchants}/payment-detail/`, account(fixture, change)] as const;
const account = (fixture: MerchantFixture, change: Body) =>
  aPaymentDetail({ request_user_id: fixture.users.Admin, ...change });

/** A fixture whose bank account waits for its amounts, 0.32 and 0.45. */
async function pendingAccount(): Promise<MerchantFixture> {
  const fixture = await newMerchant(testbed);
  await testbed.must([
    'POST',
    `${merchants}/payment-detail/`,
    verifiableAccount(fixture.users.Admin),
  ]);
  return fixture;
}

function verify(fixture: MerchantFixture, micro_deposits_amounts: unknown) {
  const path = `${merchants}/payment-detail/verify-micro-deposits/${fixture.users.Admin}/`;
  return ['POST', path, { micro_deposits_amounts }] as const;
}

describe('a charge request', () => {
  it('can be approved until 48 hours have passed, and not then [conformance:limit-charge-request]', async () => {
    const owned = { fixture: testbed.fixture, owner: testbed.fixture.users.Salesrep };
    const [early, late] = [await testbed.charge(owned), await testbed.charge(owned)];
    const approve = (id: string) =>
      ['POST', `${merchants}/payment-request/${id}/approve/`] as const;
    await advance(48 * hourSeconds - 1);
    await answered(testbed, 200, approve(early));
    await advance(1);
    await refused(testbed, 400, approve(late));
  });
});

describe('micro-deposits', () => {
  it('are two amounts from 0.01 to 0.99 [conformance:limit-micro-deposit-amounts]', async () => {
    const fixture = await pendingAccount();
    for (const amounts of [
      ['0.32'],
      ['0.32', '0.45', '0.01'],
      ['0.00', '0.45'],
      ['1.00', '0.45'],
      ['-0.32', '0.45'],
    ]) {
      const { attempts_remaining } = await refused(testbed, 400, verify(fixture, amounts));
      assert.equal(attempts_remaining, undefined, 'no attempt is counted');
    }
    await answered(testbed, 200, verify(fixture, ['0.45', '0.32']));
  });

  it('fail after more than three wrong attempts [conformance:transition-verification-failed-1]', async () => {
    const fixture = await pendingAccount();
    const seen: unknown[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const answer = await refused(testbed, 400, verify(fixture, ['0.01', '0.02']));
      seen.push([answer.bank_account_status, answer.attempts_remaining]);
    }
    assert.deepEqual(seen, [
      ['Pending', 3],
      ['Pending', 2],
      ['Pending', 1],
      ['VerificationFailed', 0],
    ]);
    await refused(testbed, 400, verify(fixture, ['0.32', '0.45']));
  });

  it('expire after 14 days [conformance:transition-verification-failed-2]', async () => {
    const inTime = await pendingAccount();
    const tooLate = await pendingAccount();
    await advance(14 * daySeconds - 1);
    await answered(testbed, 200, verify(inTime, ['0.32', '0.45']));
    await advance(1);
    await refused(testbed, 400, verify(tooLate, ['0.32', '0.45']));
  });
});

describe('a bank account', () => {
  it('has a number of at most 17 digits [conformance:limit-account-number]', async () => {
    const fixture = await newMerchant(testbed);
    await answered(testbed, 201, register(fixture, { ach_account_number: '1' }));
    for (const ach_account_number of ['', '12x']) {
      await refused(testbed, 400, register(fixture, { ach_account_number }));
    }
    const ach_account_number = '1'.repeat(17);
    await answered(testbed, 201, register(fixture, { ach_account_number }));
    await refused(
      testbed,
      400,
      register(fixture, { ach_account_number: `${ach_account_number}1` }),
    );
  });

  it('has a routing number of 9 digits [conformance:limit-routing-number]', async () => {
    const fixture = await newMerchant(testbed);
    for (const ach_routing_number of ['02100002', '0210000211', '02100002x']) {
      await refused(testbed, 400, register(fixture, { ach_routing_number }));
    }
    await answered(testbed, 201, register(fixture, { ach_routing_number: '021000021' }));
  });
});

describe('a credit line', () => {
  it('is increased once [conformance:limit-credit-line-increases]', async () => {
    const { users } = testbed.fixture;
    const { external_application_id } = await testbed.loan({
      fixture: testbed.fixture,
      owner: users.Salesrep,
    });
    const increase = (cli_amount: number) => {
      const body = { external_application_id, request_user_id: users.Admin, cli_amount };
      return ['POST', '/api/v1/sponsor/consumers/accounts/credit-line-increase/', body] as const;
    };
    await answered(testbed, 200, increase(9_000));
    await refused(testbed, 400, increase(10_000));
  });
});

describe('a merchant', () => {
  it('has ids and an e-mail address that no other of its sponsor has [conformance:limit-uniqueness]', async () => {
    const contractor_id = testbed.fresh('unique');
    const used = anOnboarding({
      contractor_id,
      user_id: `${contractor_id}-admin`,
      user_business_email: `${contractor_id}@example.test`,
    });
    const onboard = (change: Body, as?: 'sponsor-two@example.test') =>
      [['POST', `${merchants}/onboarding/`, { ...used, ...change }] as const, as] as const;
    await testbed.must(...onboard({}));
    const fresh = () => ({
      contractor_id: testbed.fresh('unique'),
      user_id: testbed.fresh('unique-admin'),
      user_business_email: `${testbed.fresh('unique')}@example.test`,
    });
    for (const field of ['contractor_id', 'user_id', 'user_business_email'] as const) {
      const [request] = onboard({ ...fresh(), [field]: used[field] });
      await refused(testbed, 400, request);
    }
    const elsewhere = { user_business_email: `${testbed.fresh('unique')}@example.test` };
    await testbed.must(...onboard(elsewhere, 'sponsor-two@example.test'));
  });
});
