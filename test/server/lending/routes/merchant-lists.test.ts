import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { RESERVED_WORDS } from '../../../../server/lending-api/identifiers.ts';
import {
  type MerchantDetail,
  merchant,
  merchantDetail,
} from '../../../../server/lending-api/merchants.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { anOnboarding, aPaymentDetail } from '../../../helpers/merchant-bodies.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

const merchants = '/api/v1/sponsor/merchants/';

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
  lending.tick(60_000);
  await flow.call('POST', `${merchants}onboarding/`, quarry, 201);
});
after(() => lending.close());

const quarry = anOnboarding({
  external_org_id: 'quarry-org',
  business_address_2: 'Yard 2',
  sponsor_redirect_url: 'https://sponsor.example/back',
});

async function list() {
  const response = await lending.call('GET', merchants);
  assert.equal(response.status, 200);
  return z.array(merchant).parse(await response.json());
}

async function retrieve(id: string, from = lending): Promise<MerchantDetail> {
  const response = await from.call('GET', `${merchants}${id}/`);
  const body: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return merchantDetail.parse(body);
}

describe('GET merchants/', () => {
  it('lists the sponsor’s merchants, the newest first [conformance:get-merchants]', async () => {
    const listed = await list();
    assert.deepEqual(
      listed.map(({ contractor_id, external_org_id, status }) => [
        contractor_id,
        external_org_id,
        status,
      ]),
      [
        ['quarry', 'quarry-org', 'Invited'],
        ['hillside-hvac', 'hillside-hvac', 'Active'],
      ],
    );
    assert.partialDeepStrictEqual(listed, [
      {
        business_name: 'Quarry Roofing',
        city: 'Columbus',
        bank_account_status: null,
        selected_products_count: 0,
        created: '2026-03-02T15:01:00Z',
        activated_at: null,
      },
      { bank_account_status: 'Verified', selected_products_count: 6 },
    ]);
  });

  it('shows no merchant of another sponsor', async () => {
    const response = await lending.call('GET', merchants, { as: 'sponsor-two@example.test' });
    assert.deepEqual(await response.json(), []);
  });

  it('shows an account that was replaced no more', async () => {
    const own = await startTestLending();
    try {
      await own.call('POST', `${merchants}payment-detail/`, { body: aPaymentDetail() });
      const [only, ...others] = z
        .array(merchant)
        .parse(await (await own.call('GET', merchants)).json());
      assert.deepEqual([only?.bank_account_status, others], ['Pending', []]);
    } finally {
      await own.close();
    }
  });
});

