import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { TransactionStatus } from '../../../helpers/bare-lender/books.ts';
import { addRow, changeRows, renameStatus } from '../../../helpers/bare-lender/list-faults.ts';
import { forbidden, notFound } from '../../../helpers/bare-lender/rest-framework.ts';
import { pendingRow } from '../../../helpers/bare-lender/rows.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  comeBack,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';

/** What a lender knows of a loan is found by its number, where it says that. */
for (const saysLoanNumber of [false, true]) {
  const which = saysLoanNumber ? 'names its loans by number' : 'does not name its loans';

  describe(`a charge at a lender that ${which} ends`, () => {
    let testbed: BareTestbed;
    let page: ShopPage;
    let uuid: string;

    beforeEach(async () => {
      testbed = await startBareTestbed({ settings: { saysLoanNumber } });
      page = await acceptedAtBareLender(testbed);
      uuid = as(stepOf(await page.charge()), 'charge_pending').payment_request_uuid ?? '';
    });
    afterEach(() => testbed.close());

    const outcome = async () => {
      const step = as(await page.step(), 'charge_outcome');
      return [step.outcome, step.may_charge_again];
    };
    const move = (to: TransactionStatus) => testbed.lender.controls.moveTransaction(uuid, to);
    const statusForMerchant = async () =>
      (await new MerchantServer(testbed.bff).charges(page.checkoutId))[0]?.status;
    const charged = () => testbed.lender.books.charges.length;
    const dropped = () => {
      testbed.lender.troubles.rewrite('pending', () => []);
      testbed.lender.troubles.rewrite('activity', () => ({ count: 0, results: [] }));
    };
    const later = async (milliseconds: number) => {
      await testbed.bff.pass(milliseconds);
      return statusForMerchant();
    };

    it('approved, and settled, by the documented lists', async () => {
      await testbed.lender.controls.approve(uuid);
      assert.deepEqual(await outcome(), ['approved', false]);
      assert.equal(await statusForMerchant(), 'approved');
      for (const to of ['Submitted', 'Successful'] as const) {
        move(to);
        assert.deepEqual(await outcome(), ['approved', false]);
      }
      move('Transferred');
      assert.deepEqual(await outcome(), ['approved', false]);
      assert.equal(await statusForMerchant(), 'settled');
    });

    for (const [list, answer] of [
      ['pending', notFound],
      ['activity', forbidden],
      ['pending', unwell.serverError],
      ['activity', unwell.serverError],
      ['pending', unwell.unavailable],
      ['activity', unwell.unavailable],
      ['pending', { status: 200, body: '<h1>Maintenance</h1>' }],
    ] as const) {
      it(`approved, although the lender answers ${list} with ${answer.status}`, async () => {
        testbed.lender.troubles.always(list, answer);
        await testbed.lender.controls.approve(uuid);
        assert.deepEqual(await outcome(), ['approved', false]);
        assert.equal(await statusForMerchant(), 'approved');
      });
    }

    it('approved, although the loan is said to have expired since its terms were accepted', async () => {
      testbed.lender.settings.words.accepted = 'Expired';
      await testbed.lender.controls.approve(uuid);
      assert.equal(as(await page.step(), 'charge_outcome').outcome, 'approved');
    });

    for (const payment_request_status of ['Successful', 'Completed']) {
      it(`settled, where only \`is_settled\` says so beside ${payment_request_status}`, async () => {
        await testbed.lender.controls.approve(uuid);
        move('Successful');
        const said = { payment_request_status, is_settled: true };
        changeRows(testbed.lender.troubles, 'activity', said);
        assert.deepEqual(await outcome(), ['approved', false]);
        assert.equal(await statusForMerchant(), 'settled');
      });
    }

    it('rejected, and may be tried again', async () => {
      await testbed.lender.controls.reject(uuid);
      assert.deepEqual(await outcome(), ['rejected', true]);
      const again = as(stepOf(await page.charge()), 'charge_pending');
      assert.notEqual(again.payment_request_uuid, uuid);
      assert.equal(charged(), 2);
    });

    it('expired after 48 hours', async () => {
      testbed.bff.tick(48 * hourMs);
      await testbed.bff.runDue();
      await comeBack(page);
      assert.deepEqual(await outcome(), ['expired', true]);
    });

    describe('where the lists have it no longer', () => {
      it('expired a day after the 48 hours, and may be tried again', async () => {
        dropped();
        assert.equal(await later(71 * hourMs), 'pending');
        assert.equal(await later(2 * hourMs), 'expired');
        await comeBack(page);
        assert.deepEqual(await outcome(), ['expired', true]);
        as(stepOf(await page.charge()), 'charge_pending');
      });

      it('is still open where one of them is refused', async () => {
        dropped();
        testbed.lender.troubles.always('transactions', notFound);
        assert.equal(await later(100 * hourMs), 'pending');
      });

      it('is still open where a row of them cannot be read', async () => {
        dropped();
        addRow(testbed.lender.troubles, 'activity', null);
        assert.equal(await later(100 * hourMs), 'pending');
      });
    });

    describe('where it stands among the requests that wait for good', () => {
      beforeEach(() => {
        const rows = testbed.lender.books.charges.map(pendingRow);
        testbed.lender.troubles.rewrite('pending', () => rows);
      });

      it('rejected, as the activity says, and may be tried again', async () => {
        await testbed.lender.controls.reject(uuid);
        assert.deepEqual(await outcome(), ['rejected', true]);
        as(stepOf(await page.charge()), 'charge_pending');
        assert.equal(charged(), 2);
      });

      it('is open where the transactions cannot be read: it may have been approved', async () => {
        changeRows(testbed.lender.troubles, 'activity', { payment_request_status: 'Pending' });
        testbed.lender.troubles.always('transactions', unwell.noList);
        assert.equal(await later(hourMs), 'pending');
        await testbed.lender.controls.approve(uuid);
        assert.equal(await later(16 * dayMs), 'pending');
        testbed.lender.troubles.heal();
        await comeBack(page);
        assert.deepEqual(await outcome(), ['approved', false]);
      });

      it('expired once nobody can approve it any more, and may be tried again', async () => {
        changeRows(testbed.lender.troubles, 'activity', { payment_request_status: 'Pending' });
        assert.equal(await later(119 * hourMs), 'pending');
        assert.equal(await later(2 * hourMs), 'expired');
        await comeBack(page);
        assert.deepEqual(await outcome(), ['expired', true]);
        as(stepOf(await page.charge()), 'charge_pending');
        assert.equal(charged(), 2);
      });
    });

    describe('where the lists never say how', () => {
      const resolve = async (body: object = { as: 'not_charged' }) => {
        const server = new MerchantServer(testbed.bff);
        const [charge] = await server.charges(page.checkoutId);
        const path = `/checkouts/${page.checkoutId}/charges/${charge?.charge_id}/resolve`;
        return server.call('POST', path, body);
      };
      const unresolved = async () => {
        assert.equal(await later(16 * dayMs), 'pending');
        assert.equal(await later(2 * dayMs), 'unresolved');
        await comeBack(page);
        assert.deepEqual(await outcome(), ['unresolved', false]);
        assert.notEqual((await page.charge()).status, 201);
      };

      for (const [which, begin] of [
        [
          'one of them is refused',
          () => {
            dropped();
            testbed.lender.troubles.always('pending', notFound);
          },
        ],
        [
          'the activity says Pending for good',
          () => {
            testbed.lender.troubles.rewrite('pending', () => []);
            changeRows(testbed.lender.troubles, 'activity', { payment_request_status: 'Pending' });
          },
        ],
      ] as const) {
        it(`unresolved two weeks later, since ${which}; then the merchant’s word counts`, async () => {
          begin();
          await unresolved();
          assert.equal((await resolve()).status, 200);
          assert.deepEqual(await outcome(), ['expired', true]);
          as(stepOf(await page.charge()), 'charge_pending');
          assert.equal(charged(), 2);
        });
      }

      it('unresolved, but not for want of a word of its transaction', async () => {
        await testbed.lender.controls.approve(uuid);
        renameStatus(testbed.lender.troubles, 'transactions', 'Processing');
        renameStatus(testbed.lender.troubles, 'activity', 'Processing');
        await unresolved();
        assert.equal((await resolve()).status, 409);
        testbed.lender.troubles.heal();
        assert.deepEqual(await outcome(), ['approved', false]);
      });

      it('unresolved two weeks later, since one of them always fails; then the merchant’s word counts', async () => {
        changeRows(testbed.lender.troubles, 'activity', { payment_request_status: 'Pending' });
        testbed.lender.troubles.always('pending', unwell.noList);
        await unresolved();
        assert.equal((await resolve()).status, 200);
        assert.deepEqual(await outcome(), ['expired', true]);
        assert.equal(charged(), 1);
      });

      for (const [what, begin] of [
        [
          'its transaction has no word',
          async () => {
            await testbed.lender.controls.approve(uuid);
            renameStatus(testbed.lender.troubles, 'transactions', 'Processing');
            renameStatus(testbed.lender.troubles, 'activity', 'Processing');
          },
        ],
        [
          'the activity alone has it',
          () => {
            testbed.lender.troubles.rewrite('pending', () => []);
            changeRows(testbed.lender.troubles, 'activity', { payment_request_status: 'Pending' });
          },
        ],
        [
          'it goes on standing among those that wait, and the transactions fail',
          async () => {
            const rows = testbed.lender.books.charges.map(pendingRow);
            testbed.lender.troubles.rewrite('pending', () => rows);
            changeRows(testbed.lender.troubles, 'activity', { payment_request_status: 'Pending' });
            testbed.lender.troubles.always('transactions', unwell.noList);
            await testbed.lender.controls.approve(uuid);
          },
        ],
      ] as const) {
        it(`approved by the merchant’s word, and for good, although ${what}`, async () => {
          await begin();
          await unresolved();
          assert.equal((await resolve({ as: 'charged', payment_request_uuid: uuid })).status, 200);
          assert.deepEqual(await outcome(), ['approved', false]);
          assert.equal(await later(2 * dayMs), 'approved');
          const { timeline } = await new MerchantServer(testbed.bff).view(page.checkoutId);
          const told = timeline.slice(-3).map(({ type }) => type);
          assert.deepEqual(told, ['charge.pending', 'charge.unresolved', 'charge.approved']);
        });
      }

      it('expired, once they have it no longer and can be read', async () => {
        dropped();
        testbed.lender.troubles.always('transactions', notFound);
        await unresolved();
        testbed.lender.troubles.heal();
        dropped();
        assert.deepEqual(await outcome(), ['expired', true]);
      });
    });

    it('failed, and may be tried again', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Failed');
      assert.deepEqual(await outcome(), ['failed', true]);
    });

    it('held: watched, not chargeable again, and never drawn as working', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Excluded');
      assert.deepEqual(await outcome(), ['held', false]);
      assert.equal(await statusForMerchant(), 'held');
      assert.notEqual((await page.charge()).status, 201);
      testbed.bff.tick(dayMs);
      move('Transferred');
      await testbed.bff.runDue();
      await comeBack(page);
      assert.deepEqual(await outcome(), ['approved', false]);
      assert.equal(charged(), 1);
    });

    it('reversed, once what was held fails: its money is not coming', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Excluded');
      assert.deepEqual(await outcome(), ['held', false]);
      testbed.bff.tick(dayMs);
      move('Failed');
      await testbed.bff.runDue();
      await comeBack(page);
      assert.deepEqual(await outcome(), ['reversed', false]);
      assert.equal(await statusForMerchant(), 'reversed');
      const { timeline } = await new MerchantServer(testbed.bff).view(page.checkoutId);
      assert.equal(timeline.at(-1)?.type, 'charge.reversed');
      assert.notEqual((await page.charge()).status, 201);
      assert.equal(charged(), 1);
    });

    it('reversed, which never invites the consumer to pay again', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Reversed');
      assert.deepEqual(await outcome(), ['reversed', false]);
      assert.equal(await statusForMerchant(), 'reversed');
      assert.notEqual((await page.charge()).status, 201);
      assert.equal(charged(), 1);
    });

    it('refunded, where a refund of it is listed', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Reversed');
      await testbed.lender.controls.refund(uuid);
      assert.deepEqual(await outcome(), ['refunded', false]);
      assert.equal(await statusForMerchant(), 'refunded');
      assert.notEqual((await page.charge()).status, 201);
      assert.equal(charged(), 1);
    });

    it('not by its refund’s row, which has its own id', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Successful');
      await testbed.lender.controls.refund(uuid, 100_000);
      assert.deepEqual(await outcome(), ['approved', false]);
    });

    it('refunded, although the refund’s row names the charge: by its code or its sign', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Reversed');
      const { uuid: refundUuid } = await testbed.lender.controls.refund(uuid);
      const named = (id: string) => (row: Record<string, unknown>) =>
        row[id] === refundUuid ? { ...row, [id]: uuid } : row;
      testbed.lender.troubles.rewrite('transactions', (body) =>
        (body as Record<string, unknown>[]).map(named('associated_payment_request_id')),
      );
      testbed.lender.troubles.rewrite('activity', (body) => {
        const list = body as { results: Record<string, unknown>[] };
        return { ...list, results: list.results.map(named('payment_request_uuid')) };
      });
      assert.deepEqual(await outcome(), ['refunded', false]);
    });

    it('refunded, where only the sign of a row says that it is a refund', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Reversed');
      await testbed.lender.controls.refund(uuid);
      testbed.lender.troubles.rewrite('transactions', (body) =>
        (body as Record<string, unknown>[]).map((row) =>
          row.transaction_description === 115
            ? { ...row, transaction_description: 'Money back', consumer_charge_amount: '-8400.00' }
            : row,
        ),
      );
      assert.deepEqual(await outcome(), ['refunded', false]);
    });

    it('by its id, although its type is a word that is not known', async () => {
      await testbed.lender.controls.approve(uuid);
      move('Failed');
      testbed.lender.troubles.rewrite('transactions', (body) =>
        (body as object[]).map((row) => ({ ...row, transaction_description: 'Deposit' })),
      );
      assert.deepEqual(await outcome(), ['failed', true]);
    });

    it('not by a word in the loan itself that a request which waits may have, too', async () => {
      const row = { associated_payment_request_id: uuid, transaction_description: 109 };
      const transactions = [{ ...row, consumer_charge_amount: '8400.00', status: 'Pending' }];
      testbed.lender.troubles.rewrite('loan', (body) => ({ ...Object(body), transactions }));
      assert.equal((await page.step()).screen, 'charge_pending');
      await testbed.lender.controls.approve(uuid);
      assert.deepEqual(await outcome(), ['approved', false]);
    });

    it('not by a word that is not known', async () => {
      await testbed.lender.controls.approve(uuid);
      testbed.lender.troubles.rewrite('transactions', (body) =>
        (body as object[]).map((row) => ({ ...row, status: 'Canary' })),
      );
      testbed.lender.troubles.rewrite('activity', (body) => {
        const list = body as { results: object[] };
        const results = list.results.map((row) => ({ ...row, payment_request_status: 'Canary' }));
        return { ...list, results };
      });
      const step = await page.step();
      assert.ok(step.screen === 'charge_pending' || step.screen === 'charge_outcome');
      await page.charge();
      assert.equal(charged(), 1);
      assert.ok(!testbed.bff.logged.some((line) => line.includes('Canary')));
    });
  });
}
