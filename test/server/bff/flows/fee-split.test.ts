import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatCents } from '../../../../server/platform/money.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { acceptedPage, startTestbed } from '../../../helpers/testbed.ts';
import { relist } from '../../../helpers/webhook-receiver.ts';
import { chargeRequests } from './charge-calls.ts';
import { describeFeeSplit, feeSplit, type SplitTestbed, splittingShop } from './fee-split-suite.ts';

interface StoredSplit {
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
}

const asHeard = (split: StoredSplit) => [
  formatCents(split.net_to_merchant_amount_cents),
  formatCents(split.net_platform_fee_cents),
  formatCents(split.net_to_sponsor_amount_cents),
];

async function startEmbedded(): Promise<SplitTestbed> {
  const testbed = await startTestbed({
    isRunning: false,
    config: { merchants: [splittingShop] },
  });
  const { bff, proxy, sandbox, lending } = testbed;
  const refunds = () =>
    lending.context.database.query
      .selectFrom('transactions')
      .selectAll()
      .where('transaction_description', '=', 115)
      .orderBy('requested_at')
      .execute();
  return {
    bff,
    proxy,
    accepted: () => acceptedPage(testbed),
    chargesHeard: async () => (await chargeRequests(testbed)).map(asHeard),
    refundsHeard: async () => (await refunds()).map(asHeard),
    settle: async ({ payment_request_uuid }) => {
      const uuid = payment_request_uuid ?? assert.fail();
      await sandbox.paymentRequest(uuid, 'approve');
      await sandbox.transaction(uuid, 'Transferred');
    },
    settleRefunds: async () => {
      for (const { id } of await refunds()) await sandbox.transaction(id, 'Transferred');
    },
    close: testbed.close,
  };
}

describeFeeSplit('the embedded service', startEmbedded);

it('a split at a lender with a rate sheet is bound by the fees of the entry alone', async (t) => {
  const testbed = await startEmbedded();
  t.after(() => testbed.close());
  const { fees: _none, ...shop } = splittingShop;
  relist(testbed.bff, shop);
  const server = new MerchantServer(testbed.bff);
  const { checkoutId: id } = await testbed.accepted();
  await server.charge(id, { amount: '100.00', ...feeSplit('100.00', '0.00', '0') });
  await server.charge(id, { transaction_description: 111, amount: '100.00' });
  assert.deepEqual(await testbed.chargesHeard(), [
    ['100.00', '0.00', '0.00'],
    ['91.00', '6.00', '3.00'],
  ]);
});