describe('GET merchants/{external_org_id}/', () => {
  it('shows a merchant with its account, users and features, the account number masked', async () => {
    const { platform_merchant_id, ...detail } = await retrieve('hillside-hvac');
    assert.match(platform_merchant_id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(detail, {
      contractor_id: 'hillside-hvac',
      external_org_id: 'hillside-hvac',
      business_name: 'Hillside Heating & Air',
      business_address_1: '418 Hillside Avenue',
      business_address_2: null,
      city: 'Columbus',
      state: 'OH',
      zip_code: '43215',
      business_phone: '+16145550110',
      sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/hillside',
      sponsor_redirect_url: null,
      status: 'Active',
      bank_account_status: 'Verified',
      bank_account: {
        ach_routing_number: '110000000',
        ach_account_last4: '6789',
        bank_account_type: 'checking',
        holder_type: 'business',
        sec_code: 'CCD',
        status: 'Verified',
        status_reason: null,
      },
      features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
      users: [
        { user_id: 'hillside-admin', user_type: 'Admin', status: 'Active' },
        { user_id: 'hillside-manager', user_type: 'Salesmanager', status: 'Active' },
        { user_id: 'hillside-rep-1', user_type: 'Salesrep', status: 'Active' },
        { user_id: 'hillside-rep-2', user_type: 'Salesrep', status: 'Active' },
      ],
      selected_products_count: 6,
      terms_version: '2026-01',
      created: '2026-03-02T15:00:00Z',
      activated_at: '2026-03-02T15:00:00Z',
      onboarding_completed_at: '2026-03-02T15:00:00Z',
    });
  });

  it('shows what was sent at onboarding, with the link of the invitation', async () => {
    const detail = await retrieve('quarry-org');
    assert.partialDeepStrictEqual(detail, {
      business_address_2: 'Yard 2',
      sponsor_redirect_url: 'https://sponsor.example/back',
      bank_account: null,
      terms_version: null,
      onboarding_completed_at: null,
      users: [{ user_id: 'quarry-admin', user_type: 'Admin', status: 'Invited' }],
    });
    const path = new URL(detail.invitation_link ?? '').pathname;
    assert.equal((await lending.app.request(path)).status, 200);
  });

  it('finds by external_org_id first, then by contractor_id [conformance:get-merchants-external-org-id]', async () => {
    assert.equal((await retrieve('quarry')).external_org_id, 'quarry-org');
    await lending.context.database.query
      .updateTable('merchants')
      .set({ external_org_id: 'quarry' })
      .where('contractor_id', '=', 'hillside-hvac')
      .execute();
    assert.equal((await retrieve('quarry')).contractor_id, 'hillside-hvac');
    assert.equal((await retrieve('quarry-org')).contractor_id, 'quarry');
  });

  it('takes the link away when the invitation is followed to the end, or over', async () => {
    const { lending: own, flow: steps } = await startFunding();
    try {
      for (const name of ['done', 'late']) {
        const ids = { contractor_id: name, user_id: name, user_business_email: `${name}@x.test` };
        await steps.call('POST', `${merchants}onboarding/`, anOnboarding(ids), 201);
      }
      await steps.sandbox('/merchants/done/complete-onboarding');
      await own.stop();
      own.tick(7 * dayMs);
      const [done, late] = [await retrieve('done', own), await retrieve('late', own)];
      assert.deepEqual([done.status, done.invitation_link], ['Active', undefined]);
      assert.deepEqual([late.status, late.invitation_link], ['InvitationExpired', undefined]);
    } finally {
      await own.close();
    }
  });

  it('shows deposits that ran out as failed, before any timer has run', async () => {
    const own = await startTestLending();
    try {
      await own.call('POST', `${merchants}payment-detail/`, { body: aPaymentDetail() });
      await own.stop();
      own.tick(14 * dayMs);
      const { bank_account, bank_account_status } = await retrieve('hillside-hvac', own);
      assert.equal(bank_account_status, 'VerificationFailed');
      assert.partialDeepStrictEqual(bank_account, {
        status: 'VerificationFailed',
        status_reason: 'micro-deposit-expired',
      });
    } finally {
      await own.close();
    }
  });

  it('answers 404 to an unknown merchant and to another sponsor’s', async () => {
    assert.equal((await lending.call('GET', `${merchants}nobody/`)).status, 404);
    const as = 'sponsor-two@example.test';
    assert.equal((await lending.call('GET', `${merchants}hillside-hvac/`, { as })).status, 404);
  });
});

describe('the API’s own words', () => {
  it('are no merchant: a path that is written with one keeps its own methods', async () => {
    for (const [word, allowed] of [
      ['onboarding', 'POST'],
      ['users', 'POST, PATCH'],
      ['rate-sheets', 'PATCH'],
      ['payment-detail', 'POST'],
    ] as const) {
      const response = await lending.call('GET', `${merchants}${word}/`);
      assert.deepEqual([response.status, response.headers.get('allow')], [405, allowed], word);
    }
    assert.equal((await lending.call('GET', `${merchants}transactions/`)).status, 404);
  });

  for (const field of ['contractor_id', 'external_org_id', 'user_id']) {
    it(`are refused for a ${field} at onboarding`, async () => {
      for (const word of RESERVED_WORDS) {
        const body = anOnboarding({ contractor_id: 'x', user_id: 'x', [field]: word });
        const response = await lending.call('POST', `${merchants}onboarding/`, { body });
        const { errors } = (await response.json()) as { errors: Record<string, unknown> };
        assert.deepEqual([response.status, Object.keys(errors)], [400, [field]], word);
      }
    });
  }
});
