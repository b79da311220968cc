import assert from 'node:assert/strict';
import { it } from 'node:test';
import { acceptedAtBareLender, startBareTestbed } from '../../../helpers/bare-testbed.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { relist } from '../../../helpers/webhook-receiver.ts';
import {
  describeFeeSplit,
  feeSplit,
  type SplitTestbed,
  splittingShop,
} from '../flows/fee-split-suite.ts';

async function startBare(): Promise<SplitTestbed> {
  const testbed = await startBareTestbed({
    settings: { saysLoanNumber: true },
    config: { merchants: [splittingShop] },
  });
  const { bff, proxy, lender } = testbed;
  const heard = (asked: string) =>
    lender.heard
      .filter(({ operation }) => operation === asked)
      .map(({ body }) => [
        body?.net_to_merchant_amount,
        body?.net_platform_fee,
        body?.net_to_sponsor_amount,
      ]);
  return {
    bff,
    proxy,
    accepted: () => acceptedAtBareLender(testbed),
    chargesHeard: async () => heard('charge'),
    refundsHeard: async () => heard('refund'),
    settle: async () => {
      const uuid = lender.books.charges.at(-1)?.uuid ?? assert.fail();
      await lender.controls.approve(uuid);
      lender.controls.moveTransaction(uuid, 'Transferred');
    },
    settleRefunds: async () => {
      await lender.controls.moveRefund('Transferred');
    },
    close: testbed.close,
  };
}

describeFeeSplit('a lender that is not ours', startBare);

it('a split is enough where neither the entry nor a rate sheet says the fees', async (t) => {
  const testbed = await startBare();
  t.after(() => testbed.close());
  const { fees: _none, ...shop } = splittingShop;
  relist(testbed.bff, shop);
  const server = new MerchantServer(testbed.bff);
  const { checkoutId: id } = await testbed.accepted();
  const key = 'charge-1';
  const without = await server.ask(id, {}, key);
  assert.deepEqual([without.status, problemOf(without).code], [409, 'fees_unknown']);
  assert.deepEqual(await testbed.chargesHeard(), []);
  await server.charge(id, feeSplit('8400.00', '0.00', '0.00'), key);
  assert.deepEqual(await testbed.chargesHeard(), [['8400.00', '0.00', '0.00']]);
});
