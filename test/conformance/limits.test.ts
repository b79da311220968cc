import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { daySeconds, hourSeconds } from '../helpers/durations.ts';
import { aPaymentDetail, anOnboarding } from '../helpers/merchant-bodies.ts';
import { answered, refused } from './asked.ts';
import { newMerchant, type Team, verifiableAccount } from './team.ts';
import { type Body, World } from './world.ts';

const MERCHANTS = '/api/v1/sponsor/merchants';

let world: World;
before(async () => {
  world = await World.start();
});
after(() => world.close());

const advance = (seconds: number) => world.sandbox('/clock/advance', { seconds });
const register = (team: Team, change: Body) =>
  ['POST', `${MERCHANTS}/payment-detail/`, account(team, change)] as const;
const account = (team: Team, change: Body) =>
  aPaymentDetail({ request_user_id: team.users.Admin, ...change });

/** A team whose bank account waits for its amounts, 0.32 and 0.45. */
async function pendingAccount(): Promise<Team> {
  const team = await newMerchant(world);
  await world.must(['POST', `${MERCHANTS}/payment-detail/`, verifiableAccount(team.users.Admin)]);
  return team;
}

function verify(team: Team, micro_deposits_amounts: unknown) {
  const path = `${MERCHANTS}/payment-detail/verify-micro-deposits/${team.users.Admin}/`;
  return ['POST', path, { micro_deposits_amounts }] as const;
}

describe('a charge request', () => {
  it('can be approved until 48 hours have passed, and not then [conformance:limit-charge-request]', async () => {
    const owned = { team: world.team, owner: world.team.users.Salesrep };
    const [early, late] = [await world.charge(owned), await world.charge(owned)];
    const approve = (id: string) =>
      ['POST', `${MERCHANTS}/payment-request/${id}/approve/`] as const;
    await advance(48 * hourSeconds - 1);
    await answered(world, 200, approve(early));
    await advance(1);
    await refused(world, 400, approve(late));
  });
});

describe('micro-deposits', () => {
  it('are two amounts from 0.01 to 0.99 [conformance:limit-micro-deposit-amounts]', async () => {
    const team = await pendingAccount();
    for (const amounts of [
      ['0.32'],
      ['0.32', '0.45', '0.01'],
      ['0.00', '0.45'],
      ['1.00', '0.45'],
      ['-0.32', '0.45'],
    ]) {
      const { attempts_remaining } = await refused(world, 400, verify(team, amounts));
      assert.equal(attempts_remaining, undefined, 'no attempt is counted');
    }
    await answered(world, 200, verify(team, ['0.45', '0.32']));
  });

  it('fail after more than three wrong attempts [conformance:transition-verification-failed-1]', async () => {
    const team = await pendingAccount();
    const seen: unknown[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const answer = await refused(world, 400, verify(team, ['0.01', '0.02']));
      seen.push([answer.bank_account_status, answer.attempts_remaining]);
    }
    assert.deepEqual(seen, [
      ['Pending', 3],
      ['Pending', 2],
      ['Pending', 1],
      ['VerificationFailed', 0],
    ]);
    await refused(world, 400, verify(team, ['0.32', '0.45']));
  });

  it('expire after 14 days [conformance:transition-verification-failed-2]', async () => {
    const inTime = await pendingAccount();
    const tooLate = await pendingAccount();
    await advance(14 * daySeconds - 1);
    await answered(world, 200, verify(inTime, ['0.32', '0.45']));
    await advance(1);
    await refused(world, 400, verify(tooLate, ['0.32', '0.45']));
  });
});

describe('a bank account', () => {
  it('has a number of at most 17 digits [conformance:limit-account-number]', async () => {
    const team = await newMerchant(world);
    await answered(world, 201, register(team, { ach_account_number: '1' }));
    for (const ach_account_number of ['', '12x']) {
      await refused(world, 400, register(team, { ach_account_number }));
    }
    const ach_account_number = '1'.repeat(17);
    await answered(world, 201, register(team, { ach_account_number }));
    await refused(world, 400, register(team, { ach_account_number: `${ach_account_number}1` }));
  });

  it('has a routing number of 9 digits [conformance:limit-routing-number]', async () => {
    const team = await newMerchant(world);
    for (const ach_routing_number of ['02100002', '0210000211', '02100002x']) {
      await refused(world, 400, register(team, { ach_routing_number }));
    }
    await answered(world, 201, register(team, { ach_routing_number: '021000021' }));
  });
});

describe('a credit line', () => {
  it('is increased once [conformance:limit-credit-line-increases]', async () => {
    const { users } = world.team;
    const { external_application_id } = await world.loan({
      team: world.team,
      owner: users.Salesrep,
    });
    const increase = (cli_amount: number) => {
      const body = { external_application_id, request_user_id: users.Admin, cli_amount };
      return ['POST', '/api/v1/sponsor/consumers/accounts/credit-line-increase/', body] as const;
    };
    await answered(world, 200, increase(9_000));
    await refused(world, 400, increase(10_000));
  });
});

describe('a merchant', () => {
  it('has ids and an e-mail address that no other of its sponsor has [conformance:limit-uniqueness]', async () => {
    const contractor_id = world.fresh('unique');
    const used = anOnboarding({
      contractor_id,
      user_id: `${contractor_id}-admin`,
      user_business_email: `${contractor_id}@example.test`,
    });
    const onboard = (change: Body, as?: 'sponsor-two@example.test') =>
      [['POST', `${MERCHANTS}/onboarding/`, { ...used, ...change }] as const, as] as const;
    await world.must(...onboard({}));
    const fresh = () => ({
      contractor_id: world.fresh('unique'),
      user_id: world.fresh('unique-admin'),
      user_business_email: `${world.fresh('unique')}@example.test`,
    });
    for (const field of ['contractor_id', 'user_id', 'user_business_email'] as const) {
      const [request] = onboard({ ...fresh(), [field]: used[field] });
      await refused(world, 400, request);
    }
    const elsewhere = { user_business_email: `${world.fresh('unique')}@example.test` };
    await world.must(...onboard(elsewhere, 'sponsor-two@example.test'));
  });
});
