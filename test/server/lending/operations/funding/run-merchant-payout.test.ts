import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sandboxBankRails } from '../../../../../server/lending/providers/sandbox-providers.ts';
import { formatCents } from '../../../../../server/platform/money.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { aPaymentDetail } from '../../../../helpers/merchant-bodies.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';

const detail = '/api/v1/sponsor/merchants/payment-detail/';
const weekHours = 7 * 24;

let lending: TestLending;
let flow: FundingFlow;
/** All that were sent, whatever became of them. */
const sent: { id: string; ach_account_number: string }[] = [];
const paidOut: { amount_cents: number; ach_account_number: string }[] = [];
before(async () => {
  ({ lending, flow } = await startFunding());
  lending.context.providers.bankRails = {
    ...sandboxBankRails,
    payOut: async (payout) => {
      sent.push(payout);
      const result = await sandboxBankRails.payOut(payout);
      if (result.outcome === 'paid') paidOut.push(payout);
      return result;
    },
  };
});
after(() => lending.close());

const accountInUse = () =>
  lending.context.database.query
    .selectFrom('bank_accounts')
    .select(['status', 'status_reason'])
    .where('status', '<>', 'Replaced')
    .executeTakeFirstOrThrow();

async function verifiedAccount(ach_account_number: string): Promise<void> {
  const ach_routing_number = '021000021';
  const account = { ach_account_number, ach_routing_number };
  await flow.call('POST', detail, aPaymentDetail(account), 201);
  const { amounts_cents } = await sandboxBankRails.sendMicroDeposits({ ...account, id: 'order' });
  await flow.call('POST', `${detail}verify-micro-deposits/hillside-admin/`, {
    micro_deposits_amounts: amounts_cents.map(formatCents),
  });
}

describe('the payout of a settled charge', () => {
  it('is the merchant’s part of it, once', async () => {
    await flow.approvedCharge(await anAcceptedLoan(lending));
    await flow.advanceHours(weekHours);
    await flow.advanceHours(weekHours);
    assert.deepEqual(
      paidOut.map(({ amount_cents }) => amount_cents),
      [94_000],
    );
  });

  it('that comes back leaves the account Errored, and goes to the one that takes its place', async () => {
    await verifiedAccount('000111111116');
    const loan = await anAcceptedLoan(lending);
    sent.length = 0;
    await flow.approvedCharge(loan);
    await flow.advanceHours(weekHours);
    assert.deepEqual(await accountInUse(), { status: 'Errored', status_reason: 'payout-return' });
    await flow.call('POST', chargePath, aCharge(loan), 400);
    paidOut.length = 0;
    await verifiedAccount('5556667777');
    await flow.advanceHours(weekHours);
    assert.deepEqual(
      paidOut.map((payout) => payout.ach_account_number),
      ['5556667777'],
    );
    assert.deepEqual(
      sent.map((payout) => payout.ach_account_number),
      ['000111111116', '5556667777'],
    );
    // Rails that know a payout by its id would answer the second with the return of the first.
    assert.notEqual(sent[0]?.id, sent[1]?.id);
  });

  it('whose answer was lost is asked for again where it was sent, and not sent to a new account', async () => {
    await verifiedAccount('4445556666');
    const loan = await anAcceptedLoan(lending);
    const rails = lending.context.providers.bankRails;
    const { payOut } = rails;
    sent.length = 0;
    rails.payOut = (payout) => {
      sent.push(payout);
      return Promise.reject(new Error('the answer was lost'));
    };
    await flow.approvedCharge(loan);
    await flow.advanceHours(weekHours);
    await verifiedAccount('7778889999');
    rails.payOut = payOut;
    await flow.advanceHours(weekHours);
    await flow.advanceHours(weekHours);
    assert.deepEqual([...new Set(sent.map((payout) => payout.ach_account_number))], ['4445556666']);
    assert.ok(sent.length > 1);
    assert.equal(new Set(sent.map(({ id }) => id)).size, 1);
  });

  it('that was sent to an account replaced since, and comes back, goes to the one in use', async () => {
    await verifiedAccount('000111111116');
    const loan = await anAcceptedLoan(lending);
    const rails = lending.context.providers.bankRails;
    const { payOut } = rails;
    rails.payOut = () => Promise.reject(new Error('the answer was lost'));
    await flow.approvedCharge(loan);
    await flow.advanceHours(weekHours);
    await verifiedAccount('3334445555');
    rails.payOut = payOut;
    paidOut.length = 0;
    await flow.advanceHours(weekHours);
    await flow.advanceHours(weekHours);
    assert.deepEqual(
      paidOut.map((payout) => payout.ach_account_number),
      ['3334445555'],
    );
    assert.deepEqual(await accountInUse(), { status: 'Verified', status_reason: null });
  });
});
