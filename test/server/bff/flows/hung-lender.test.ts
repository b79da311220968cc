import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { chargeCall, chargeRequests, chargesAsked, pendingCharge } from './charge-calls.ts';

const loan = /^GET .*\/loan\//;
const rateSheet = /^GET .*\/rate-sheets\//;
const select = /^PATCH .*\/select\//;
const invitation = /^POST .*\/invite-portal\//;

/** Who waits until a call to the lender is cut waits 20 s. */
const soon = { timeout: 19_000 };

describe('while the lender hangs', () => {
  let testbed: Testbed;

  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  afterEach(() => testbed.close());

  const waitAtMost = (ms: number) => {
    testbed.bff.context.timing.waitMs = ms;
  };

  describe('a charge of which the lender has not heard can be asked for again', () => {
    it('when the loan is not read, behind a stream’s look', soon, async () => {
      const page = await acceptedPage(testbed);
      testbed.proxy.fail(loan, 'hold');
      const stream = await StepStream.open(page);
      await stream.next();
      await testbed.proxy.held(1);
      waitAtMost(50);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal(chargesAsked(testbed), 0);
      waitAtMost(12_000);
      testbed.proxy.release();
      assert.equal((await pendingCharge(page)).amount, '8400.00');
      await stream.close();
    });

    it('when the rate sheet is not read', soon, async () => {
      const page = await acceptedPage(testbed);
      testbed.proxy.fail(rateSheet, 'hold');
      waitAtMost(1_000);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal(chargesAsked(testbed), 0);
      // On a busy machine it may be the loan that was read too slowly.
      testbed.proxy.heal();
      waitAtMost(12_000);
      assert.equal((await pendingCharge(page)).amount, '8400.00');
    });

    it('when the merchant’s server asks', soon, async () => {
      const page = await acceptedPage(testbed);
      const server = new MerchantServer(testbed.bff);
      testbed.proxy.fail(loan, 'hold');
      waitAtMost(50);
      const answer = await server.ask(page.checkoutId, {}, 'key-1');
      assert.equal(codeOf(answer), 'lender_unavailable');
      // On a busy machine the call may still be on its way.
      await testbed.proxy.held(1);
      waitAtMost(12_000);
      testbed.proxy.release();
      assert.equal((await server.charge(page.checkoutId, {}, 'key-1')).status, 'pending');
      assert.equal((await chargeRequests(testbed)).length, 1);
    });
  });

  it('a charge that it has is waited for with what is left of the time', soon, async () => {
    const page = await acceptedPage(testbed);
    testbed.bff.context.timing.answerMs = 60_000;
    waitAtMost(3_000);
    testbed.proxy.fail(chargeCall, 'hold');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    await testbed.proxy.held(1);
    const stream = await StepStream.open(page);
    assert.equal((await stream.next())?.step.screen, 'working');
    testbed.proxy.release();
    assert.equal((await stream.next())?.step.screen, 'charge_pending');
    await stream.close();
  });

  it('an offer can be chosen again; what the lender answers late is shown', soon, async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    const path = `/offers/${offers[0]?.offer_uuid}/select`;
    const stream = await StepStream.open(page);
    assert.equal((await stream.next())?.step.screen, 'offers');
    testbed.proxy.fail(select, 'hold');
    waitAtMost(50);
    for (let click = 0; click < 2; click += 1) {
      assert.equal(codeOf(await page.on('POST', path, {})), 'lender_unavailable');
    }
    await testbed.proxy.held(1);
    waitAtMost(12_000);
    testbed.proxy.release();
    assert.equal((await stream.next())?.step.screen, 'redirect');
    assert.equal(stepOf(await page.on('POST', path, {})).screen, 'redirect');
    assert.equal(testbed.proxy.passed.filter((call) => select.test(call)).length, 2);
    await stream.close();
  });

  it('an invitation to the Payment Portal can be asked for again', soon, async () => {
    const page = await acceptedPage(testbed, { applicant: { ssn: '900-10-0009' } });
    testbed.proxy.fail(invitation, 'hold');
    waitAtMost(50);
    const answer = await page.on('POST', '/portal-invitation', {});
    assert.equal(codeOf(answer), 'lender_unavailable');
    await testbed.proxy.held(1);
    waitAtMost(12_000);
    const again = as(stepOf(await page.on('POST', '/portal-invitation', {})), 'accepted');
    assert.equal(again.portal_account_status, 'Invited');
  });
});
