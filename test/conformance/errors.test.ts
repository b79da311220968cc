import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aCharge } from '../helpers/accepted-loan.ts';
import { aMerchantUser, anOnboarding } from '../helpers/merchant-bodies.ts';
import { ApiTestbed, type Body, type Loan } from './api-testbed.ts';
import { aRefund } from './calls/funding.ts';
import type { MerchantFixture } from './merchant-fixture.ts';
import { answered, refused } from './requests.ts';

const merchants = '/api/v1/sponsor/merchants';
const cancelPath = '/api/v1/sponsor/consumers/accounts/cancel/';
const increasePath = '/api/v1/sponsor/consumers/accounts/credit-line-increase/';
const charge = `${merchants}/payment-request/`;

let testbed: ApiTestbed;
let fixture: MerchantFixture;
let owned: { fixture: MerchantFixture; owner: string };
before(async () => {
  testbed = await ApiTestbed.start();
  fixture = testbed.fixture;
  owned = { fixture, owner: fixture.users.Salesrep };
});
after(() => testbed.close());

describe('merchant onboarding', () => {
  const onboarding = (change: Body = {}) =>
    anOnboarding({
      contractor_id: testbed.fresh('errors'),
      user_id: testbed.fresh('errors-admin'),
      user_business_email: `${testbed.fresh('errors')}@example.test`,
      ...change,
    });

  for (const [name, field] of [
    ['a user already exists', 'user_business_email'],
    ['a merchant already exists', 'contractor_id'],
    ['a merchant user already exists', 'user_id'],
  ] as const) {
    it(`is refused with 400 when ${name} [conformance:onboarding-400 ${name}]`, async () => {
      const first = onboarding();
      await testbed.must(['POST', `${merchants}/onboarding/`, first]);
      const again = onboarding({ [field]: first[field] });
      const { detail, errors } = await refused(testbed, 400, [
        'POST',
        `${merchants}/onboarding/`,
        again,
      ]);
      assert.equal(detail, name.slice(2));
      assert.deepEqual(Object.keys(errors as Body), [field]);
    });
  }
});

describe('batch creation of users', () => {
  const path = (user: string) => `${merchants}/users/${user}/batch-create-users/`;
  const item = (name: string) => {
    const { request_user_id: _admin, ...user } = aMerchantUser({
      user_id: name,
      email: `${name}@example.test`,
    });
    return user;
  };

  it('is refused with 400 that lists every user_id and e-mail in use [conformance:error-batch-users-400]', async () => {
    const [one, two, fresh] = ['one', 'two', 'fresh'].map((name) => item(testbed.fresh(name)));
    await testbed.must(['POST', path(fixture.users.Admin), [one, two]]);
    const items = [one, fresh, { ...fresh, user_id: testbed.fresh('x'), email: two?.email }];
    const body = await refused(testbed, 400, ['POST', path(fixture.users.Admin), items]);
    assert.deepEqual(body.user_id, [one?.user_id]);
    assert.deepEqual(body.emails, [one?.email, two?.email]);
    await refused(testbed, 404, ['GET', `${merchants}/users/${String(fresh?.user_id)}/`]);
  });

  it('is refused with 403 and a detail when the user is no Admin [conformance:error-batch-users-403]', async () => {
    const body = [item(testbed.fresh('forbidden'))];
    await refused(testbed, 403, ['POST', path(fixture.users.Salesmanager), body]);
  });
});

describe('a cancellation', () => {
  const cancel = (external_application_id: unknown) =>
    [
      'POST',
      cancelPath,
      { request_user_id: fixture.users.Admin, external_application_id },
    ] as const;

  it('is refused with 400 when its data is not valid [conformance:error-cancel-400]', async () => {
    await refused(testbed, 400, ['POST', cancelPath, { request_user_id: fixture.users.Admin }]);
  });

  it('is refused with 403 when the account has activity [conformance:error-cancel-403]', async () => {
    const loan = await testbed.loan(owned);
    await testbed.approvedCharge(owned, loan);
    await refused(testbed, 403, cancel(loan.external_application_id));
  });

  it('is answered 404 when nothing has the id [conformance:error-cancel-404]', async () => {
    await refused(testbed, 404, cancel('nothing'));
  });
});

