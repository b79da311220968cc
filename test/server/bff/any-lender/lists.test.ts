import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  addRow,
  type ChargeListName,
  type Fault,
  spoilRow,
} from '../../../helpers/bare-lender/list-faults.ts';
import { notFound } from '../../../helpers/bare-lender/rest-framework.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';
import { as, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { markChargeUnknown, passLimit, passQuarterHour } from './lost-charges.ts';

const lists: readonly ChargeListName[] = ['pending', 'transactions', 'activity'];

describe('the lists of a lender', () => {
  let testbed: BareTestbed;
  let page: ShopPage;

  const start = async (options: Parameters<typeof startBareTestbed>[0] = {}) => {
    testbed = await startBareTestbed({ settings: { saysLoanNumber: true }, ...options });
    page = await acceptedAtBareLender(testbed);
  };
  beforeEach(() => start());
  afterEach(() => testbed.close());

  const charged = () => testbed.lender.books.charges;
  const outcomeLater = async () => {
    const step = await passQuarterHour(testbed, page);
    return step.screen === 'charge_outcome' ? step.outcome : step.screen;
  };
  const oddities = () =>
    testbed.bff.context.metrics.registry.getSingleMetricAsString('bff_lender_oddities_total');

  it('may have a bad row, which is left out and counted', async () => {
    const { payment_request_uuid: uuid } = as(stepOf(await page.charge()), 'charge_pending');
    for (const list of lists) addRow(testbed.lender.troubles, list, null);
    await testbed.lender.controls.approve(uuid ?? '');
    assert.equal(as(await page.step(), 'charge_outcome').outcome, 'approved');
    assert.match(await oddities(), /kind="bad_row"/);
  });

  for (const fault of ['whole', 'amount', 'loan', 'kind', 'id'] as const satisfies Fault[]) {
    it(`never show a lost charge absent whose row is bad: ${fault}`, async () => {
      await markChargeUnknown(testbed, page, 'answer');
      const uuid = charged()[0]?.uuid ?? '';
      for (const list of lists) spoilRow(testbed.lender.troubles, list, uuid, fault);
      assert.notEqual((await passLimit(testbed, page)).screen, 'accepted');
      assert.equal(await outcomeLater(), 'unresolved');
      assert.notEqual((await page.charge()).status, 201);
      assert.equal(charged().length, 1);
    });
  }

  for (const list of lists) {
    it(`never show a lost charge absent while ${list} has a row that cannot be read`, async () => {
      addRow(testbed.lender.troubles, list, null);
      await markChargeUnknown(testbed, page, 'request');
      assert.equal(await outcomeLater(), 'unresolved');
      testbed.lender.troubles.heal();
      assert.equal((await page.step()).screen, 'accepted');
    });
  }

  for (const list of lists) {
    it(`never show a lost charge absent while ${list} is refused`, async () => {
      testbed.lender.troubles.always(list, notFound);
      await markChargeUnknown(testbed, page, 'request');
      assert.equal(await outcomeLater(), 'unresolved');
      testbed.lender.troubles.heal();
      assert.equal((await page.step()).screen, 'accepted');
    });
  }

  it('keep no first charge from going out where a day of them is too long for an answer', async () => {
    const tooLong = () => ['x'.repeat(1_048_576)];
    for (const list of ['pending', 'transactions'] as const) {
      testbed.lender.troubles.rewrite(list, tooLong);
    }
    as(stepOf(await page.charge()), 'charge_pending');
    assert.match(await oddities(), /kind="long_list"/);
  });

  it('show it absent beside rows of other loans, kinds and amounts', async () => {
    const other = await acceptedAtBareLender(testbed, { amount: '8400.00' });
    as(stepOf(await other.charge()), 'charge_pending');
    await markChargeUnknown(testbed, page, 'request');
    const [row] = charged();
    const own = testbed.lender.controls.loan(page.checkoutId);
    const add = (parts: Partial<Parameters<typeof testbed.lender.books.addCharge>[0]>) =>
      testbed.lender.books.addCharge({ ...(row ?? assert.fail()), loan: own, ...parts });
    add({ kind: 111 });
    add({ cents: 100_000 });
    assert.equal((await passLimit(testbed, page)).screen, 'accepted');
  });

  it('are read by page numbers at our own address, whatever `next` says', async () => {
    testbed.lender.settings.nextPage = 'elsewhere';
    testbed.lender.settings.maxPageSize = 2;
    await markChargeUnknown(testbed, page, 'answer');
    const [row] = charged();
    testbed.lender.controls.moveTransaction(row?.uuid ?? '', 'Successful');
    for (let more = 0; more < 5; more += 1) {
      testbed.lender.books.addCharge({ ...(row ?? assert.fail()), kind: 111 });
    }
    testbed.lender.troubles.rewrite('transactions', () => []);
    testbed.lender.troubles.rewrite('pending', () => []);
    assert.equal((await page.step()).screen, 'charge_outcome');
    const pages = testbed.lender.heard
      .filter(({ operation }) => operation === 'activity')
      .map(({ query }) => query.get('page'));
    assert.ok(pages.includes('3'), String(pages));
    assert.deepEqual(testbed.lender.followed, []);
  });

  it('are whole only when their last page was read', async () => {
    testbed.lender.settings.maxPageSize = 2;
    const own = testbed.lender.controls.loan(page.checkoutId);
    await markChargeUnknown(testbed, page, 'request');
    const parts = { merchantCents: 0, platformCents: 0, sponsorCents: 0, callbackUrl: '' };
    for (let more = 0; more < 5; more += 1) {
      const kind = { loan: own, kind: 111, cents: 100, requestedBy: 'hillside-rep-1' };
      testbed.lender.books.addCharge({ ...parts, ...kind });
    }
    testbed.lender.troubles.rewrite('activity', (body) => {
      const list = body as { next: unknown; results: unknown[] };
      return list.next === null ? { ...list, results: [null] } : list;
    });
    assert.equal(await outcomeLater(), 'unresolved');
    testbed.lender.troubles.heal();
    assert.equal((await page.step()).screen, 'accepted');
  });

  it('are asked for with a day’s margin on the dates', async () => {
    await markChargeUnknown(testbed, page, 'request');
    await passLimit(testbed, page);
    for (const list of lists) {
      const { query } = testbed.lender.heard.findLast(({ operation }) => operation === list) ?? {};
      const day = (name: string) => Date.parse(query?.get(name) ?? '');
      const startOfDay = Date.UTC(2026, 2, 2);
      const [begin, end] = [day('begin_date'), day('end_date')];
      assert.ok(begin <= startOfDay - dayMs + 12 * hourMs, list);
      assert.ok(end >= startOfDay + dayMs - 12 * hourMs, list);
    }
  });

  for (const [what, hours] of [
    ['ahead', 20],
    ['behind', -20],
  ] as const) {
    it(`have a lost charge although the lender’s clock is 20 hours ${what}`, async () => {
      await testbed.close();
      await start({ lenderAheadMs: hours * hourMs });
      await markChargeUnknown(testbed, page, 'answer');
      assert.equal((await page.step()).screen, 'charge_pending');
      assert.equal(charged().length, 1);
    });
  }
});
