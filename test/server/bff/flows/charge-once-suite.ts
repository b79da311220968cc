import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { as, codeOf, stepOf } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { until } from '../../../helpers/until.ts';
import {
  callLimitMs,
  chargeCall,
  chargeOutcome,
  chargesAsked,
  pendingCharge,
} from './charge-calls.ts';
import type { OnceTestbed } from './once-testbed.ts';

/** What holds at every lender. */
export function describeChargingOnce(lender: string, start: () => Promise<OnceTestbed>): void {
  describe(`POST /v1/checkouts/{id}/charge charges once at ${lender}`, () => {
    let testbed: OnceTestbed;

    beforeEach(async () => {
      testbed = await start();
    });
    afterEach(() => testbed.close());

    const onlyCharge = async () => {
      const [first, second] = await testbed.charges();
      assert.equal(second, undefined);
      return first ?? assert.fail('the lender has no charge');
    };

    const storedStates = async () => {
      const stored = testbed.bff.database.query.selectFrom('charges').select('state');
      return (await stored.execute()).map(({ state }) => state);
    };

    it('when it is repeated', async () => {
      const page = await testbed.accepted();
      const first = await page.charge();
      const again = await page.charge();
      assert.deepEqual([first.status, again.status], [201, 200]);
      assert.deepEqual(stepOf(again), stepOf(first));
      assert.equal(chargesAsked(testbed), 1);
    });

    it('when it is clicked twice', async () => {
      const page = await testbed.accepted();
      const answers = await Promise.all([1, 2, 3].map(() => page.charge()));
      const uuids = answers.map((each) => as(stepOf(each), 'charge_pending').payment_request_uuid);
      assert.equal(new Set(uuids).size, 1);
      assert.equal(answers.filter(({ status }) => status === 201).length, 1);
      assert.equal(chargesAsked(testbed), 1);
    });

    it('when the answer is lost: the lender’s lists have it', async () => {
      const page = await testbed.accepted();
      testbed.proxy.fail(chargeCall, 'lose_answer');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      const found = as(stepOf(await page.charge()), 'charge_pending');
      assert.equal(found.amount, '8400.00');
      assert.deepEqual(await page.step(), found);
      assert.equal((await testbed.charges()).length, 1);
    });

    it('when the answer is lost and the consumer has rejected meanwhile', async () => {
      const page = await testbed.accepted();
      testbed.proxy.fail(chargeCall, 'lose_answer');
      await page.charge();
      await testbed.reject((await onlyCharge()).uuid);
      assert.equal((await chargeOutcome(page)).outcome, 'rejected');
      assert.equal((await testbed.charges()).length, 1);
    });

    it('when the request was lost: after its time it may be made again', async () => {
      const page = await testbed.accepted();
      testbed.proxy.fail(chargeCall, 'lose_request');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      assert.equal((await page.step()).screen, 'working');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      testbed.bff.tick(callLimitMs);
      assert.equal((await page.step()).screen, 'accepted');
      assert.equal((await pendingCharge(page)).amount, '8400.00');
      assert.equal((await testbed.charges()).length, 1);
    });

    it('when the lender heard a call late that was given up', async () => {
      const page = await testbed.accepted();
      testbed.proxy.fail(chargeCall, 'lose_answer');
      await page.charge();
      await testbed.bff.database.query
        .updateTable('charges')
        .set({ state: 'void', payment_request_uuid: null })
        .execute();
      const answer = await page.charge();
      assert.equal(answer.status, 200);
      assert.equal(stepOf(answer).screen, 'charge_pending');
      assert.equal((await testbed.charges()).length, 1);
    });

    it('when the account was cancelled during the call: another checkout of the order may charge', async () => {
      const order_id = 'order-1';
      const page = await testbed.accepted({ order_id });
      const { timing } = testbed.bff.context;
      const { answerMs } = timing;
      timing.answerMs = 20;
      testbed.proxy.fail(chargeCall, 'hold');
      await page.charge();
      timing.answerMs = answerMs;
      await testbed.proxy.held(1);
      await testbed.cancelAccount(page);
      await testbed.bff.runDue();
      assert.equal((await page.step()).screen, 'cancelled');
      testbed.proxy.drop();
      await until('the lost answer', async () =>
        (await storedStates()).includes('unknown') ? true : undefined,
      );
      testbed.bff.tick(callLimitMs);
      await testbed.bff.runDue();
      const other = await testbed.accepted({ order_id, applicant: { email: 'b@example.test' } });
      assert.equal((await pendingCharge(other)).amount, '8400.00');
      const made = (await testbed.charges()).map(({ isWaiting }) => isWaiting);
      assert.deepEqual(made.toSorted(), [false, true]);
    });

    it('after the lender took no more calls, under the same id', async () => {
      const page = await testbed.accepted();
      testbed.proxy.fail(chargeCall, 429);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal((await testbed.charges()).length, 0);
      await pendingCharge(page);
      assert.equal((await testbed.charges()).length, 1);
    });

    it('after the lender did not take the credentials, which are the operator’s to mend', async () => {
      const page = await testbed.accepted();
      testbed.proxy.fail(chargeCall, 'wrong_credentials');
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal((await testbed.charges()).length, 0);
      assert.deepEqual(await storedStates(), ['void']);
      assert.ok(testbed.bff.logged.some((line) => line.includes('lender_credentials_refused')));
    });

    it('when the lender is slow: the request comes by the stream', async () => {
      const page = await testbed.accepted();
      testbed.bff.context.timing.answerMs = 20;
      testbed.proxy.fail(chargeCall, 'hold');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      const stream = await StepStream.open(page);
      assert.equal((await stream.next())?.step.screen, 'working');
      await testbed.proxy.held(1);
      testbed.proxy.release();
      assert.equal((await stream.next())?.step.screen, 'charge_pending');
      await stream.close();
      assert.equal((await testbed.charges()).length, 1);
    });
  });
}
