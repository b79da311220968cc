import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { bankMissing } from '../../../helpers/bare-lender/funding.ts';
import { addRow, renameStatus, spoilRow } from '../../../helpers/bare-lender/list-faults.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import {
  hearAgain,
  markChargeUnknown,
  passHours,
  passLimit,
  passQuarterHour,
  viewOf,
} from './lost-charges.ts';

const lists = ['pending', 'transactions', 'activity'] as const;

describe('a charge whose answer was lost at a lender that names its loans by number', () => {
  let testbed: BareTestbed;
  let page: ShopPage;
  const order_id = randomUUID();

  beforeEach(async () => {
    testbed = await startBareTestbed({ settings: { saysLoanNumber: true } });
    page = await acceptedAtBareLender(testbed, { order_id });
  });
  afterEach(() => testbed.close());

  const lost = (what: 'answer' | 'request') => markChargeUnknown(testbed, page, what);
  const breakList = (list: (typeof lists)[number]) =>
    testbed.lender.troubles.always(list, unwell.serverError);
  const charged = () => testbed.lender.books.charges.length;
  const lostUuid = () => testbed.lender.books.charges[0]?.uuid ?? '';
  const unresolved = async () => {
    await lost('request');
    addRow(testbed.lender.troubles, 'activity', null);
    return as(await passQuarterHour(testbed, page), 'charge_outcome');
  };

  it('is found by loan, kind and amount', async () => {
    await lost('answer');
    const step = as(await page.step(), 'charge_pending');
    assert.equal(step.payment_request_uuid, lostUuid().toLowerCase());
    assert.equal(as(stepOf(await page.charge()), 'charge_pending').charge_id, step.charge_id);
    assert.equal(charged(), 1);
  });

  it('is found among those that were approved meanwhile', async () => {
    await lost('answer');
    await testbed.lender.controls.approve(lostUuid());
    assert.equal(as(await page.step(), 'charge_outcome').outcome, 'approved');
  });

  it('is not asked for twice by a merchant’s server that repeats its key', async () => {
    const server = new MerchantServer(testbed.bff);
    const parts = { transaction_description: 111, amount: '500.00' };
    testbed.lender.troubles.next('charge', 'cut_after');
    const first = await server.charge(page.checkoutId, parts, 'key-1');
    const second = await server.charge(page.checkoutId, parts, 'key-1');
    assert.equal(second.charge_id, first.charge_id);
    assert.equal(second.status, 'pending');
    assert.equal(charged(), 1);
  });

  it('is what a charge is whose answer has the id of another one', async () => {
    const payment_request_uuid = as(
      stepOf(await page.charge()),
      'charge_pending',
    ).payment_request_uuid;
    const server = new MerchantServer(testbed.bff);
    const parts = { transaction_description: 111, amount: '500.00' };
    testbed.lender.troubles.next('charge', { status: 201, body: { payment_request_uuid } });
    const other = await server.charge(page.checkoutId, parts, 'key-1');
    assert.deepEqual([other.status, other.payment_request_uuid], ['working', null]);
    assert.ok(testbed.bff.logged.some((line) => line.includes('charge_not_answered')));
    await passLimit(testbed, page);
    const made = await server.charges(page.checkoutId);
    assert.deepEqual(
      made.map(({ amount }) => amount),
      ['8400.00'],
    );
  });

  it('is void once every list was read to its end after the time limit, and not before', async () => {
    await lost('request');
    assert.equal((await page.step()).screen, 'working');
    assert.equal(stepOf(await page.charge()).screen, 'working');
    assert.equal((await passLimit(testbed, page)).screen, 'accepted');
    for (const list of lists) {
      assert.ok(
        testbed.lender.heard.some(({ operation }) => operation === list),
        list,
      );
    }
    as(stepOf(await page.charge()), 'charge_pending');
    assert.equal(charged(), 1);
  });

  for (const list of lists) {
    it(`is not void while the list of ${list} cannot be read`, async () => {
      await lost('request');
      breakList(list);
      assert.notEqual((await passLimit(testbed, page)).screen, 'accepted');
      const step = as(await passQuarterHour(testbed, page), 'charge_outcome');
      assert.deepEqual([step.outcome, step.may_charge_again], ['unresolved', false]);
    });
  }

  describe('that is unresolved', () => {
    it('is shown as what it is, and told to the merchant’s server', async () => {
      const step = await unresolved();
      assert.deepEqual(
        [step.outcome, step.payment_request_uuid, step.amount, step.may_charge_again],
        ['unresolved', null, '8400.00', false],
      );
      const view = await viewOf(testbed, page);
      assert.deepEqual([view?.charge_id, view?.status], [step.charge_id, 'unresolved']);
      assert.deepEqual([view?.payment_request_uuid, view?.expires_at], [null, null]);
    });

    it('blocks another charge of the order, whoever asks for it', async () => {
      await unresolved();
      const server = new MerchantServer(testbed.bff);
      assert.notEqual((await page.charge()).status, 201);
      assert.equal(codeOf(await server.ask(page.checkoutId)), 'charge_blocked');
      const other = await acceptedAtBareLender(testbed, { order_id });
      assert.equal(codeOf(await other.charge()), 'charge_blocked');
      assert.equal(charged(), 0);
    });

    it('is settled when the lists show that it is not there', async () => {
      await unresolved();
      testbed.lender.troubles.heal();
      assert.equal((await page.step()).screen, 'accepted');
      as(stepOf(await page.charge()), 'charge_pending');
      assert.equal(charged(), 1);
    });

    it('is settled when the lists have it, although nobody looks', async () => {
      await lost('answer');
      for (const list of lists) spoilRow(testbed.lender.troubles, list, lostUuid(), 'amount');
      as(await passQuarterHour(testbed, page), 'charge_outcome');
      testbed.lender.troubles.heal();
      assert.equal((await passHours(testbed, page, 2)).screen, 'charge_pending');
      assert.equal((await viewOf(testbed, page))?.status, 'pending');
      assert.equal(charged(), 1);
    });
  });

  for (const where of ['', ' and whose loan lists the completed ones alone']) {
    describe(`that was given up${where}`, () => {
      beforeEach(async () => {
        const listed = (body: unknown) => ({ ...Object(body), transactions: [] });
        if (where !== '') testbed.lender.troubles.rewrite('loan', listed);
        await lost('request');
        assert.equal((await passLimit(testbed, page)).screen, 'accepted');
      });

      for (const hours of [20, 46]) {
        it(`is looked for for 48 hours more, although nobody looks: heard after ${hours}`, async () => {
          await passHours(testbed, page, hours);
          await hearAgain(testbed);
          assert.equal((await passHours(testbed, page, 1)).screen, 'charge_pending');
          assert.notEqual((await page.charge()).status, 201);
          assert.equal(charged(), 1);
        });
      }

      it('is told to a person, once, when it is heard beside the one that was asked for after it', async () => {
        as(stepOf(await page.charge()), 'charge_pending');
        await hearAgain(testbed);
        await passHours(testbed, page, 3);
        assert.equal(charged(), 2);
        const told = testbed.bff.logged.filter((line) => line.includes('charge_not_explained'));
        assert.equal(told.length, 1);
      });

      it('blocks another one where its row does not say how it stands', async () => {
        const { uuid } = await hearAgain(testbed);
        await testbed.lender.controls.approve(uuid);
        renameStatus(testbed.lender.troubles, 'transactions', 'Processing');
        renameStatus(testbed.lender.troubles, 'activity', 'Processing');
        assert.notEqual((await page.charge()).status, 201);
        assert.equal(as(await page.step(), 'charge_outcome').outcome, 'unresolved');
        assert.equal(charged(), 1);
      });

      for (const [answer, trouble] of [
        ['503', unwell.unavailable],
        ['400', bankMissing],
      ] as const) {
        it(`is looked for although a second press was refused with ${answer}`, async () => {
          await passHours(testbed, page, 30);
          testbed.lender.troubles.next('charge', trouble);
          assert.notEqual((await page.charge()).status, 201);
          await hearAgain(testbed);
          assert.equal((await passHours(testbed, page, 12)).screen, 'charge_pending');
          assert.equal(charged(), 1);
        });
      }

      it('is found before another one is asked for', async () => {
        await hearAgain(testbed);
        assert.notEqual((await page.charge()).status, 201);
        assert.equal(charged(), 1);
        assert.equal((await page.step()).screen, 'charge_pending');
      });
    });
  }

  it('is never called unresolved where its loan lists all of its own, but not when', async () => {
    const heard: object[] = [];
    testbed.lender.troubles.rewrite('loan', (body) => ({
      ...Object(body),
      transactions: [],
      pending_payment_requests: heard,
    }));
    await lost('request');
    assert.equal((await passLimit(testbed, page)).screen, 'accepted');
    const { uuid: payment_request_uuid } = await hearAgain(testbed);
    const consumer_charge_amount = '8400.00';
    heard.push({ payment_request_uuid, transaction_description: 109, consumer_charge_amount });
    assert.notEqual((await page.charge()).status, 201);
    const { timeline } = await new MerchantServer(testbed.bff).view(page.checkoutId);
    assert.equal(timeline.at(-1)?.type, 'charge.pending');
    assert.ok(!timeline.some(({ type }) => type === 'charge.unresolved'));
  });
});

