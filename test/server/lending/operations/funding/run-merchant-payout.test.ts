import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { BankRails } from '../../../../../server/lending/providers/providers.ts';
import { sandboxBankRails } from '../../../../../server/lending/providers/sandbox-providers.ts';
import { formatCents } from '../../../../../server/platform/money.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { aPaymentDetail } from '../../../../helpers/merchant-bodies.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';

const detail = '/api/v1/sponsor/merchants/payment-detail/';
const returned = '000111111116';
const weekHours = 7 * 24;

/** Of `aCharge()`. */
const part = {
  consumer_charge_amount: '300.00',
  net_to_merchant_amount: '282.00',
  net_platform_fee: '12.00',
  net_to_sponsor_amount: '6.00',
};

let lending: TestLending;
let flow: FundingFlow;
/** All that were sent, whatever became of them. */
const sent: { id: string; amount_cents: number; ach_account_number: string }[] = [];
const paidOut: Parameters<BankRails['payOut']>[0][] = [];
beforeEach(async () => {
  sent.length = 0;
  paidOut.length = 0;
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
afterEach(() => lending.close());

const accountInUse = () =>
  lending.context.database.query
    .selectFrom('bank_accounts')
    .select(['status', 'status_reason'])
    .where('status', '<>', 'Replaced')
    .executeTakeFirstOrThrow();

const ach_routing_number = '021000021';

const registeredAccount = (ach_account_number: string) =>
  flow.call('POST', detail, aPaymentDetail({ ach_account_number, ach_routing_number }), 201);

async function verifiedAccount(ach_account_number: string): Promise<void> {
  await registeredAccount(ach_account_number);
  const account = { ach_account_number, ach_routing_number };
  const { amounts_cents } = await sandboxBankRails.sendMicroDeposits({ ...account, id: 'order' });
  await flow.call('POST', `${detail}verify-micro-deposits/hillside-admin/`, {
    micro_deposits_amounts: amounts_cents.map(formatCents),
  });
}

/** A settled charge whose payout waits for a verified account. */
async function waitingCharge(): Promise<string> {
  const charge = await flow.approvedCharge(await anAcceptedLoan(lending));
  await registeredAccount('1112223333');
  await flow.advanceHours(weekHours);
  return charge;
}

/** To whom it was written that a payout came back. */
async function toldOfReturns(): Promise<string[]> {
  const rows = await lending.context.database.query
    .selectFrom('messages')
    .select('recipient')
    .where('kind', '=', 'payout_returned')
    .execute();
  return rows.map(({ recipient }) => recipient);
}

const linesOfReturns = () => lending.logged.filter((line) => line.includes('"payout_returned"'));

const paidAmounts = () => paidOut.map(({ amount_cents }) => amount_cents);

describe('the payout of a settled charge', () => {
  it('is the merchant’s part of it, once', async () => {
    await flow.approvedCharge(await anAcceptedLoan(lending));
    await flow.advanceHours(weekHours);
    await flow.advanceHours(weekHours);
    assert.deepEqual(paidAmounts(), [94_000]);
  });

  it('that comes back leaves the account Errored, and goes to the one that takes its place', async () => {
    await verifiedAccount(returned);
    const loan = await anAcceptedLoan(lending);
    await flow.approvedCharge(loan);
    await flow.advanceHours(weekHours);
    assert.deepEqual(await accountInUse(), { status: 'Errored', status_reason: 'payout-return' });
    await flow.call('POST', chargePath, aCharge(loan), 400);
    await verifiedAccount('5556667777');
    await flow.advanceHours(weekHours);
    assert.deepEqual(
      paidOut.map((payout) => [payout.ach_routing_number, payout.ach_account_number]),
      [[ach_routing_number, '5556667777']],
    );
    assert.deepEqual(
      sent.map((payout) => payout.ach_account_number),
      [returned, '5556667777'],
    );
    // Rails that know a payout by its id would answer the second with the return of the first.
    assert.notEqual(sent[0]?.id, sent[1]?.id);
  });

  it('that comes back is told to the Admins, and logged', async () => {
    await verifiedAccount(returned);
    const charge = await flow.approvedCharge(await anAcceptedLoan(lending));
    await flow.advanceHours(weekHours);
    assert.deepEqual(await toldOfReturns(), ['hillside-admin@hillside.example.test']);
    const { merchant_id } = (await flow.transactionRow(charge)) ?? {};
    assert.partialDeepStrictEqual(
      linesOfReturns().map((line) => JSON.parse(line)),
      [{ level: 40, merchant_id, payment_request_uuid: charge, code: 'R02' }],
    );
    assert.doesNotMatch(linesOfReturns().join(), new RegExp(returned));
  });

  it('whose answer was lost is asked for again where it was sent, and not sent to a new account', async () => {
    await verifiedAccount('4445556666');
    const loan = await anAcceptedLoan(lending);
    const rails = lending.context.providers.bankRails;
    const { payOut } = rails;
    rails.payOut = (payout) => {
      sent.push(payout);
      return Promise.reject(new Error('the answer was lost'));
    };
    const charge = await flow.approvedCharge(loan);
    await flow.advanceHours(weekHours);
    await verifiedAccount('7778889999');
    await flow.refund(charge, part);
    await flow.advanceHours(weekHours);
    rails.payOut = payOut;
    await flow.advanceHours(weekHours);
    await flow.advanceHours(weekHours);
    assert.deepEqual([...new Set(sent.map((payout) => payout.ach_account_number))], ['4445556666']);
    assert.deepEqual([...new Set(sent.map((payout) => payout.amount_cents))], [94_000]);
    assert.ok(sent.length > 1);
    assert.equal(new Set(sent.map(({ id }) => id)).size, 1);
  });

  it('that was sent to an account replaced since, and comes back, goes to the one in use', async () => {
    await verifiedAccount(returned);
    const loan = await anAcceptedLoan(lending);
    const rails = lending.context.providers.bankRails;
    const { payOut } = rails;
    rails.payOut = () => Promise.reject(new Error('the answer was lost'));
    await flow.approvedCharge(loan);
    await flow.advanceHours(weekHours);
    await verifiedAccount('3334445555');
    rails.payOut = payOut;
    await flow.advanceHours(weekHours);
    await flow.advanceHours(weekHours);
    assert.deepEqual(
      paidOut.map((payout) => payout.ach_account_number),
      ['3334445555'],
    );
    assert.deepEqual(await accountInUse(), { status: 'Verified', status_reason: null });
    // What it needs is there already.
    assert.deepEqual(await toldOfReturns(), []);
    assert.equal(linesOfReturns().length, 1);
  });

  it('goes to the account that the merchant registers after it was closed', async () => {
    await verifiedAccount(returned);
    const charge = await flow.approvedCharge(await anAcceptedLoan(lending));
    await flow.sandbox(`/transactions/${charge}/advance`, { to: 'Successful' });
    await flow.sandbox('/merchants/hillside-hvac/offboard');
    await flow.advanceHours(weekHours);
    assert.deepEqual(paidOut, []);
    await verifiedAccount('5556667777');
    await flow.advanceHours(weekHours);
    assert.deepEqual(paidAmounts(), [94_000]);
  });

  for (const [name, refund, amounts] of [
    ['in full', {}, []],
    ['in part', part, [65_800]],
  ] as const) {
    it(`is of what was not refunded ${name} while it waited for an account`, async () => {
      const charge = await waitingCharge();
      await flow.refund(charge, refund);
      await flow.advanceHours(weekHours);
      await verifiedAccount('6667778888');
      await flow.advanceHours(weekHours);
      assert.deepEqual(paidAmounts(), amounts);
    });
  }

  for (const [name, change, amount] of [
    ['settles', {}, 65_800],
    ['fails', { payment_identifier: 'sbx:processor_fail' }, 94_000],
  ] as const) {
    it(`waits for a refund on its way, which then ${name}`, async () => {
      const charge = await waitingCharge();
      await flow.refund(charge, { ...part, ...change });
      await verifiedAccount('6667778888');
      assert.deepEqual(paidAmounts(), []);
      await flow.advanceHours(weekHours);
      assert.deepEqual(paidAmounts(), [amount]);
    });
  }
});
