import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import type { TransactionRow } from '../../../../../server/lending/store/schema/funding.ts';
import { transactionStatus } from '../../../../../server/lending-api/statuses.ts';
import { splitFee } from '../../../../../server/loan-math/fee-split.ts';
import { formatCents } from '../../../../../server/platform/money.ts';
import { aCharge, anAcceptedLoan, aRefund } from '../../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';

const merchants = '/api/v1/sponsor/merchants';
const limitCents = 1_000_000;
const statuses = transactionStatus.options;
const parts = [
  'consumer_charge_amount_cents',
  'net_to_merchant_amount_cents',
  'net_platform_fee_cents',
  'net_to_sponsor_amount_cents',
] as const;

type Step =
  | { step: 'charge'; cents: number; kind: 109 | 111 | 113 }
  | { step: 'settled charge'; cents: number }
  | { step: 'answer'; which: number; answer: 'approve' | 'reject' }
  | { step: 'advance'; which: number; to: (typeof statuses)[number] }
  | { step: 'refund'; which: number; percent: number }
  | { step: 'wait'; hours: number }
  | { step: 'end window' };

/** Few records and small parts of them, so that what is done to one is done to it again. */
const which = fc.nat(5);
const cents = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 700_000 }));
const often = <Value>(arbitrary: fc.Arbitrary<Value>) => ({ weight: 5, arbitrary });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    often(
      fc.record({
        step: fc.constant('charge' as const),
        cents,
        kind: fc.constantFrom(109 as const, 111 as const, 113 as const),
      }),
    ),
    often(fc.record({ step: fc.constant('settled charge' as const), cents })),
    often(
      fc.record({
        step: fc.constant('answer' as const),
        which,
        answer: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const),
      }),
    ),
    often(
      fc.record({
        step: fc.constant('advance' as const),
        which,
        to: fc.constantFrom(...statuses, 'Transferred' as const),
      }),
    ),
    often(
      fc.record({
        step: fc.constant('refund' as const),
        which,
        percent: fc.constantFrom(1, 33, 50, 67, 100, 101),
      }),
    ),
    fc.record({ step: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 80 }) }),
    fc.record({ step: fc.constant('end window' as const) }),
  ),
  { minLength: 1, maxLength: 20, size: 'max' },
);

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

/** Whatever is asked in whatever state, it is done or refused; nothing else. */
async function ask(path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await lending.call('POST', path, { body });
  const text = await response.text();
  assert.ok([200, 201, 400, 404].includes(response.status), `${path}: ${text}`);
  return JSON.parse(text);
}

const rows = {
  loan: ({ id }: ApplicationRow) =>
    lending.context.database.query
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  charges: ({ id }: ApplicationRow) =>
    lending.context.database.query
      .selectFrom('charge_requests')
      .selectAll()
      .where('application_id', '=', id)
      .orderBy('id')
      .execute(),
  transactions: ({ id }: ApplicationRow) =>
    lending.context.database.query
      .selectFrom('transactions')
      .selectAll()
      .where('application_id', '=', id)
      .orderBy('id')
      .execute(),
};

function pick<Row>(all: readonly Row[], index: number): Row | undefined {
  return all[index % Math.max(1, all.length)];
}

function splitOf(cents: number) {
  const share = splitFee(cents, { merchant_fee_percent: '6.00', platform_fee_percent: '4.00' });
  return {
    consumer_charge_amount: formatCents(cents),
    net_to_merchant_amount: formatCents(share.net_to_merchant_amount_cents),
    net_platform_fee: formatCents(share.net_platform_fee_cents),
    net_to_sponsor_amount: formatCents(share.net_to_sponsor_amount_cents),
  };
}

