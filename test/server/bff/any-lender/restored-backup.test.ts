import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { loadCharges } from '../../../../server/bff/store/charges.ts';
import { loadRefunds } from '../../../../server/bff/store/refunds.ts';
import type { HeardCall } from '../../../helpers/bare-lender/api.ts';
import { changeRows, hideRefunds, nameRow } from '../../../helpers/bare-lender/list-faults.ts';
import { acceptedAtBareLender, startBareTestbed } from '../../../helpers/bare-testbed.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { blockerOf, MerchantServer } from '../../../helpers/merchant-server.ts';
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
    const { testbed, server, heard } = await start(t, false);
    const { of } = await chargedAtBareLender(testbed, server);
    const counted = await askedBefore(heard, 'refund', () => server.refund(of, part));
    assert.deepEqual(counted, lists);
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    const later = { transaction_description: 111, ...part };
    const asked = await askedBefore(heard, 'charge', () => server.charge(id, later));
    assert.deepEqual(asked, ['loan']);
  });
});
