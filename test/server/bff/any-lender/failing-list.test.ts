import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { hideRefunds } from '../../../helpers/bare-lender/list-faults.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { dayMs, hourMs, minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { as, codeOf, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { callLimitMs } from '../flows/charge-calls.ts';
import { type Charged, chargedAtBareLender } from './charged-at-bare-lender.ts';
import { hearAgain, markChargeUnknown, passHours, passQuarterHour } from './lost-charges.ts';

describe('at a lender of whose lists one always fails', () => {
  let testbed: BareTestbed;
  let server: MerchantServer;

  beforeEach(async () => {
    testbed = await startBareTestbed({ settings: { saysLoanNumber: true } });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const fail = () => testbed.lender.troubles.always('pending', unwell.noList);

  for (const list of ['pending', 'transactions', 'activity'] as const) {
    it(`no first charge is asked for while ${list} may show one that is not known here`, async () => {
      const page = await acceptedAtBareLender(testbed);
      testbed.lender.troubles.always(list, unwell.noList);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal(codeOf(await server.ask(page.checkoutId)), 'lender_unavailable');
      assert.equal(testbed.lender.books.charges.length, 0);
      testbed.lender.troubles.heal();
      assert.equal(stepOf(await page.charge()).screen, 'charge_pending');
    });
  }

  describe('a charge whose answer was lost', () => {
    let page: ShopPage;
    let chargeId: string;

    const lose = async (what: 'answer' | 'request') => {
      page = await acceptedAtBareLender(testbed);
      await markChargeUnknown(testbed, page, what);
      if (what === 'answer') await hearAgain(testbed);
      fail();
      const step = as(await passQuarterHour(testbed, page), 'charge_outcome');
      assert.equal(step.outcome, 'unresolved');
      chargeId = (await server.charges(page.checkoutId))[0]?.charge_id ?? '';
    };
    const resolve = (body: object) =>
      server.call('POST', `/checkouts/${page.checkoutId}/charges/${chargeId}/resolve`, body);
    const notCharged = { as: 'not_charged' };

    it('was made by the merchant’s word for a row of another list', async () => {
      await lose('answer');
      const uuid = testbed.lender.books.charges[1]?.uuid ?? assert.fail();
      await testbed.lender.controls.approve(uuid);
      await passHours(testbed, page, 50);
      assert.equal(problemOf(await resolve(notCharged)).blockedBy, 'lender_records');
      const answer = await resolve({ as: 'charged', payment_request_uuid: uuid });
      assert.equal(answer.status, 200);
      assert.equal((await server.charges(page.checkoutId))[0]?.status, 'approved');
    });

    it('was not made by the merchant’s word, after 48 hours at the earliest', async () => {
      await lose('request');
      const charged = { as: 'charged', payment_request_uuid: randomUUID() };
      assert.equal(problemOf(await resolve(notCharged)).code, 'lender_unavailable');
      await passHours(testbed, page, 48);
      assert.equal(problemOf(await resolve(charged)).code, 'lender_unavailable');
      assert.equal((await resolve(notCharged)).status, 200);
      assert.deepEqual(await server.charges(page.checkoutId), []);
    });

    it('is not resolved while no list can be read', async () => {
      await lose('request');
      await passHours(testbed, page, 48);
      for (const list of ['transactions', 'activity'] as const) {
        testbed.lender.troubles.always(list, unwell.noList);
      }
      assert.equal(problemOf(await resolve(notCharged)).code, 'lender_unavailable');
    });
  });

  describe('a refund', () => {
    let charge: Charged;

    beforeEach(async () => {
      charge = await chargedAtBareLender(testbed, server);
    });

    const status = async () => (await server.refunds(charge.of))[0]?.status;
    const resolve = async (body: object) => {
      const [refund] = await server.refunds(charge.of);
      return server.askResolveRefund({ ...charge.of, refundId: refund?.refund_id }, body);
    };
    const loseRefund = async () => {
      testbed.lender.troubles.next('refund', 'cut_before');
      await server.askRefund(charge.of);
      fail();
      await testbed.bff.pass(callLimitMs);
      await testbed.bff.pass(16 * minuteMs);
      assert.equal(await status(), 'unresolved');
    };

    it('is settled as the other lists say', async () => {
      await server.refund(charge.of, { amount: '400.00' });
      fail();
      assert.equal(await status(), 'pending');
      await testbed.lender.controls.moveRefund('Transferred');
      assert.equal(await status(), 'settled');
    });

    for (const operation of ['loan', 'pending', 'transactions'] as const) {
      it(`stays on its way as long as the lists show it so, though ${operation} fails meanwhile`, async () => {
        await server.refund(charge.of, { amount: '400.00' });
        await testbed.bff.pass(dayMs, 16);
        testbed.lender.troubles.always(operation, unwell.noList);
        await testbed.bff.pass(2 * hourMs);
        assert.equal(await status(), 'pending');
        testbed.lender.troubles.heal();
        await testbed.bff.pass(2 * hourMs);
        assert.equal(await status(), 'pending');
        const { timeline } = await server.view(charge.of.id);
        assert.ok(!timeline.some(({ type }) => type === 'refund.unresolved'));
      });
    }

    it('is unresolved where they show it for two weeks in no list, and then as the merchant says', async () => {
      await server.refund(charge.of);
      hideRefunds(testbed.lender.troubles);
      fail();
      await testbed.bff.pass(dayMs, 13);
      assert.equal(await status(), 'pending');
      await testbed.bff.pass(dayMs, 2);
      assert.equal(await status(), 'unresolved');
      assert.equal((await resolve({ as: 'refunded' })).status, 200);
      assert.equal(await status(), 'settled');
    });

    it('whose answer was lost was not made by the merchant’s word, after 48 hours', async () => {
      await loseRefund();
      const notRefunded = { as: 'not_refunded' };
      assert.equal(problemOf(await resolve(notRefunded)).code, 'lender_unavailable');
      await testbed.bff.pass(49 * hourMs);
      assert.equal((await resolve(notRefunded)).status, 200);
      assert.deepEqual(await server.refunds(charge.of), []);
    });

    it('whose answer was lost was not made as soon as every list can be read, and has it not', async () => {
      await loseRefund();
      testbed.lender.troubles.heal();
      await testbed.bff.pass(hourMs);
      assert.deepEqual(await server.refunds(charge.of), []);
    });
  });
});
