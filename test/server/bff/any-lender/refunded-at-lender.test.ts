import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  FOLLOW_SETTLED,
  settledFollower,
} from '../../../../server/bff/operations/follow-settled.ts';
import { loadCharges } from '../../../../server/bff/store/charges.ts';
import { loadRefunds } from '../../../../server/bff/store/refunds.ts';
import {
  changeRows,
  hideRefunds,
  nameChargesOfRefunds,
  nameRow,
} from '../../../helpers/bare-lender/list-faults.ts';
import { detail } from '../../../helpers/bare-lender/rest-framework.ts';
import { acceptedAtBareLender, type BareTestbed } from '../../../helpers/bare-testbed.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, type ShopPage } from '../../../helpers/shop-page.ts';
import { settledAtBareLender, startFollowingTestbed, statusOf } from './settled-at-bare-lender.ts';

const otherUuid = '0b9f48ef-900e-4f31-8f7b-eab243a337ae';

describe('a settled charge that is refunded at the lender alone', () => {
  let testbed: BareTestbed;

  beforeEach(async () => {
    testbed = await startFollowingTestbed();
  });
  afterEach(() => testbed.close());

  const settledPage = () => settledAtBareLender(testbed);
  /** Days of the BFF's own work, nobody asking. */
  const letDaysPass = (days: number) => testbed.bff.pass(dayMs, days);
  const server = () => new MerchantServer(testbed.bff);
  const rowsOf = async () =>
    (await server().settlements()).settlements.map(({ kind, gross_amount }) => [
      kind,
      gross_amount,
    ]);

  /** One that the consumer has approved, of 500.00. @returns its id at the lender */
  const laterCharge = async ({ checkoutId }: ShopPage) => {
    await server().charge(checkoutId, { amount: '500.00', transaction_description: 111 });
    const uuid = testbed.lender.books.charges.at(-1)?.uuid ?? assert.fail();
    await testbed.lender.controls.approve(uuid);
    return uuid;
  };

  /** Reads the list now, before anything else that is due. */
  const follow = () => {
    const { context } = testbed.bff;
    const [key = ''] = context.merchants.keys;
    const work = { kind: FOLLOW_SETTLED, key, scope: '', payload: null, attempts: 0 };
    const now = context.clock.now();
    return settledFollower(context)({ ...work, dueAt: now, now });
  };

  it('in part is seen so, once, and is refunded with the last part', async () => {
    const { page, uuid } = await settledPage();
    await testbed.lender.controls.refund(uuid, 40_000);
    await letDaysPass(3);
    const [charge] = await server().charges(page.checkoutId);
    assert.deepEqual([charge?.status, charge?.refunded_amount], ['settled', '400.00']);
    const of = { id: page.checkoutId, chargeId: charge?.charge_id ?? '' };
    const [refund, ...others] = await server().refunds(of);
    assert.deepEqual([refund?.status, refund?.amount, others], ['settled', '400.00', []]);
    const lenders = testbed.lender.books.refunds.at(-1)?.uuid;
    assert.equal(refund?.refund_request_uuid, lenders?.toLowerCase());
    assert.deepEqual(await rowsOf(), [
      ['charge', '8400.00'],
      ['refund', '-400.00'],
    ]);
    assert.deepEqual((await server().report()).total.refunded, { count: 1, amount: '400.00' });
    const { timeline } = await server().view(page.checkoutId);
    assert.equal(timeline.at(-1)?.type, 'refund.settled');
    await testbed.lender.controls.refund(uuid, 800_000);
    await letDaysPass(1);
    assert.equal(await statusOf(testbed, page), 'refunded');
  });

  it('goes back in proportion where the row of its charge does not say the split', async () => {
    const { page, uuid } = await settledPage();
    await testbed.lender.controls.refund(uuid, 420_000);
    await letDaysPass(3);
    const { settlements } = await server().settlements();
    const [charge, refund] = settlements.map(({ net_amount, merchant_fee }) => ({
      net: Number(net_amount),
      fee: Number(merchant_fee),
    }));
    assert.ok(charge && refund && charge.fee > 0);
    assert.deepEqual([refund.net * -2, refund.fee * -2], [charge.net, charge.fee]);
    assert.equal((await server().refunds(await ofFirst(page))).length, 1);
  });

  it('is seen so where the row has the charge’s id in place of its own', async () => {
    const { page, uuid } = await settledPage();
    await testbed.lender.controls.refund(uuid, 40_000);
    changeRows(testbed.lender.troubles, 'transactions', { associated_payment_request_id: uuid });
    await letDaysPass(3);
    const [charge] = await server().charges(page.checkoutId);
    assert.equal(charge?.refunded_amount, '400.00');
  });

  it('counts no refund twice that the merchant asked for', async () => {
    const { page, uuid } = await settledPage();
    const [charge] = await server().charges(page.checkoutId);
    const of = { id: page.checkoutId, chargeId: charge?.charge_id ?? '' };
    await server().refund(of, { amount: '400.00' });
    await testbed.lender.controls.moveRefund('Transferred');
    assert.equal((await server().refunds(of))[0]?.status, 'settled');
    await letDaysPass(2);
    changeRows(testbed.lender.troubles, 'transactions', { associated_payment_request_id: uuid });
    await letDaysPass(3);
    assert.equal((await server().refunds(of)).length, 1);
    const [after] = await server().charges(page.checkoutId);
    assert.equal(after?.refunded_amount, '400.00');
  });

  it('is no refund of another charge that the lender has reversed for it', async () => {
    const { page } = await settledPage();
    const uuid = await laterCharge(page);
    testbed.lender.controls.moveTransaction(uuid, 'Transferred');
    await server().charges(page.checkoutId);
    testbed.lender.controls.moveTransaction(uuid, 'Reversed');
    await testbed.lender.controls.refund(uuid);
    await letDaysPass(2);
    const unexplained = () =>
      testbed.bff.logged.filter((line) => line.includes('refund_not_explained')).length;
    const before = unexplained();
    await letDaysPass(2);
    assert.equal(unexplained(), before);
    const [first, later] = await server().charges(page.checkoutId);
    assert.deepEqual([first?.refunded_amount, later?.status], ['0.00', 'refunded']);
  });

  it('is no refund of another charge where it may be of one that has not settled', async () => {
    const { page } = await settledPage();
    const uuid = await laterCharge(page);
    await server().charges(page.checkoutId);
    await testbed.lender.controls.refund(uuid);
    await letDaysPass(2);
    const [first] = await server().charges(page.checkoutId);
    assert.equal(first?.refunded_amount, '0.00');
  });

  it('is of its own loan where neither its row nor a charge of another loan has an id', async () => {
    const first = await settledPage();
    const { troubles, books, controls } = testbed.lender;
    troubles.rewrite('charge', () => ({}));
    const other = await acceptedAtBareLender(testbed);
    await other.charge();
    const [own] = await loadCharges(testbed.bff.context.database.query, other.checkoutId);
    const uuid = books.charges.at(-1)?.uuid ?? '';
    await controls.approve(uuid);
    controls.moveTransaction(uuid, 'Transferred');
    for (const list of ['pending', 'transactions', 'activity'] as const) {
      nameRow(troubles, list, uuid, own?.paymentIdentifier);
    }
    const { uuid: refundUuid } = await controls.refund(first.uuid, 40_000);
    nameRow(troubles, 'transactions', refundUuid, undefined);
    as(await other.step(), 'charge_outcome');
    await letDaysPass(2);
    const refunded = [];
    for (const { checkoutId } of [first.page, other]) {
      refunded.push((await server().charges(checkoutId))[0]?.refunded_amount);
    }
    assert.deepEqual(refunded, ['400.00', '0.00']);
  });

  it('is counted once by two that read the list at one moment', async () => {
    const { page, uuid } = await settledPage();
    await testbed.lender.controls.refund(uuid, 40_000);
    await Promise.all([follow(), follow()]);
    const [charge] = await server().charges(page.checkoutId);
    assert.equal(charge?.refunded_amount, '400.00');
  });

  it('is no second one of a refund on its way that the lender’s answer gave another id', async () => {
    const { page } = await settledPage();
    const [charge] = await server().charges(page.checkoutId);
    const of = { id: page.checkoutId, chargeId: charge?.charge_id ?? '' };
    testbed.lender.troubles.rewrite('refund', () => ({ refund_request_uuid: otherUuid }));
    hideRefunds(testbed.lender.troubles);
    await server().refund(of, { amount: '400.00' });
    testbed.lender.troubles.heal();
    const made = testbed.lender.books.refunds.at(-1) ?? assert.fail();
    made.state = 'Transferred';
    await follow();
    await letDaysPass(2);
    const amounts = (await server().refunds(of)).map(({ status, amount }) => [status, amount]);
    assert.deepEqual(amounts, [['settled', '400.00']]);
  });

  it('is the merchant’s own where that was called off and the lender lists it days later', async () => {
    const { page } = await settledPage();
    const [charge] = await server().charges(page.checkoutId);
    const of = { id: page.checkoutId, chargeId: charge?.charge_id ?? '' };
    hideRefunds(testbed.lender.troubles);
    testbed.lender.troubles.next('refund', 'cut_after');
    await server().refund(of, { amount: '400.00' });
    await letDaysPass(4);
    assert.deepEqual(await server().refunds(of), []);
    testbed.lender.troubles.heal();
    await testbed.lender.controls.moveRefund('Transferred');
    await letDaysPass(2);
    const amounts = (await server().refunds(of)).map(({ status, amount }) => [status, amount]);
    assert.deepEqual(amounts, [['settled', '400.00']]);
    const stored = await loadRefunds(testbed.bff.context.database.query, page.checkoutId);
    assert.equal(stored.length, 1);
  });

  it('explains no other refund where the rows have the charge’s identifier', async () => {
    const { page, uuid } = await settledPage();
    const [own] = await loadCharges(testbed.bff.context.database.query, page.checkoutId);
    for (const list of ['transactions', 'activity'] as const) {
      changeRows(testbed.lender.troubles, list, { payment_identifier: own?.paymentIdentifier });
    }
    await testbed.lender.controls.refund(uuid, 40_000);
    await letDaysPass(2);
    const [charge] = await server().charges(page.checkoutId);
    const of = { id: page.checkoutId, chargeId: charge?.charge_id ?? '' };
    assert.equal((await server().refunds(of)).length, 1);
    testbed.lender.troubles.next('refund', 'cut_after');
    await server().refund(of, { amount: '300.00' });
    await letDaysPass(1);
    const statuses = (await server().refunds(of)).map(({ status }) => status);
    assert.deepEqual(statuses, ['settled', 'unresolved']);
  });

  it('is said in the log where it may be of either of two charges', async () => {
    const { page } = await settledPage();
    const { charge_id } = await server().charge(page.checkoutId, {
      amount: '500.00',
      transaction_description: 111,
    });
    const uuid = testbed.lender.books.charges.at(-1)?.uuid ?? assert.fail();
    await testbed.lender.controls.approve(uuid);
    testbed.lender.controls.moveTransaction(uuid, 'Transferred');
    await server().charges(page.checkoutId);
    await testbed.lender.controls.refund(uuid, 40_000);
    await letDaysPass(2);
    const of = { id: page.checkoutId, chargeId: charge_id };
    assert.deepEqual(await server().refunds(of), []);
    assert.ok(testbed.bff.logged.some((line) => line.includes('refund_not_explained')));
  });

  const refundedOf = async ({ checkoutId }: ShopPage) =>
    (await server().charges(checkoutId)).map(({ refunded_amount }) => refunded_amount);
  const warnings = () =>
    testbed.bff.logged.filter((line) => line.includes('refund_not_explained')).length;
  const laterSettled = async (page: ShopPage) => {
    const uuid = await laterCharge(page);
    testbed.lender.controls.moveTransaction(uuid, 'Transferred');
    await server().charges(page.checkoutId);
    return uuid;
  };
  const ofFirst = async ({ checkoutId }: ShopPage) => {
    const [charge] = await server().charges(checkoutId);
    return { id: checkoutId, chargeId: charge?.charge_id ?? '' };
  };

  describe('or here, beside a charge that goes back', () => {
    let page: ShopPage;
    let uuid: string;
    beforeEach(async () => {
      ({ page, uuid } = await settledPage());
    });

    const refundHere = async (index: number, amount: string) => {
      const charge = (await server().charges(page.checkoutId))[index];
      const of = { id: page.checkoutId, chargeId: charge?.charge_id ?? '' };
      await server().refund(of, { amount });
      await testbed.lender.controls.moveRefund('Transferred');
      await server().refunds(of);
    };
    const takeBack = async () => {
      testbed.lender.controls.moveTransaction(uuid, 'Reversed');
      await letDaysPass(1);
    };

    it('is no refund of that one where it is of another', async () => {
      await laterSettled(page);
      await refundHere(1, '500.00');
      await takeBack();
      assert.equal(await statusOf(testbed, page), 'reversed');
      assert.deepEqual((await rowsOf()).at(-1), ['reversal', '-8400.00']);
    });

    it('is no refund of that one where it is of another and comes later', async () => {
      await laterSettled(page);
      await takeBack();
      await refundHere(1, '500.00');
      await letDaysPass(2);
      assert.equal(await statusOf(testbed, page), 'reversed');
    });

    it('is not what gave it back where it is a part', async () => {
      await refundHere(0, '400.00');
      await takeBack();
      assert.equal(await statusOf(testbed, page), 'reversed');
      assert.deepEqual(await rowsOf(), [
        ['charge', '8400.00'],
        ['refund', '-400.00'],
        ['reversal', '-8000.00'],
      ]);
    });

    it('is what gave it back where the rest was refunded, too', async () => {
      await refundHere(0, '400.00');
      await testbed.lender.controls.refund(uuid, 800_000);
      await takeBack();
      assert.equal(await statusOf(testbed, page), 'refunded');
      assert.deepEqual(await rowsOf(), [
        ['charge', '8400.00'],
        ['refund', '-400.00'],
        ['refund', '-8000.00'],
      ]);
    });
  });

  describe('in rows that have the id of their charge', () => {
    let page: ShopPage;
    let uuid: string;
    beforeEach(async () => {
      ({ page, uuid } = await settledPage());
      nameChargesOfRefunds(testbed.lender);
    });

    it('twice in the same amount counts twice', async () => {
      await testbed.lender.controls.refund(uuid, 10_000);
      testbed.bff.tick(hourMs);
      await testbed.lender.controls.refund(uuid, 10_000);
      await letDaysPass(3);
      assert.deepEqual(await refundedOf(page), ['200.00']);
    });

    it('counts beside an equal one of another charge', async () => {
      const other = await laterSettled(page);
      for (const each of [uuid, other]) await testbed.lender.controls.refund(each, 40_000);
      await letDaysPass(3);
      assert.deepEqual(await refundedOf(page), ['400.00', '400.00']);
    });

    it('counts beside another charge that is refunded, of which as much was left', async () => {
      const other = await laterSettled(page);
      testbed.lender.controls.moveTransaction(other, 'Reversed');
      await testbed.lender.controls.refund(other);
      await letDaysPass(1);
      await testbed.lender.controls.refund(uuid, 50_000);
      await letDaysPass(2);
      assert.deepEqual(await refundedOf(page), ['500.00', '500.00']);
    });

    it('counts beside an equal one that was asked for here and has failed', async () => {
      const of = await ofFirst(page);
      await server().refund(of, { amount: '400.00' });
      await testbed.lender.controls.moveRefund('Failed');
      assert.equal((await server().refunds(of))[0]?.status, 'failed');
      await letDaysPass(1);
      await testbed.lender.controls.refund(uuid, 40_000);
      await letDaysPass(3);
      const statuses = (await server().refunds(of)).map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), ['failed', 'settled']);
      assert.deepEqual(await refundedOf(page), ['400.00']);
    });
  });

  it('is one that had failed, where the row has its id', async () => {
    const { page } = await settledPage();
    const of = await ofFirst(page);
    await server().refund(of, { amount: '400.00' });
    await testbed.lender.controls.moveRefund('Failed');
    assert.equal((await server().refunds(of))[0]?.status, 'failed');
    await testbed.lender.controls.moveRefund('Transferred');
    await letDaysPass(2);
    const statuses = (await server().refunds(of)).map(({ status }) => status);
    assert.deepEqual(statuses, ['settled']);
    assert.deepEqual(await refundedOf(page), ['400.00']);
  });

  it('counts beside another one that has the same identifier', async () => {
    const { page, uuid } = await settledPage();
    const named = { payment_identifier: 'ORDER-1001' };
    for (const list of ['transactions', 'activity'] as const) {
      changeRows(testbed.lender.troubles, list, named);
    }
    await testbed.lender.controls.refund(uuid, 40_000);
    await letDaysPass(8);
    await testbed.lender.controls.refund(uuid, 30_000);
    await letDaysPass(2);
    assert.deepEqual(await refundedOf(page), ['700.00']);
  });

  it('is no earlier one of another charge that the lender has refused, and is said in the log', async () => {
    const { page } = await settledPage();
    const other = await laterSettled(page);
    const noOffset = { request_datetime: '2026-03-02T10:00:00' };
    changeRows(testbed.lender.troubles, 'transactions', noOffset);
    testbed.lender.troubles.next('refund', detail(400, 'Not today.'));
    const answer = await server().askRefund(await ofFirst(page), { amount: '400.00' });
    assert.equal(answer.status, 409);
    await letDaysPass(10);
    await testbed.lender.controls.refund(other, 40_000);
    await letDaysPass(2);
    assert.deepEqual(await refundedOf(page), ['0.00', '0.00']);
    assert.ok(warnings() > 0);
  });

  it('is added where the activity alone says that it was transferred', async () => {
    const { page, uuid } = await settledPage();
    testbed.lender.troubles.rewrite('transactions', (rows) =>
      (rows as { status: string }[]).map((row) => ({
        ...row,
        status: row.status === 'Transferred' ? 'Successful' : row.status,
      })),
    );
    await testbed.lender.controls.refund(uuid, 40_000);
    await letDaysPass(2);
    assert.deepEqual(await refundedOf(page), ['400.00']);
  });
});
