import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { anAcceptedLoan, aRefund } from '../../../helpers/accepted-loan.ts';
import { type RaceTestbed, startRaceTestbed } from '../../../helpers/race-testbed.ts';
import { assertOneWins, racesOfEach } from '../../../helpers/races.ts';
import { type FundingFlow, fundingFlow } from '../funding-flow.ts';

const path = '/api/v1/sponsor/merchants/refund-payment-request/';

const sixHundred = {
  consumer_charge_amount: '600.00',
  net_to_merchant_amount: '564.00',
  net_platform_fee: '24.00',
  net_to_sponsor_amount: '12.00',
};

let testbed: RaceTestbed;
let flow: FundingFlow;
before(async () => {
  testbed = await startRaceTestbed();
  flow = fundingFlow(testbed);
});
after(() => testbed.close());

describe(`of ${racesOfEach} times two refunds at the same moment, exactly one wins`, () => {
  it('when together they exceed what was charged [conformance:race-two-refunds]', () =>
    assertOneWins(testbed, async () => {
      const loan = await anAcceptedLoan(testbed);
      const charge = await flow.settledCharge(loan);
      const contender = { path, body: aRefund(charge, sixHundred) };
      return {
        contenders: [contender, contender],
        refusals: [400],
        afterwards: async () => {
          const refunds = await testbed.context.database.query
            .selectFrom('transactions')
            .select('consumer_charge_amount_cents as cents')
            .where('charge_request_id', '=', charge)
            .where('transaction_description', '=', 115)
            .execute();
          assert.deepEqual(refunds, [{ cents: 60_000 }]);
        },
      };
    }));

  it('when one Idempotency-Key is free for one of two bodies', () =>
    assertOneWins(testbed, async (index) => {
      const charge = await flow.settledCharge(await anAcceptedLoan(testbed));
      const headers = { 'idempotency-key': `race ${index}` };
      return {
        contenders: [
          { path, headers, body: aRefund(charge) },
          { path, headers, body: aRefund(charge, sixHundred) },
        ],
        refusals: [400],
      };
    }));

  it('when a charge that has not gone out is taken back twice', () =>
    assertOneWins(testbed, async () => {
      const loan = await anAcceptedLoan(testbed);
      const charge = await flow.approvedCharge(loan);
      const contender = { path, body: aRefund(charge) };
      return {
        contenders: [contender, contender],
        refusals: [400],
        afterwards: async () => {
          assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
        },
      };
    }));
});