describe('a charge whose answer was lost at a lender that does not name its loans', () => {
  let testbed: BareTestbed;

  beforeEach(async () => {
    testbed = await startBareTestbed();
  });
  afterEach(() => testbed.close());

  const accepted = () => acceptedAtBareLender(testbed);
  const charged = () => testbed.lender.books.charges.length;

  it('is never asked for twice', async () => {
    const page = await accepted();
    await markChargeUnknown(testbed, page, 'answer');
    const after = await passQuarterHour(testbed, page);
    const outcome = after.screen === 'charge_outcome' ? after.outcome : after.screen;
    assert.ok(['unresolved', 'charge_pending'].includes(outcome), outcome);
    assert.notEqual((await page.charge()).status, 201);
    await passHours(testbed, page, 50);
    assert.notEqual((await page.charge()).status, 201);
    assert.equal(charged(), 1);
  });

  it('is found by our own application id, although the lender writes it in capitals', async () => {
    const page = await accepted();
    const external_application_id = page.checkoutId.toUpperCase();
    const named = (row: object) => ({ ...row, external_application_id });
    for (const list of lists) {
      testbed.lender.troubles.rewrite(list, (body) => {
        if (Array.isArray(body)) return body.map(named);
        const envelope = body as { results: object[] };
        return { ...envelope, results: envelope.results.map(named) };
      });
    }
    await markChargeUnknown(testbed, page, 'answer');
    assert.equal((await passQuarterHour(testbed, page)).screen, 'charge_pending');
    assert.notEqual((await page.charge()).status, 201);
    assert.equal(charged(), 1);
  });

  it('is void where the lists have no row that could be it', async () => {
    const [page, other] = [await accepted(), await accepted()];
    as(stepOf(await other.charge()), 'charge_pending');
    await markChargeUnknown(testbed, page, 'request');
    assert.equal((await passLimit(testbed, page)).screen, 'accepted');
    as(stepOf(await page.charge()), 'charge_pending');
    assert.equal(charged(), 2);
  });

  it('blocks another one when its call is heard after it was given up', async () => {
    const page = await accepted();
    await markChargeUnknown(testbed, page, 'request');
    assert.equal((await passLimit(testbed, page)).screen, 'accepted');
    await hearAgain(testbed);
    assert.notEqual((await page.charge()).status, 201);
    await passHours(testbed, page, 12);
    assert.notEqual((await page.charge()).status, 201);
    assert.equal(charged(), 1);
  });

  it('is not void while its row may be that of another one that was lost', async () => {
    const [page, other] = [await accepted(), await accepted()];
    await markChargeUnknown(testbed, page, 'answer');
    await markChargeUnknown(testbed, other, 'request');
    await passQuarterHour(testbed, page);
    await passQuarterHour(testbed, other);
    for (const each of [page, other]) assert.notEqual((await each.charge()).status, 201);
    assert.equal(charged(), 1);
  });
});
