import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { pageOf } from '../../../../server/lending-api/answers.ts';
import {
  availableTransaction,
  availableTransactionOrder,
} from '../../../../server/lending-api/available-transactions.ts';
import { aFreeCharge, anAcceptedLoan, chargePath } from '../../../helpers/accepted-loan.ts';
import { hourMs } from '../../../helpers/durations.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { type FundingFlow, startFunding } from '../funding-flow.ts';

let lending: TestLending;
let flow: FundingFlow;
beforeEach(async () => {
  ({ lending, flow } = await startFunding());
});
afterEach(() => lending.close());

const loan = (change: Partial<ApplicationRow> = {}) => anAcceptedLoan(lending, change);
const path = (user: string, query = '') =>
  `/api/v1/sponsor/merchants/${user}/available-transactions/${query}`;
const list = async (query = '', user = 'hillside-admin') =>
  pageOf(availableTransaction).parse(await flow.call('GET', path(user, query)));
const idsOf = ({ results }: Awaited<ReturnType<typeof list>>) => results.map((row) => row.loan_id);

describe('GET {request_user_id}/available-transactions', () => {
  it('lists a loan that can be charged, with what is left of it [conformance:get-merchants-request-user-id-available-transactions]', async () => {
    const accepted = await loan();
    await flow.charge(accepted);
    const { count, results } = await list();
    assert.equal(count, 1);
    assert.partialDeepStrictEqual(results[0], {
      external_application_id: accepted.external_application_id,
      consumer_application_id: accepted.id,
      consumer_first_name: 'Ada',
      application_status: 'Approved: Accepted',
      credit_limit: '10000.00',
      amount_spent: '0.00',
      available_spend: '9000.00',
      purchase_window_end_date: '2026-07-30',
      portal_account_status: 'Active',
      is_valid_for_transaction: true,
      transaction_status_code: 0,
      no_transaction_message: '',
      invited_by_merchant_user: 'hillside-rep-1',
    });
    assert.match(results[0]?.product_name ?? '', /./);
  });

  for (const status of ['NotInvited', 'Invited', 'Locked'] as const) {
    it(`lists one that only lacks the portal account (${status}), with code 2`, async () => {
      await loan({ portal_account_status: status });
      const [row] = (await list()).results;
      assert.equal(row?.transaction_status_code, 2);
      assert.match(row?.no_transaction_message ?? '', /Payment Portal/);
    });
  }

  for (const [name, change] of [
    ['is suspended', { status: 'Suspended', account_status: 'Suspended' }],
    ['is cancelled', { status: 'Cancelled', account_status: 'Closed' }],
    ['has no account', { account_status: null }],
    ['is not accepted yet', { status: 'Approved: Offer Selected', account_status: null }],
    ['has nothing left', { amount_spent_cents: 600_000, pending_charge_amount_cents: 400_000 }],
    ['has nothing left but what was refunded too late', { unrestored_spend_cents: 1_000_000 }],
    ['may not be charged any more', { purchase_window_ends_at: Date.UTC(2026, 2, 2, 15) }],
  ] as const) {
    it(`does not list one that ${name}`, async () => {
      await loan(change);
      assert.deepEqual(await list(), { count: 0, results: [] });
    });
  }

  it('lists nothing of a suspended merchant', async () => {
    await loan();
    await flow.sandbox('/merchants/hillside-hvac/suspend');
    assert.deepEqual(await list(), { count: 0, results: [] });
  });

  it('shows a Salesrep its own, Salesmanager and Admin all', async () => {
    await loan();
    const { loan_id } = await loan({ invited_by: 'hillside-rep-2' });
    assert.deepEqual(idsOf(await list('', 'hillside-rep-2')), [loan_id]);
    assert.equal((await list('', 'hillside-manager')).count, 2);
    await flow.call('GET', path('nobody'), undefined, 404);
  });

  it('puts the loan accepted last first, and turns pages', async () => {
    const now = lending.context.clock.now('sponsor@example.test');
    const older = await loan({ accepted_at: now - 2 });
    const newest = await loan({ accepted_at: now });
    const middle = await loan({ accepted_at: now - 1 });
    const first = await list('?page_size=2');
    assert.deepEqual(idsOf(first), [newest.loan_id, middle.loan_id]);
    assert.deepEqual([first.count, first.previous], [3, undefined]);
    const second = await list(new URL(first.next ?? '').search);
    assert.deepEqual(idsOf(second), [older.loan_id]);
    await flow.call('GET', path('hillside-admin', '?page=3&page_size=2'), undefined, 404);
  });

  it('is ordered as asked, either way', async () => {
    const { selected_terms } = await loan({ status: 'Suspended', account_status: 'Suspended' });
    const named = (product_name: string) =>
      JSON.stringify({ ...JSON.parse(selected_terms ?? '{}'), product_name });
    const less = await loan({
      last_name: 'Adams',
      amount_spent_cents: 500_000,
      selected_terms: named('Plan A'),
    });
    const more = await loan({ last_name: 'Zorn', selected_terms: named('Plan B') });
    const order = async (by: string) => idsOf(await list(`?ordering=${by}`));
    assert.deepEqual(await order('consumer_last_name'), [less.loan_id, more.loan_id]);
    assert.deepEqual(await order('-consumer_last_name'), [more.loan_id, less.loan_id]);
    assert.deepEqual(await order('available_spend'), [less.loan_id, more.loan_id]);
    assert.deepEqual(await order('product_name'), [less.loan_id, more.loan_id]);
    assert.deepEqual(await order('-product_name'), [more.loan_id, less.loan_id]);
    assert.deepEqual(
      availableTransactionOrder.toSorted(),
      Object.keys(availableTransaction.shape).sort(),
    );
    for (const field of availableTransactionOrder) {
      assert.deepEqual((await order(field)).length, 2, field);
    }
    await flow.call('GET', path('hillside-admin', '?ordering=ssn'), undefined, 400);
  });

  it('is ordered by what keeps a loan from being charged', async () => {
    const ready = await loan();
    const waits = await loan({ portal_account_status: 'Invited' });
    for (const by of [
      '-is_valid_for_transaction',
      'transaction_status_code',
      'no_transaction_message',
    ]) {
      assert.deepEqual(idsOf(await list(`?ordering=${by}`)), [ready.loan_id, waits.loan_id], by);
    }
  });

  describe('of loans whose charge request is over while its timer is late', () => {
    const LIFETIME_MS = 48 * hourMs;
    const held = async (amount: string, change: Partial<ApplicationRow> = {}) => {
      const accepted = await loan(change);
      const body = aFreeCharge(accepted, amount, { request_user_id: 'hillside-admin' });
      assert.equal((await lending.call('POST', chargePath, { body })).status, 201);
      return accepted;
    };
    const order = '?ordering=-available_spend';

    it('lists each with all that it has left, in its place', async () => {
      // From here on every timer is late.
      await lending.stop();
      const whole = await held('10000.00');
      const free = await loan({ credit_limit_cents: 950_000 });
      const part = await held('4000.00', { credit_limit_cents: 900_000 });
      const before = await list(order);
      assert.equal(before.count, 2);
      assert.deepEqual(idsOf(before), [free.loan_id, part.loan_id]);
      lending.tick(LIFETIME_MS);
      const after = await list(order);
      assert.equal(after.count, 3);
      const places = after.results.map((row) => [row.loan_id, row.available_spend]);
      assert.deepEqual(places, [
        [whole.loan_id, '10000.00'],
        [free.loan_id, '9500.00'],
        [part.loan_id, '9000.00'],
      ]);
      const second = await list(`${order}&page=2&page_size=2`);
      assert.deepEqual([second.count, idsOf(second)], [3, [part.loan_id]]);
      for (const field of availableTransactionOrder) {
        assert.equal((await list(`?ordering=${field}`)).count, 3, field);
      }
      const own = await list(order, 'hillside-rep-1');
      assert.equal(own.count, 3);
    });

    it('lists none that cannot be charged for another reason, or has nothing left', async () => {
      await lending.stop();
      const { sponsor_id } = await held('10000.00', { invited_by: 'hillside-admin' });
      const spent = await held('10000.00');
      const suspended = await held('10000.00');
      const change = (id: string, set: Partial<ApplicationRow>) =>
        lending.context.database.query
          .updateTable('applications')
          .set(set)
          .where('id', '=', id)
          .where('sponsor_id', '=', sponsor_id)
          .execute();
      await change(spent.id, { amount_spent_cents: 1_000_000 });
      await change(suspended.id, { account_status: 'Suspended' });
      lending.tick(LIFETIME_MS);
      const { count } = await list('', 'hillside-rep-1');
      assert.equal(count, 0);
    });
  });
});
