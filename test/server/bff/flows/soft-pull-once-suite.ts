import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { anApplication, codeOf, ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import type { OnceTestbed } from './once-testbed.ts';

const softPull = /^POST .*\/soft-pull\//;

/** What holds at every lender that says of a loan what it offers. */
export function describePullingOnce(lender: string, start: () => Promise<OnceTestbed>): void {
  describe(`POST /v1/checkouts/{id}/application pulls once at ${lender}`, () => {
    let testbed: OnceTestbed;
    let page: ShopPage;

    beforeEach(async () => {
      testbed = await start();
      page = new ShopPage(testbed.bff);
      await page.open({ amount: '8400.00' });
    });
    afterEach(() => testbed.close());

    const send = (application: Record<string, unknown>) =>
      page.on('POST', '/application', application);
    const softPulls = () => testbed.proxy.passed.filter((call) => softPull.test(call)).length;
    const storedScreen = async () => {
      const { screen } = await testbed.bff.database.query
        .selectFrom('checkouts')
        .select('screen')
        .where('id', '=', page.checkoutId)
        .executeTakeFirstOrThrow();
      return screen;
    };

    it('for a double click', async () => {
      const application = anApplication();
      const answers = await Promise.all([1, 2, 3].map(() => send(application)));
      for (const answer of answers) assert.equal(stepOf(answer).screen, 'offers');
      assert.equal(softPulls(), 1);
    });

    it('for the same application again, and refuses another one', async () => {
      const application = anApplication();
      const first = stepOf(await send(application));
      const later = { ...application, soft_pull_consent_at: '2026-03-02T15:09:00Z' };
      assert.deepEqual(stepOf(await send(later)), first);
      assert.equal(codeOf(await send(anApplication())), 'already_decided');
      assert.equal(softPulls(), 1);
    });

    it('when the answer is lost: the loan has it', async () => {
      testbed.proxy.fail(softPull, 'lose_answer');
      assert.equal((await page.apply()).screen, 'working');
      assert.equal((await page.step()).screen, 'offers');
      assert.equal(softPulls(), 1);
    });

    it('when a proxy answers 502 or 503 in the lender’s place', async () => {
      for (const status of [502, 503]) {
        await page.open({ amount: '8400.00' });
        testbed.proxy.fail(softPull, status);
        assert.equal((await page.apply()).screen, 'working', String(status));
      }
      assert.equal(softPulls(), 0);
    });

    it('although nobody looks: the reconciler does', async () => {
      testbed.proxy.fail(softPull, 'lose_answer');
      await page.apply();
      testbed.bff.tick(1_000);
      await testbed.bff.runDue();
      assert.equal(await storedScreen(), 'offers');
    });

    it('after a crash in the middle of the call', async () => {
      testbed.proxy.fail(softPull, 'lose_answer');
      await page.apply();
      await testbed.bff.database.query
        .updateTable('checkouts')
        .set({ soft_pull_state: 'started' })
        .execute();
      assert.equal((await page.step()).screen, 'offers');
      assert.equal(softPulls(), 1);
    });

    it('when the lender is slow: the offers come by the stream', async () => {
      testbed.bff.context.timing.answerMs = 20;
      testbed.proxy.fail(softPull, 'hold');
      const application = anApplication();
      assert.equal(stepOf(await send(application)).screen, 'working');
      const stream = await StepStream.open(page);
      assert.equal((await stream.next())?.step.screen, 'working');
      assert.equal(stepOf(await send(application)).screen, 'working');
      assert.equal(codeOf(await send(anApplication())), 'wrong_step');
      await testbed.proxy.held(1);
      testbed.proxy.release();
      assert.equal((await stream.next())?.step.screen, 'offers');
      assert.equal(softPulls(), 1);
      await stream.close();
    });
  });
}
