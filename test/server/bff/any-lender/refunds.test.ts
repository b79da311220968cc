import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import { refundsPage } from '../../../../server/bff/merchant-api/refunds.ts';
import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import { pageWithAcceptedTerms } from '../../../helpers/accepted-page.ts';
import {
  addRow,
  changeRows,
  hideRefunds,
  renameStatus,
  sayDaysAlone,
} from '../../../helpers/bare-lender/list-faults.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import {
  type BareTestbed,
  type BareTestbedOptions,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { dayMs, hourMs, minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { errorsOf, type PageAnswer, ShopPage, signedOrder } from '../../../helpers/shop-page.ts';
import { callLimitMs } from '../flows/charge-calls.ts';
import { type Charged, chargedAtBareLender } from './charged-at-bare-lender.ts';

describe('a refund at a lender that says little', () => {
  let testbed: BareTestbed;
  let server: MerchantServer;

  const start = async (options: Partial<BareTestbedOptions> = {}) => {
    testbed = await startBareTestbed({ settings: { saysLoanNumber: true }, ...options });
    server = new MerchantServer(testbed.bff);
  };
  beforeEach(() => start());
  afterEach(() => testbed.close());

  const charged = (to?: 'Pending' | 'Transferred') => chargedAtBareLender(testbed, server, to);
  const passTime = (milliseconds: number) => testbed.bff.pass(milliseconds);
  const statusOf = async ({ of }: Charged) => (await server.refunds(of)).at(-1)?.status;
  const blockedBy = (answer: PageAnswer) => problemOf(answer).blockedBy;

  it('is pending by its 2xx alone, and followed by its row', async () => {
    const charge = await charged();
    const refund = await server.refund(charge.of, { amount: '400.00' });
    assert.deepEqual([refund.status, refund.refund_request_uuid], ['pending', null]);
    assert.equal(await statusOf(charge), 'pending');
    assert.equal(blockedBy(await server.askRefund(charge.of)), 'refund_pending');
    await testbed.lender.controls.moveRefund('Transferred');
    assert.equal(await statusOf(charge), 'settled');
    const [row] = testbed.lender.books.refunds;
    const [settled] = await server.refunds(charge.of);
    assert.equal(settled?.refund_request_uuid, row?.uuid.toLowerCase());
    await server.refund(charge.of);
    await testbed.lender.controls.moveRefund('Transferred');
    const { charges } = await server.view(charge.of.id);
    assert.deepEqual(
      charges.map(({ status, refunded_amount }) => [status, refunded_amount]),
      [['refunded', '8400.00']],
    );
  });

  it('is followed long after its charge where rows alone say the number of the loan', async () => {
    await testbed.close();
    await start({ settings: { saysLoanNumber: false } });
    const charge = await charged();
    await passTime(3 * dayMs);
    await server.refund(charge.of, { amount: '400.00' });
    await testbed.lender.controls.moveRefund('Failed');
    assert.equal(await statusOf(charge), 'failed');
  });

  it('tells two refunds of one amount from each other', async () => {
    const charge = await charged();
    for (const to of ['Failed', 'Transferred'] as const) {
      await server.refund(charge.of, { amount: '400.00' });
      await testbed.lender.controls.moveRefund(to);
      await server.refunds(charge.of);
      testbed.bff.tick(minuteMs);
    }
    const statuses = (await server.refunds(charge.of)).map(({ status }) => status);
    assert.deepEqual(statuses, ['failed', 'settled']);
  });

  it('is of all of a charge that has not settled', async () => {
    const charge = await charged('Pending');
    const part = await server.askRefund(charge.of, { amount: '400.00' });
    assert.equal(blockedBy(part), 'not_settled');
    await server.refund(charge.of);
    const { charges } = await server.view(charge.of.id);
    assert.equal(charges[0]?.status, 'refunded');
  });

  it('counts what the lender refunded by itself', async () => {
    const charge = await charged();
    await testbed.lender.controls.refund(charge.uuid, 400_000);
    const answer = await server.askRefund(charge.of, { amount: '4400.01' });
    assert.equal(problemOf(answer).code, 'amount_out_of_range');
    assert.equal((await server.refund(charge.of)).amount, '4400.00');
  });

  it('counts once where one of the lists alone has an identifier of it', async () => {
    const charge = await charged();
    const { controls, troubles } = testbed.lender;
    await controls.refund(charge.uuid, 400_000);
    changeRows(troubles, 'activity', { payment_identifier: 'by-the-lender' });
    assert.equal((await server.refund(charge.of)).amount, '4400.00');
  });

  describe('where one of the lists says the day alone', () => {
    const datesOnly = () =>
      changeRows(testbed.lender.troubles, 'activity', { request_date: '2026-03-02' });

    it('is followed by the rows of both', async () => {
      const charge = await charged();
      datesOnly();
      await server.refund(charge.of, { amount: '400.00' });
      await testbed.lender.controls.moveRefund('Transferred');
      assert.equal(await statusOf(charge), 'settled');
    });

    it('is not taken for that of a smaller charge, which the bank took back', async () => {
      const { bff, lender } = testbed;
      const { of } = await charged();
      sayDaysAlone(lender.troubles);
      await server.refund(of, { amount: '400.00' });
      await server.charge(of.id, { transaction_description: 111, amount: '100.00' });
      const uuid = lender.books.charges.at(-1)?.uuid ?? assert.fail();
      await lender.controls.approve(uuid);
      lender.controls.moveTransaction(uuid, 'Transferred');
      await server.charges(of.id);
      lender.controls.moveTransaction(uuid, 'Reversed');
      await scheduleFollowing(bff.context);
      await passTime(dayMs);
      assert.equal((await server.charges(of.id)).at(-1)?.status, 'reversed');
    });

    it('counts once', async () => {
      const charge = await charged();
      await testbed.lender.controls.refund(charge.uuid, 400_000);
      datesOnly();
      assert.equal((await server.refund(charge.of)).amount, '4400.00');
    });

    it('counts once beside another one, where the rows of both have the id of their charge', async () => {
      const charge = await charged();
      const { controls, troubles } = testbed.lender;
      for (const cents of [300_000, 100_000, 100_000]) {
        await controls.refund(charge.uuid, cents);
        testbed.bff.tick(minuteMs);
      }
      const ofCharge = { payment_request_uuid: charge.uuid };
      changeRows(troubles, 'transactions', ofCharge);
      changeRows(troubles, 'activity', { ...ofCharge, request_date: '2026-03-02' });
      assert.equal((await server.refund(charge.of)).amount, '3400.00');
    });
  });

  it('is followed where its charge had settled before the number was kept', async () => {
    await testbed.close();
    await start({ settings: { saysLoanNumber: false } });
    const charge = await charged();
    const { query } = testbed.bff.database;
    const stored = query.selectFrom('checkouts').select('loan').where('id', '=', charge.of.id);
    const { loan } = await stored.executeTakeFirstOrThrow();
    const unnamed = JSON.stringify({ ...JSON.parse(loan ?? ''), loanNumber: null });
    await query.updateTable('checkouts').set({ loan: unnamed }).execute();
    await passTime(3 * dayMs);
    await server.refund(charge.of, { amount: '400.00' });
    await testbed.lender.controls.moveRefund('Failed');
    assert.equal(await statusOf(charge), 'failed');
  });

  it('counts no refund of another order, where the rows name no loan', async () => {
    await testbed.close();
    testbed = await startBareTestbed();
    server = new MerchantServer(testbed.bff);
    const other = await charged();
    const charge = await charged();
    await server.refund(other.of);
    await testbed.lender.controls.moveRefund('Transferred');
    await server.refunds(other.of);
    assert.equal((await server.refund(charge.of)).amount, '8400.00');
  });

  it('counts no refund of another order of the same person, whose loan is one', async () => {
    const { bff, lender } = testbed;
    const applicant = { ssn: '900-10-0001', email: `${randomUUID()}@example.test` };
    const other = new ShopPage(bff);
    const first = await pageWithAcceptedTerms(bff, { applicant }, async ({ checkoutId }) => {
      await other.open({ order_token: await signedOrder(bff, { order_id: 'OTHER-1' }) });
      await other.apply(applicant);
      return lender.controls.acceptTerms(checkoutId);
    });
    assert.equal(lender.books.loans.length, 1);
    const charges: Charged[] = [];
    for (const { checkoutId: id } of [first, other]) {
      const { charge_id: chargeId } = await server.charge(id, { amount: '400.00' });
      const uuid = lender.books.charges.at(-1)?.uuid ?? assert.fail();
      await lender.controls.approve(uuid);
      lender.controls.moveTransaction(uuid, 'Transferred');
      await server.charges(id);
      charges.push({ of: { id, chargeId }, uuid });
    }
    const [one, two] = charges;
    if (one === undefined || two === undefined) return assert.fail();
    await server.refund(one.of);
    await lender.controls.moveRefund('Transferred');
    assert.equal(await statusOf(one), 'settled');
    assert.equal((await server.refund(two.of)).amount, '400.00');
  });

  it('is refused in words where the lender does not allow it', async () => {
    const charge = await charged();
    testbed.lender.troubles.next('refund', { status: 400, body: { detail: 'Not today.' } });
    assert.equal(blockedBy(await server.askRefund(charge.of)), 'lender');
    assert.deepEqual(await server.refunds(charge.of), []);
    assert.equal((await server.refund(charge.of)).status, 'pending');
  });

  it('came to nothing where a page of a gateway came in place of the lender’s answer', async () => {
    const charge = await charged();
    testbed.lender.troubles.next('refund', { status: 200, body: '<h1>Maintenance</h1>' });
    assert.equal((await server.refund(charge.of)).status, 'working');
    await passTime(callLimitMs);
    assert.deepEqual(await server.refunds(charge.of), []);
    assert.equal((await server.refund(charge.of)).status, 'pending');
  });

  it('settles beside its charge that has failed meanwhile', async () => {
    const { books, controls } = testbed.lender;
    const charge = await charged('Pending');
    await server.refund(charge.of);
    controls.moveTransaction(charge.uuid, 'Failed');
    const [refund] = books.refunds;
    if (refund === undefined) return assert.fail();
    refund.state = 'Submitted';
    assert.equal(await statusOf(charge), 'pending');
    refund.state = 'Transferred';
    assert.equal(await statusOf(charge), 'settled');
    assert.equal((await server.charges(charge.of.id))[0]?.status, 'failed');
  });

  it('is refused with 501 where the lender has none', async () => {
    const { of } = await charged();
    await testbed.close();
    await start({
      createLender: (options) => {
        const { refund: _none, ...lender } = createSponsorLendingApi(options);
        return lender;
      },
    });
    const charge = await charged();
    const answer = await server.askRefund(charge.of);
    assert.equal(answer.status, 501);
    assert.equal(problemOf(answer).code, 'not_supported');
    assert.match((answer.body as { title: string }).title, /lender of this merchant cannot/);
    assert.equal(problemOf(await server.askRefund(of)).code, 'not_found');
  });

  const resolve = async (charge: Charged, body: object, key?: string) => {
    const [refund] = await server.refunds(charge.of);
    return server.askResolveRefund({ ...charge.of, refundId: refund?.refund_id }, body, key);
  };

  describe('that the lender has taken, and shows in no list for two weeks', () => {
    let charge: Charged;
    beforeEach(async () => {
      charge = await charged();
      await server.refund(charge.of, { amount: '400.00' });
      hideRefunds(testbed.lender.troubles);
      await passTime(13 * dayMs);
      assert.equal(await statusOf(charge), 'pending');
      await passTime(dayMs + minuteMs);
    });

    it('is unresolved, and says so', async () => {
      const { timeline } = await server.view(charge.of.id);
      assert.equal(timeline.at(-1)?.type, 'refund.unresolved');
      await passTime(dayMs);
      assert.equal(await statusOf(charge), 'unresolved');
      assert.equal(blockedBy(await server.askRefund(charge.of)), 'refund_unresolved');
      assert.ok(testbed.bff.logged.some((line) => line.includes('refund_unresolved')));
    });

    for (const as of ['refunded', 'not_refunded']) {
      it(`has been ${as} by the merchant’s word, and blocks no more`, async () => {
        const answer = await resolve(charge, { as });
        const statuses = refundsPage.parse(answer.body).refunds.map(({ status }) => status);
        assert.deepEqual(statuses, as === 'refunded' ? ['settled'] : []);
        await passTime(dayMs);
        assert.equal((await server.refund(charge.of, { amount: '8000.00' })).status, 'pending');
      });
    }

    it('is not settled by a body that does not say how', async () => {
      assert.deepEqual(errorsOf(await resolve(charge, {})), { as: ['required'] });
      assert.deepEqual(errorsOf(await resolve(charge, { as: 'perhaps' })), {
        as: ['not_an_option'],
      });
    });

    it('is followed all the same once it is listed', async () => {
      testbed.lender.troubles.heal();
      await testbed.lender.controls.moveRefund('Transferred');
      assert.equal(await statusOf(charge), 'settled');
    });
  });

  describe('whose answer was lost', () => {
    const lose = async (charge: Charged, what: 'cut_before' | 'cut_after') => {
      testbed.lender.troubles.next('refund', what);
      assert.equal((await server.refund(charge.of, { amount: '400.00' })).status, 'working');
    };
    /** A row that nobody can read keeps the list from being whole. */
    const spoilLists = () => addRow(testbed.lender.troubles, 'activity', null);

    it('is found by its row', async () => {
      const charge = await charged();
      await lose(charge, 'cut_after');
      assert.equal(await statusOf(charge), 'pending');
      assert.equal(testbed.lender.books.refunds.length, 1);
    });

    it('came to nothing where no list has it', async () => {
      const charge = await charged();
      await lose(charge, 'cut_before');
      await passTime(callLimitMs);
      assert.deepEqual(await server.refunds(charge.of), []);
      assert.equal((await server.refund(charge.of, { amount: '400.00' })).status, 'pending');
      assert.equal(testbed.lender.books.refunds.length, 1);
    });

    it('is followed beside another one that was asked for since, where the lender heard it late', async () => {
      const charge = await charged();
      await lose(charge, 'cut_before');
      await passTime(callLimitMs);
      await server.refund(charge.of, { amount: '300.00' });
      const { books, controls } = testbed.lender;
      const heard = books.addRefund(controls.charge(charge.uuid), 40_000, 'Submitted');
      const statuses = async () =>
        (await server.refunds(charge.of)).map(({ amount, status }) => [amount, status]);
      assert.deepEqual(await statuses(), [
        ['400.00', 'pending'],
        ['300.00', 'pending'],
      ]);
      heard.state = 'Transferred';
      assert.deepEqual(await statuses(), [
        ['400.00', 'settled'],
        ['300.00', 'pending'],
      ]);
    });

    it('is looked for although the lender has refused it the second time', async () => {
      const charge = await charged();
      await lose(charge, 'cut_before');
      await passTime(callLimitMs);
      testbed.lender.troubles.next('refund', unwell.unavailable);
      const refused = problemOf(await server.askRefund(charge.of, { amount: '400.00' }));
      assert.equal(refused.code, 'lender_unavailable');
      const { books, controls } = testbed.lender;
      books.addRefund(controls.charge(charge.uuid), 40_000, 'Submitted');
      assert.equal(await statusOf(charge), 'pending');
    });

    it('blocks the next where its row comes late and does not say how it stands', async () => {
      const charge = await charged();
      await lose(charge, 'cut_before');
      await passTime(callLimitMs);
      assert.deepEqual(await server.refunds(charge.of), []);
      const { books, controls } = testbed.lender;
      books.addRefund(controls.charge(charge.uuid), 40_000, 'Submitted');
      renameStatus(testbed.lender.troubles, 'transactions', 'Processing');
      renameStatus(testbed.lender.troubles, 'activity', 'Processing');
      assert.equal(blockedBy(await server.askRefund(charge.of)), 'refund_unresolved');
      assert.equal(testbed.lender.books.refunds.length, 1);
    });

    describe('and that nobody can show', () => {
      let charge: Charged;
      beforeEach(async () => {
        charge = await charged();
        spoilLists();
        await lose(charge, 'cut_before');
        await passTime(callLimitMs);
        assert.equal(await statusOf(charge), 'unresolved');
      });

      it('blocks the next, and is said to be so in the log and the timeline', async () => {
        assert.equal(blockedBy(await server.askRefund(charge.of)), 'refund_unresolved');
        assert.ok(testbed.bff.logged.some((line) => line.includes('refund_unresolved')));
        const { timeline, charges } = await server.view(charge.of.id);
        assert.equal(timeline.at(-1)?.type, 'refund.unresolved');
        assert.equal(charges[0]?.pending_refund_amount, '400.00');
      });

      it('is answered again on no other charge’s address', async () => {
        const key = randomUUID();
        const word = { as: 'refunded', refund_request_uuid: null };
        const [refund] = await server.refunds(charge.of);
        assert.equal((await resolve(charge, word, key)).status, 200);
        const path = `/checkouts/${charge.of.id}/charges/${randomUUID()}/refunds/${refund?.refund_id}/resolve`;
        const answer = await server.call('POST', path, word, { 'idempotency-key': key });
        assert.equal(problemOf(answer).code, 'not_found', JSON.stringify(answer.body));
      });

      it('is made by the merchant’s word', async () => {
        const key = randomUUID();
        const uuid = randomUUID();
        const word = { as: 'refunded', refund_request_uuid: null };
        for (let time = 0; time < 2; time += 1) {
          const answer = await resolve(charge, word, key);
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          const [refund] = refundsPage.parse(answer.body).refunds;
          assert.equal(refund?.status, 'pending');
        }
        const other = await resolve(charge, { ...word, refund_request_uuid: uuid }, key);
        assert.equal(problemOf(other).code, 'idempotency_conflict');
        assert.equal(blockedBy(await resolve(charge, word)), 'not_unresolved');
      });

      it('was not made by the merchant’s word, after two days at the earliest', async () => {
        const word = { as: 'not_refunded' };
        assert.equal(blockedBy(await resolve(charge, word)), 'lender_records');
        await passTime(49 * hourMs);
        const answer = await resolve(charge, word);
        assert.deepEqual(refundsPage.parse(answer.body).refunds, []);
        const { timeline } = await server.view(charge.of.id);
        assert.equal(timeline.at(-1)?.type, 'refund.not_made');
        assert.equal((await server.refund(charge.of)).status, 'pending');
      });

      it('was made where a row says so, whatever the merchant says', async () => {
        await testbed.lender.controls.refund(charge.uuid, 40_000);
        assert.equal(problemOf(await resolve(charge, { as: 'not_refunded' })).code, 'wrong_step');
        assert.equal(await statusOf(charge), 'settled');
      });
    });

    it('is not made by an id that none of the lists has, where they were read to their end', async () => {
      const charge = await charged();
      await lose(charge, 'cut_before');
      const { books, controls } = testbed.lender;
      const rows = [1, 2].map(() =>
        books.addRefund(controls.charge(charge.uuid), 40_000, 'Submitted'),
      );
      await passTime(callLimitMs);
      await passTime(16 * minuteMs);
      assert.equal(await statusOf(charge), 'unresolved');
      const named = (refund_request_uuid?: string) =>
        resolve(charge, { as: 'refunded', refund_request_uuid });
      assert.equal(blockedBy(await named(randomUUID())), 'lender_records');
      assert.equal(await statusOf(charge), 'unresolved');
      assert.equal((await named(rows[1]?.uuid)).status, 200);
      assert.equal(await statusOf(charge), 'pending');
    });

    it('is given up while the lender cannot be read', async () => {
      const charge = await charged();
      await lose(charge, 'cut_before');
      for (const list of ['loan', 'pending', 'transactions', 'activity'] as const) {
        testbed.lender.troubles.always(list, 'cut_before');
      }
      await passTime(callLimitMs);
      await passTime(16 * minuteMs);
      assert.equal(await statusOf(charge), 'unresolved');
    });
  });
});