describe('a credit line increase', () => {
  const increase = (loan: Pick<Loan, 'external_application_id'>, cli_amount: unknown = 12_000) => {
    const { external_application_id } = loan;
    const body = { external_application_id, request_user_id: fixture.users.Admin, cli_amount };
    return ['POST', increasePath, body] as const;
  };

  it('is refused with 400 when its data is not valid [conformance:error-increase-400-1]', async () => {
    await refused(testbed, 400, increase(await testbed.loan(owned), 'a lot'));
  });

  for (const [name, amount] of [
    ['not above the current limit', 8_400],
    ['above the approved maximum', '50000.01'],
  ] as const) {
    it(`is refused with 400 when the amount is ${name} [conformance:increase-400 ${name}]`, async () => {
      await refused(testbed, 400, increase(await testbed.loan(owned), amount));
    });
  }

  it('is refused with 400 after another [conformance:error-increase-400-3]', async () => {
    const loan = await testbed.loan(owned);
    await answered(testbed, 200, increase(loan));
    await refused(testbed, 400, increase(loan, 13_000));
  });

  it('is refused with 400 when something was spent [conformance:error-increase-400-2]', async () => {
    const loan = await testbed.loan(owned);
    await testbed.approvedCharge(owned, loan);
    await refused(testbed, 400, increase(loan));
  });

  it('is refused with 400 when application and account are suspended [conformance:state-application-suspended]', async () => {
    const loan = await testbed.loan(owned);
    await testbed.sandbox(`/applications/${loan.external_application_id}/suspend`);
    await refused(testbed, 400, increase(loan));
  });

  it('is refused with 400 when the application is canceled and the account closed [conformance:state-account-closed]', async () => {
    const loan = await testbed.loan(owned);
    const { external_application_id } = loan;
    const body = { request_user_id: fixture.users.Admin, external_application_id };
    await answered(testbed, 200, ['POST', cancelPath, body]);
    await refused(testbed, 400, increase(loan));
  });

  it('is refused with 403 when the user may not [conformance:error-increase-403]', async () => {
    const { external_application_id } = await testbed.loan(owned);
    const request_user_id = fixture.users.Salesperson;
    const body = { external_application_id, request_user_id, cli_amount: 12_000 };
    await refused(testbed, 403, ['POST', increasePath, body]);
  });

  it('is answered 404 when nothing has the id [conformance:error-increase-404]', async () => {
    await refused(testbed, 404, increase({ external_application_id: 'nothing' }));
  });

  it('is answered 503 while increases are unavailable [conformance:error-increase-503]', async () => {
    const external_application_id = `${testbed.fresh('unavailable')}-503`;
    const loan = await testbed.loan(owned, { external_application_id });
    await refused(testbed, 503, increase(loan));
  });
});

describe('a charge request', () => {
  it('is refused with 400 when the fee split does not balance [conformance:convention-fee-split-1]', async () => {
    const body = aCharge(await testbed.loan(owned), {
      request_user_id: fixture.users.Admin,
      net_to_sponsor_amount: '19.99',
    });
    await refused(testbed, 400, ['POST', charge, body]);
  });

  it('is answered 201 with a warning when e-mail was used in place of SMS [conformance:error-charge-201-with-a-warning]', async () => {
    const loan = await testbed.loan(owned, { phone: '+15005550004' });
    const body = aCharge(loan, { request_user_id: fixture.users.Admin });
    const { warning } = await answered(testbed, 201, ['POST', charge, body]);
    assert.match(String(warning), /e-mail/);
  });
});

describe('a refund request', () => {
  it('is refused with 400 when the fee split does not balance [conformance:convention-fee-split-2]', async () => {
    const body = {
      ...aRefund(fixture.users.Admin, await testbed.settledCharge(owned)),
      net_platform_fee: '39.00',
    };
    await refused(testbed, 400, ['POST', `${merchants}/refund-payment-request/`, body]);
  });
});
