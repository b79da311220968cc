import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import type { LendingContext } from '../../../../../server/lending/context.ts';
import { retrieveLoanApplication } from '../../../../../server/lending/operations/applications/loan-applications.ts';
import { softPull } from '../../../../../server/lending/operations/applications/soft-pull.ts';
import { softPullRequest } from '../../../../../server/lending-api/soft-pull.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { aNewPersonsSoftPull, decidedSoftPull } from '../../../../helpers/soft-pull.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

/** Lets something happen once, between the statement that reads a column and the next one. */
function meanwhile(column: string, happens: () => Promise<unknown>): LendingContext {
  let hasHappened = false;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (hasHappened || !result.rows.some((row) => column in row)) return result;
      hasHappened = true;
      await happens();
      return result;
    },
  };
  const { database } = lending.context;
  const query = database.query.withPlugin(plugin);
  return { ...lending.context, database: { ...database, query } };
}

describe('a loan that is read while a charge of it is approved', () => {
  // The requests are read by a prepared statement, which only PostgreSQL runs through the plugin.
  for (const [when, column] of [
    ['after its requests are read', 'authorization_method'],
    ['between its transactions and their legs', 'transaction_type'],
  ] as const) {
    it(`shows the charge once, as it waits or as it was approved: ${when}`, async () => {
      const loan = await anAcceptedLoan(lending);
      const before = await flow.approvedCharge(loan);
      const waiting = await flow.charge(loan);
      const context = meanwhile(column, () => flow.sandbox(`/payment-requests/${waiting}/approve`));
      const [sponsor] = lending.context.config.sponsors;
      assert.ok(sponsor);
      const path = { request_user_id: 'hillside-admin', loan_id: loan.loan_id };
      const detail = await retrieveLoanApplication(context, sponsor, path);
      const approved = detail.transactions.map((each) => each.associated_payment_request_id);
      const pending = detail.pending_payment_requests.map((each) => each.payment_request_uuid);
      assert.deepEqual([...approved, ...pending].toSorted(), [before, waiting].toSorted());
    });
  }
});

/** Lets something happen once, between a transaction and what its caller does next. */
function afterwards(happens: () => Promise<unknown>): LendingContext {
  const { database } = lending.context;
  let hasHappened = false;
  return {
    ...lending.context,
    database: {
      ...database,
      transaction: async (work) => {
        const value = await database.transaction(work);
        if (hasHappened) return value;
        hasHappened = true;
        await happens();
        return value;
      },
    },
  };
}

describe('a soft pull that is sent again while the same person asks for another amount', () => {
  it('is answered with offers for the amount that it names', async () => {
    const first = aNewPersonsSoftPull({ requested_amount: '5000.00' });
    await decidedSoftPull(lending, first);
    const other = { external_application_id: 'of-another-tab', requested_amount: '8000.00' };
    const context = afterwards(() => decidedSoftPull(lending, { ...first, ...other }));
    const [sponsor] = lending.context.config.sponsors;
    assert.ok(sponsor);
    const answer = await softPull(context, sponsor, softPullRequest.parse(first));
    assert.ok(answer.offers.length > 0);
    const amounts = new Set(answer.offers.map(({ amount }) => amount));
    assert.deepEqual([...amounts], [answer.requested_amount]);
  });
});
