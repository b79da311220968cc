import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { scheduleFollowing } from '../../../../server/bff/operations/follow-settled.ts';
import { hideRefunds } from '../../../helpers/bare-lender/list-faults.ts';
import { type BareTestbed, startBareTestbed } from '../../../helpers/bare-testbed.ts';
import { dayMs, hourMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { callLimitMs } from '../flows/charge-calls.ts';
import { type Charged, chargedAtBareLender } from './charged-at-bare-lender.ts';

describe('a refund of a charge whose money went back', () => {
  let testbed: BareTestbed;
  let server: MerchantServer;

  beforeEach(async () => {
    testbed = await startBareTestbed({ settings: { saysLoanNumber: true } });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const charged = () => chargedAtBareLender(testbed, server);
  const passTime = (milliseconds: number) => testbed.bff.pass(milliseconds);
  const statusOf = async ({ of }: Charged) => (await server.refunds(of)).at(-1)?.status;

  it('that fails after its charge was reversed leaves it reversed, and counts once', async () => {
    const charge = await charged();
    await scheduleFollowing(testbed.bff.context);
    await server.refund(charge.of);
    testbed.lender.controls.moveTransaction(charge.uuid, 'Reversed');
    await passTime(dayMs);
    const chargeStatus = async () => (await server.charges(charge.of.id))[0]?.status;
    assert.equal(await chargeStatus(), 'refunded');
    await testbed.lender.controls.moveRefund('Failed');
    assert.equal(await statusOf(charge), 'failed');
    assert.equal(await chargeStatus(), 'reversed');
    const { settlements } = await server.settlements();
    assert.deepEqual(
      settlements.map(({ gross_amount }) => gross_amount),
      ['8400.00', '-8400.00'],
    );
  });

  it('that was not made after its charge was reversed leaves it reversed', async () => {
    const charge = await charged();
    await scheduleFollowing(testbed.bff.context);
    await server.refund(charge.of);
    testbed.lender.controls.moveTransaction(charge.uuid, 'Reversed');
    await passTime(dayMs);
    assert.equal((await server.charges(charge.of.id))[0]?.status, 'refunded');
    hideRefunds(testbed.lender.troubles);
    await testbed.bff.pass(dayMs, 14);
    assert.equal(await statusOf(charge), 'unresolved');
    const [refund] = await server.refunds(charge.of);
    const of = { ...charge.of, refundId: refund?.refund_id };
    await server.askResolveRefund(of, { as: 'not_refunded' });
    assert.equal((await server.charges(charge.of.id))[0]?.status, 'reversed');
  });

  it('that is shown late, as failed, leaves a charge refunded of which others gave all back', async () => {
    const charge = await charged();
    const { books, controls, troubles } = testbed.lender;
    troubles.next('refund', 'cut_before');
    await server.refund(charge.of, { amount: '400.00' });
    await passTime(callLimitMs);
    assert.deepEqual(await server.refunds(charge.of), []);
    await server.refund(charge.of);
    await controls.moveRefund('Transferred');
    assert.equal(await statusOf(charge), 'settled');
    books.addRefund(controls.charge(charge.uuid), 40_000, 'Failed');
    await passTime(hourMs);
    await server.refunds(charge.of);
    assert.equal((await server.charges(charge.of.id))[0]?.status, 'refunded');
  });

  describe('whose charge has gone back before it is seen settled', () => {
    for (const [status, isListed] of [
      ['refunded', true],
      ['reversed', false],
    ] as const) {
      it(`counts once in the books and in the report, where the charge is ${status}`, async () => {
        const { lender, bff } = testbed;
        const charge = await charged();
        await server.refund(charge.of);
        lender.controls.moveTransaction(charge.uuid, 'Reversed');
        const isCharge = (row: unknown) =>
          Reflect.get(Object(row), 'transaction_description') !== 115;
        lender.troubles.rewrite('transactions', (rows) =>
          isListed ? rows : (rows as unknown[]).filter(isCharge),
        );
        await scheduleFollowing(bff.context);
        await passTime(dayMs);
        const view = async () => (await server.view(charge.of.id)).charges[0];
        assert.equal((await view())?.status, status);
        assert.equal((await view())?.refunded_amount, '8400.00');
        assert.equal((await view())?.pending_refund_amount, '0.00');
        lender.troubles.heal();
        await lender.controls.moveRefund('Transferred');
        assert.equal(await statusOf(charge), 'settled');
        const { settlements } = await server.settlements();
        assert.deepEqual(
          settlements.map(({ gross_amount }) => gross_amount),
          ['8400.00', '-8400.00'],
        );
        const { refunded } = (await server.report()).total;
        assert.deepEqual(refunded, { count: 1, amount: '8400.00' });
      });
    }
  });
});
