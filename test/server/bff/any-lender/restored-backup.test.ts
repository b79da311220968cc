import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import { loadCharges } from '../../../../server/bff/store/charges.ts';
import { loadRefunds } from '../../../../server/bff/store/refunds.ts';
import type { HeardCall } from '../../../helpers/bare-lender/api.ts';
import { notReachable } from '../../../helpers/bare-lender/funding.ts';
import {
  addRow,
  type ChargeListName,
  changeRows,
  hideRefunds,
  nameRow,
  renameStatus,
  spoilEveryRow,
} from '../../../helpers/bare-lender/list-faults.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import { acceptedAtBareLender, comeBack, startBareTestbed } from '../../../helpers/bare-testbed.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { blockerOf, MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { backUp } from '../flows/back-up.ts';
import { chargedAtBareLender } from './charged-at-bare-lender.ts';

describe('what is repeated after a restore, at a lender that keeps no keys', () => {
  const start = async (t: TestContext, saysLoanNumber = true) => {
    const testbed = await startBareTestbed({ settings: { saysLoanNumber } });
    t.after(() => testbed.close());
    const { query } = testbed.bff.database;
    return { testbed, server: new MerchantServer(testbed.bff), query, ...testbed.lender };
  };
  const part = { amount: '400.00' };

  it('comes to the refund that the activity names', async (t) => {
    const { testbed, server, query, books, troubles } = await start(t);
    const { of } = await chargedAtBareLender(testbed, server);
    const restore = await backUp(testbed.bff);
    const first = await server.refund(of, part, 'returned');
    const [own] = await loadRefunds(query, of.id);
    nameRow(troubles, 'activity', books.refunds[0]?.uuid ?? '', own?.paymentIdentifier);
    await restore();
    const again = await server.refund(of, part, 'returned');
    assert.deepEqual([again.refund_id, again.status], [first.refund_id, 'pending']);
    assert.deepEqual(await server.refunds(of), [again]);
    assert.equal(books.refunds.length, 1);
  });

  it('comes to the later charge that the activity names', async (t) => {
    const { testbed, server, query, books, troubles } = await start(t);
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    const later = { transaction_description: 111, ...part };
    const restore = await backUp(testbed.bff);
    const first = await server.charge(id, later, 'work');
    const [own] = await loadCharges(query, id);
    changeRows(troubles, 'activity', { payment_identifier: own?.paymentIdentifier });
    await restore();
    const again = await server.charge(id, later, 'work');
    assert.deepEqual([again.charge_id, again.status], [first.charge_id, 'pending']);
    assert.equal(books.charges.length, 1);
  });

  for (const fault of ['kind', 'loan'] as const) {
    it(`is no second initial charge where waiting requests are listed without ${fault}`, async (t) => {
      const { testbed, server, books, troubles } = await start(t);
      const { checkoutId: id } = await acceptedAtBareLender(testbed);
      const restore = await backUp(testbed.bff);
      const body = { transaction_description: 109, ...part };
      await server.charge(id, body, 'first');
      await restore();
      spoilEveryRow(troubles, 'pending', fault);
      const again = await server.ask(id, body, 'another key');
      assert.equal(blockerOf(again, 'charge_blocked'), 'unexplained_charge');
      assert.equal(books.charges.length, 1);
    });
  }

  for (const transaction_description of [109, 111]) {
    it(`goes on waiting where its row says the day alone: ${transaction_description}`, async (t) => {
      const { testbed, server, query, books, troubles } = await start(t);
      const { checkoutId: id } = await acceptedAtBareLender(testbed);
      await testbed.bff.pass(dayMs, 10);
      const restore = await backUp(testbed.bff);
      const body = { transaction_description, ...part };
      const first = await server.charge(id, body, 'work');
      const [own] = await loadCharges(query, id);
      const payment_identifier = own?.paymentIdentifier;
      changeRows(troubles, 'activity', { payment_identifier, request_date: '2026-03-12' });
      await restore();
      const again = await server.charge(id, body, 'work');
      assert.deepEqual([again.charge_id, again.status], [first.charge_id, 'pending']);
      assert.ok(Date.parse(again.expires_at ?? '') > testbed.bff.now(), String(again.expires_at));
      assert.equal(books.charges.length, 1);
      await testbed.bff.pass(dayMs, 6);
      assert.equal((await server.charges(id)).at(-1)?.status, 'expired');
    });
  }

  it('goes on where its row says the day alone and is not listed for a time: a refund', async (t) => {
    const { testbed, server, query, books, troubles } = await start(t);
    const { of } = await chargedAtBareLender(testbed, server);
    await testbed.bff.pass(dayMs, 15);
    const restore = await backUp(testbed.bff);
    const first = await server.refund(of, part, 'returned');
    const [own] = await loadRefunds(query, of.id);
    nameRow(troubles, 'activity', books.refunds[0]?.uuid ?? '', own?.paymentIdentifier);
    changeRows(troubles, 'activity', { request_date: '2026-03-17' });
    await restore();
    const again = await server.refund(of, part, 'returned');
    assert.deepEqual([again.refund_id, again.status], [first.refund_id, 'pending']);
    hideRefunds(troubles);
    assert.equal((await server.refunds(of))[0]?.status, 'pending');
  });

  for (const body of [part, {}]) {
    const what = 'amount' in body ? 'some' : 'all';
    it(`is no second one beside what was added while it was searched for: ${what} of a charge`, async (t) => {
      const { testbed, server, query, books, troubles, controls } = await start(t);
      await scheduleFollowing(testbed.bff.context);
      const { of } = await chargedAtBareLender(testbed, server);
      const restore = await backUp(testbed.bff);
      await server.refund(of, body, 'returned');
      const [own] = await loadRefunds(query, of.id);
      nameRow(troubles, 'activity', books.refunds[0]?.uuid ?? '', own?.paymentIdentifier);
      await controls.moveRefund('Transferred');
      await restore();
      troubles.next('activity', 'hold');
      const again = server.askRefund(of, body, 'returned');
      await troubles.held(1);
      await testbed.bff.pass(dayMs);
      const added = await server.refunds(of);
      assert.deepEqual(
        added.map(({ status }) => status),
        ['settled'],
      );
      troubles.release();
      assert.equal(codeOf(await again), 'lender_unavailable');
      assert.deepEqual(await server.refund(of, body, 'returned'), added[0]);
      assert.deepEqual(await server.refunds(of), added);
      assert.equal(books.refunds.length, 1);
    });
  }

  it('is refused where no row names the refund, and nothing is left beside it', async (t) => {
    const { testbed, server, books } = await start(t);
    const { of } = await chargedAtBareLender(testbed, server);
    const restore = await backUp(testbed.bff);
    await server.refund(of, {}, 'returned');
    await restore();
    const again = await server.askRefund(of, {}, 'returned');
    assert.equal(blockerOf(again, 'refund_blocked'), 'nothing_refundable');
    assert.equal(books.refunds.length, 1);
  });

  describe('after the lender had refused it first', () => {
    type Started = Awaited<ReturnType<typeof start>>;
    const allLists = ['activity', 'transactions', 'pending'] as const;
    /** These lists name the only charge as it was asked for. */
    const nameCharge = async (
      { query, troubles }: Started,
      id: string,
      lists: readonly ChargeListName[] = allLists,
    ) => {
      const [own] = await loadCharges(query, id);
      for (const list of lists) {
        changeRows(troubles, list, { payment_identifier: own?.paymentIdentifier });
      }
    };

    const refusedPage = async ({ testbed, troubles }: Started) => {
      const page = await acceptedAtBareLender(testbed);
      troubles.next('charge', notReachable);
      assert.equal((await page.charge()).status, 409);
      return page;
    };
    /** Its charge is made after a backup. */
    const chargedAfterBackup = async (started: Started, page: ShopPage) => {
      const restore = await backUp(started.testbed.bff);
      as(stepOf(await page.charge()), 'charge_pending');
      await nameCharge(started, page.checkoutId);
      return restore;
    };

    for (const [transaction_description, refused] of [
      [109, 'work'],
      [109, 'another key'],
      [111, 'work'],
    ] as const) {
      for (const isApproved of [false, true]) {
        const state = isApproved ? 'approved' : 'pending';
        it(`comes to the charge ${transaction_description}, ${state}, refused under ${refused}`, async (t) => {
          const started = await start(t);
          const { testbed, server, books, controls, troubles } = started;
          const { checkoutId: id } = await acceptedAtBareLender(testbed);
          const body = { transaction_description, ...part };
          troubles.next('charge', notReachable);
          assert.equal((await server.ask(id, body, refused)).status, 409);
          const restore = await backUp(testbed.bff);
          const first = await server.charge(id, body, 'work');
          await nameCharge(started, id, ['activity', 'transactions']);
          if (isApproved) await controls.approve(books.charges[0]?.uuid ?? '');
          await restore();
          const again = await server.charge(id, body, 'work');
          assert.deepEqual([again.charge_id, again.status], [first.charge_id, state]);
          assert.deepEqual(await server.charge(id, body, 'work'), again);
          assert.equal(books.charges.length, 1);
        });
      }
    }

    for (const saysLoanNumber of [true, false]) {
      const which = saysLoanNumber ? 'with' : 'without';
      it(`comes to the charge of the page, of a loan ${which} a number`, async (t) => {
        const started = await start(t, saysLoanNumber);
        const { testbed, server, books, controls } = started;
        const page = await refusedPage(started);
        const restore = await chargedAfterBackup(started, page);
        await controls.approve(books.charges[0]?.uuid ?? '');
        await restore();
        assert.equal(as(stepOf(await page.charge()), 'charge_outcome').outcome, 'approved');
        assert.equal(books.charges.length, 1);
        assert.equal((await server.charges(page.checkoutId)).length, 1);
        assert.ok(!testbed.bff.logged.some((line) => line.includes('charge_not_explained')));
      });
    }

    it('goes on waiting for the page where its row says the day alone', async (t) => {
      const started = await start(t);
      const { testbed, books, troubles } = started;
      const page = await refusedPage(started);
      await testbed.bff.pass(dayMs, 10);
      await comeBack(page);
      const restore = await chargedAfterBackup(started, page);
      for (const list of allLists) {
        changeRows(troubles, list, { request_date: '2026-03-12', request_datetime: '' });
      }
      await restore();
      as(stepOf(await page.charge()), 'charge_pending');
      as(await page.step(), 'charge_pending');
      assert.equal(books.charges.length, 1);
    });

    it('is blocked where the row of the charge does not say how it stands', async (t) => {
      const started = await start(t);
      const { books, controls, troubles } = started;
      const page = await refusedPage(started);
      const restore = await chargedAfterBackup(started, page);
      await controls.approve(books.charges[0]?.uuid ?? '');
      for (const list of ['activity', 'transactions'] as const) {
        renameStatus(troubles, list, 'Processing');
      }
      await restore();
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(books.charges.length, 1);
    });

    it('is asked for where the lender lists what it had refused as over', async (t) => {
      const { testbed, server, query, books, troubles } = await start(t);
      const { checkoutId: id } = await acceptedAtBareLender(testbed);
      const body = { transaction_description: 109, ...part };
      troubles.next('charge', notReachable);
      assert.equal((await server.ask(id, body, 'work')).status, 409);
      const [own] = await loadCharges(query, id);
      addRow(troubles, 'activity', {
        payment_identifier: own?.paymentIdentifier,
        payment_request_uuid: '6fa459ea-ee8a-11d2-90d4-00c04fd430c8',
        payment_request_status: 'Canceled',
      });
      assert.equal((await server.charge(id, body, 'work')).status, 'pending');
      assert.equal(books.charges.length, 1);
    });

    for (const refused of ['returned', 'another key']) {
      it(`comes to the refund, refused under ${refused}`, async (t) => {
        const { testbed, server, query, books, troubles } = await start(t);
        const { of } = await chargedAtBareLender(testbed, server);
        troubles.next('refund', unwell.unavailable);
        assert.equal((await server.askRefund(of, part, refused)).status, 503);
        const restore = await backUp(testbed.bff);
        const first = await server.refund(of, part, 'returned');
        const [own] = await loadRefunds(query, of.id);
        nameRow(troubles, 'activity', books.refunds[0]?.uuid ?? '', own?.paymentIdentifier);
        await restore();
        const again = await server.refund(of, part, 'returned');
        assert.deepEqual([again.refund_id, again.status], [first.refund_id, 'pending']);
        assert.deepEqual(await server.refund(of, part, 'returned'), again);
        assert.deepEqual(await server.refunds(of), [again]);
        assert.equal(books.refunds.length, 1);
      });
    }
  });

  /** What the lender is asked before this call. */
  const askedBefore = async (
    heard: readonly HeardCall[],
    call: 'charge' | 'refund',
    make: () => Promise<unknown>,
  ) => {
    const from = heard.length;
    await make();
    const operations = heard.slice(from).map(({ operation }) => operation);
    return operations.slice(0, operations.indexOf(call));
  };
  const lists = ['pending', 'transactions', 'activity'];

  it('is searched for in the lists that a first charge is asked for by', async (t) => {
    const { testbed, server, heard } = await start(t);
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    const asked = await askedBefore(heard, 'charge', () => server.charge(id, part));
    assert.deepEqual(asked, ['loan', ...lists]);
  });

  it('is not searched for of a loan without a number, in all that the merchant has', async (t) => {
    const { testbed, server, heard, troubles } = await start(t, false);
    for (const list of ['pending', 'transactions', 'activity'] as const) {
      spoilEveryRow(troubles, list, 'loan');
    }
    const { of } = await chargedAtBareLender(testbed, server);
    const counted = await askedBefore(heard, 'refund', () => server.refund(of, part));
    assert.deepEqual(counted, lists);
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    const later = { transaction_description: 111, ...part };
    const asked = await askedBefore(heard, 'charge', () => server.charge(id, later));
    assert.deepEqual(asked, ['loan']);
  });
});