async function take(loan: ApplicationRow, step: Step): Promise<void> {
  switch (step.step) {
    case 'charge':
      await charge(loan, step.cents, { transaction_description: step.kind });
      return;
    case 'settled charge': {
      const id = await charge(loan, step.cents);
      await ask(`/sandbox/v1/payment-requests/${id}/approve`, {});
      await ask(`/sandbox/v1/transactions/${id}/advance`, { to: 'Transferred' });
      return;
    }
    case 'answer': {
      const waiting = pick(await rows.charges(loan), step.which);
      if (waiting) await ask(`/sandbox/v1/payment-requests/${waiting.id}/${step.answer}`, {});
      return;
    }
    case 'advance': {
      const moved = pick(await rows.transactions(loan), step.which);
      if (moved) await ask(`/sandbox/v1/transactions/${moved.id}/advance`, { to: step.to });
      return;
    }
    case 'refund': {
      const refunded = pick(await rows.transactions(loan), step.which);
      if (refunded) await refund(refunded, step.percent);
      return;
    }
    case 'wait':
      await ask('/sandbox/v1/clock/advance', { seconds: step.hours * 3_600 });
      return;
    case 'end window': {
      const now = lending.context.clock.now(loan.sponsor_id);
      // One that has ended ends at no later time.
      await lending.context.database.query
        .updateTable('applications')
        .set({ purchase_window_ends_at: now })
        .where('id', '=', loan.id)
        .where('purchase_window_ends_at', '>', now)
        .execute();
    }
  }
}

async function charge(loan: ApplicationRow, cents: number, change = {}): Promise<unknown> {
  const body = aCharge(loan, { ...splitOf(cents), ...change });
  const { payment_request_uuid } = await ask(`${merchants}/payment-request/`, body);
  return payment_request_uuid;
}

async function refund(transaction: TransactionRow, percent: number): Promise<void> {
  const cents = Math.ceil((transaction.consumer_charge_amount_cents * percent) / 100);
  await ask(`${merchants}/refund-payment-request/`, aRefund(transaction.id, splitOf(cents)));
}

const sum = (all: readonly { consumer_charge_amount_cents: number }[]) =>
  all.reduce((cents, each) => cents + each.consumer_charge_amount_cents, 0);
const isRefund = ({ transaction_description }: TransactionRow) => transaction_description === 115;

/** server/lending/DECISIONS.md, Money, recounted from the records. */
async function checkIdentities(loan: ApplicationRow): Promise<void> {
  const now = await rows.loan(loan);
  const transactions = await rows.transactions(loan);
  const pending = (await rows.charges(loan)).filter(({ status }) => status === 'Pending');
  const standing = transactions.filter(
    (each) => !isRefund(each) && !['Failed', 'Reversed', 'Excluded'].includes(each.status),
  );
  const refunds = transactions.filter(isRefund);
  const settled = refunds.filter(
    ({ charge_request_id, settled_at }) =>
      settled_at !== null && standing.some(({ id }) => id === charge_request_id),
  );
  assert.equal(now.amount_spent_cents, sum(standing) - sum(settled), 'spent');
  assert.equal(now.pending_charge_amount_cents, sum(pending), 'pending');
  const used = now.amount_spent_cents + now.pending_charge_amount_cents;
  assert.ok(used >= 0 && used + now.unrestored_spend_cents <= limitCents, 'within the limit');
  const isLate = refunds.some(({ settled_at }) => (settled_at ?? 0) >= windowEnd(now));
  if (!isLate) assert.equal(now.unrestored_spend_cents, 0, 'restored while the window is open');
  for (const charge of transactions.filter((each) => !isRefund(each))) {
    checkRefundsOf(
      charge,
      refunds.filter(({ charge_request_id }) => charge_request_id === charge.id),
    );
  }
}

function windowEnd({ purchase_window_ends_at }: ApplicationRow): number {
  return purchase_window_ends_at ?? 0;
}

function checkRefundsOf(charge: TransactionRow, refunds: readonly TransactionRow[]): void {
  const made = refunds.filter(({ status }) => status !== 'Failed');
  for (const part of parts) {
    const refunded = made.reduce((cents, refund) => cents + refund[part], 0);
    assert.ok(refunded <= charge[part], `refunded of ${part}`);
  }
  const inFlight = made.filter(({ settled_at }) => settled_at === null);
  assert.ok(inFlight.length <= 1, 'one refund in flight');
  if (charge.status === 'Pending' || charge.status === 'Submitted') assert.deepEqual(made, []);
}

describe('charges, refunds, failures and the end of the purchase window, in any order', () => {
  it('keep what is spent and what waits equal to the records, and within the limit', () =>
    fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const loan = await anAcceptedLoan(lending);
        for (const step of taken) {
          await take(loan, step);
          await checkIdentities(loan);
        }
      }),
      { numRuns: 30 },
    ));
});
