import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { addRow, nameChargesOfRefunds } from '../../../helpers/bare-lender/list-faults.ts';
import { type BareTestbed, startBareTestbed } from '../../../helpers/bare-testbed.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { callLimitMs } from '../flows/charge-calls.ts';
import { type Charged, chargedAtBareLender } from './charged-at-bare-lender.ts';

describe('a refund after an equal one that has settled, where the rows have the id of their charge', () => {
  let testbed: BareTestbed;
  let server: MerchantServer;
  let charge: Charged;
  const refundOf100 = async () => {
    const { status } = await server.refund(charge.of, { amount: '100.00' });
    return status;
  };
  const statuses = async () => (await server.refunds(charge.of)).map(({ status }) => status);
  beforeEach(async () => {
    testbed = await startBareTestbed({ settings: { saysLoanNumber: true } });
    server = new MerchantServer(testbed.bff);
    charge = await chargedAtBareLender(testbed, server);
    nameChargesOfRefunds(testbed.lender);
    await refundOf100();
    await testbed.lender.controls.moveRefund('Transferred');
    assert.deepEqual(await statuses(), ['settled']);
    testbed.bff.tick(hourMs);
  });
  afterEach(() => testbed.close());

  const passTime = (milliseconds: number) => testbed.bff.pass(milliseconds);

  it('has a row of its own', async () => {
    await refundOf100();
    assert.deepEqual(await statuses(), ['settled', 'pending']);
    await testbed.lender.controls.moveRefund('Transferred');
    assert.deepEqual(await statuses(), ['settled', 'settled']);
  });

  it('came to nothing where the lender never heard it', async () => {
    testbed.lender.troubles.next('refund', 'cut_before');
    assert.equal(await refundOf100(), 'working');
    await passTime(callLimitMs);
    assert.deepEqual(await statuses(), ['settled']);
    const { settlements } = await server.settlements();
    assert.deepEqual(
      settlements.map(({ gross_amount }) => gross_amount),
      ['8400.00', '-100.00'],
    );
  });

  it('is found where its answer was lost', async () => {
    testbed.lender.troubles.next('refund', 'cut_after');
    assert.equal(await refundOf100(), 'working');
    assert.deepEqual(await statuses(), ['settled', 'pending']);
  });

  it('was not made by the merchant’s word, where nobody can show it', async () => {
    addRow(testbed.lender.troubles, 'activity', null);
    testbed.lender.troubles.next('refund', 'cut_before');
    await refundOf100();
    await passTime(callLimitMs);
    assert.deepEqual(await statuses(), ['settled', 'unresolved']);
    await passTime(49 * hourMs);
    const refund = (await server.refunds(charge.of)).at(-1);
    const of = { ...charge.of, refundId: refund?.refund_id };
    const answer = await server.askResolveRefund(of, { as: 'not_refunded' });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(await statuses(), ['settled']);
  });
});
