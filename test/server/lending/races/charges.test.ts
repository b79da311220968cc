import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aFreeCharge, anAcceptedLoan, chargePath } from '../../../helpers/accepted-loan.ts';
import { type RaceTestbed, startRaceTestbed } from '../../../helpers/race-testbed.ts';
import { assertOneWins, racesOfEach } from '../../../helpers/races.ts';
import { type FundingFlow, fundingFlow } from '../funding-flow.ts';

let testbed: RaceTestbed;
let flow: FundingFlow;
before(async () => {
  testbed = await startRaceTestbed();
  flow = fundingFlow(testbed);
});
after(() => testbed.close());

describe(`of ${racesOfEach} times two at the same moment, exactly one wins`, () => {
  it('when two charges together exceed the available spend [conformance:race-two-charges]', () =>
    assertOneWins(testbed, async () => {
      const loan = await anAcceptedLoan(testbed);
      return {
        contenders: [
          { path: chargePath, body: aFreeCharge(loan, '6000.00') },
          { path: chargePath, body: aFreeCharge(loan, '4000.01') },
        ],
        refusals: [400],
        afterwards: async (winner) => {
          const pending = winner === 0 ? 600_000 : 400_001;
          assert.deepEqual(await flow.balance(loan), { spent: 0, pending });
        },
      };
    }));

  it('when one charge is approved twice [conformance:race-two-approvals]', () =>
    assertOneWins(testbed, async () => {
      const loan = await anAcceptedLoan(testbed);
      const path = `/sandbox/v1/payment-requests/${await flow.charge(loan)}/approve`;
      return {
        contenders: [{ path }, { path }],
        refusals: [400],
        afterwards: async () => {
          assert.deepEqual(await flow.balance(loan), { spent: 100_000, pending: 0 });
          assert.equal((await flow.callbacks(loan)).length, 1);
        },
      };
    }));
});
