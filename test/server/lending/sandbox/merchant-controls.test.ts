import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { merchantOnboardingCompleteEvent } from '../../../../server/lending-api/events.ts';
import { dayMs } from '../../../helpers/durations.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { anOnboarding } from '../../../helpers/merchant-bodies.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

const onboarding = '/api/v1/sponsor/merchants/onboarding/';

let lending: TestLending;
let flow: FundingFlow;
let made = 0;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

async function onboard(businessName: string): Promise<string> {
  made += 1;
  const id = `quarry-${made}`;
  const body = anOnboarding({
    business_name: businessName,
    contractor_id: id,
    user_id: `${id}-admin`,
    user_business_email: `${id}@quarry.example.test`,
  });
  await flow.call('POST', onboarding, body, 201);
  return id;
}

const step = (id: string, name: string, status = 200) =>
  flow.sandbox(`/merchants/${id}/${name}`, {}, status);

describe('complete-onboarding', () => {
  for (const [businessName, status] of [
    ['Quarry Roofing', 'Active'],
    ['DECLINE Roofing', 'Declined'],
    ['REVIEW Roofing', 'PendingReview'],
    ['SUSPEND Roofing', 'Suspended'],
  ] as const) {
    it(`takes ${businessName} to ${status}, with the callback`, async () => {
      const id = await onboard(businessName);
      assert.deepEqual(await step(id, 'complete-onboarding'), { merchant_status: status });
      const path = '/sandbox/v1/events?event_type=merchant_onboarding_complete';
      const events = (await (await lending.call('GET', path)).json()) as { payload: unknown }[];
      const payloads = events.map(({ payload }) => merchantOnboardingCompleteEvent.parse(payload));
      const own = payloads.filter(({ contractor_id }) => contractor_id === id);
      assert.deepEqual(
        own.map(({ merchant_status, user_id }) => [merchant_status, user_id]),
        [[status, `${id}-admin`]],
      );
      await step(id, 'complete-onboarding', 400);
    });
  }

  it('makes the admin user active', async () => {
    const id = await onboard('Quarry Roofing');
    const path = `/api/v1/sponsor/merchants/users/${id}-admin/`;
    assert.equal((await flow.call('GET', path)).status, 'Invited');
    await step(id, 'complete-onboarding');
    assert.equal((await flow.call('GET', path)).status, 'Active');
  });

  it('is too late when the invitation has expired', async () => {
    const id = await onboard('Quarry Roofing');
    await flow.advanceHours(7 * 24);
    await step(id, 'complete-onboarding', 400);
  });

  it('is too late then though no timer has run', async () => {
    const { lending: own, flow: steps } = await startFunding();
    try {
      await steps.call('POST', onboarding, anOnboarding(), 201);
      await own.stop();
      own.tick(7 * dayMs);
      await steps.sandbox('/merchants/quarry/complete-onboarding', {}, 400);
    } finally {
      await own.close();
    }
  });

  it('knows no merchant of another sponsor', async () => {
    const id = await onboard('Quarry Roofing');
    const path = `/sandbox/v1/merchants/${id}/complete-onboarding`;
    const response = await lending.call('POST', path, { as: 'sponsor-two@example.test' });
    assert.equal(response.status, 404);
  });
});

describe('suspend and release', () => {
  it('move an active merchant there and back, and nowhere else', async () => {
    const id = await onboard('Quarry Roofing');
    await step(id, 'suspend', 400);
    await step(id, 'complete-onboarding');
    assert.deepEqual(await step(id, 'suspend'), { merchant_status: 'Suspended' });
    await step(id, 'suspend', 400);
    assert.deepEqual(await step(id, 'release'), { merchant_status: 'Active' });
    await step(id, 'release', 400);
  });
});
