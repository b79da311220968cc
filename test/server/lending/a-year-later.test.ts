import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { nextCutOff } from '../../../server/lending/domain/business-days.ts';
import { accountMachine } from '../../../server/lending/domain/states/account.ts';
import { applicationMachine } from '../../../server/lending/domain/states/application.ts';
import { bankAccountMachine } from '../../../server/lending/domain/states/bank-account.ts';
import { callbackMachine } from '../../../server/lending/domain/states/callback.ts';
import { chargeRequestMachine } from '../../../server/lending/domain/states/charge-request.ts';
import { invitationMachine } from '../../../server/lending/domain/states/invitation.ts';
import { merchantMachine } from '../../../server/lending/domain/states/merchant.ts';
import { noticeMachine } from '../../../server/lending/domain/states/notice.ts';
import { offerMachine } from '../../../server/lending/domain/states/offer.ts';
import { portalAccountMachine } from '../../../server/lending/domain/states/portal-account.ts';
import {
  type StateMachine,
  statesOf,
} from '../../../server/lending/domain/states/state-machine.ts';
import { chargeMachine, refundMachine } from '../../../server/lending/domain/states/transaction.ts';
import type { ApplicationRow } from '../../../server/lending/store/schema/applications.ts';
import type {
  ChargeRequestRow,
  TransactionRow,
} from '../../../server/lending/store/schema/funding.ts';
import { timerHandlers } from '../../../server/lending/work.ts';
import { dayMs } from '../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';
import { populate } from './population.ts';

const applicationCount = 1_000;
const yearSeconds = 365 * 86_400;

let lending: TestLending;
let applications: ApplicationRow[];
before(async () => {
  lending = await startTestLending();
  // What is due runs when the clock is moved, and at no other time; nothing is delivered.
  await lending.stop();
  await populate(lending, applicationCount);
  const body = { seconds: yearSeconds };
  const response = await lending.call('POST', '/sandbox/v1/clock/advance', { body });
  assert.equal(response.status, 200, await response.text());
  applications = await query().selectFrom('applications').selectAll().execute();
});
after(() => lending.close());

const query = () => lending.context.database.query;
const now = () => lending.context.clock.now('sponsor@example.test');

type AnyMachine = StateMachine<string, string>;

/** The statuses in which records are, each of which must be one of its machine's. */
function assertLegal(machine: AnyMachine, statuses: readonly (string | null)[]): void {
  const legal: readonly (string | null)[] = [null, ...statesOf(machine)];
  const illegal = statuses.filter((status) => !legal.includes(status));
  assert.deepEqual(illegal, [], machine.subject);
}

/** True if any one event leads from a state to another. */
function isMove(machine: AnyMachine, from: string, to: string): boolean {
  return Object.values(machine.moves[from] ?? {}).includes(to);
}

const sum = (rows: readonly { consumer_charge_amount_cents: number }[]) =>
  rows.reduce((cents, row) => cents + row.consumer_charge_amount_cents, 0);
const isRefund = ({ transaction_description }: TransactionRow) => transaction_description === 115;
const ofLoan = <Row extends { application_id: string }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ application_id }) => application_id);

describe(`a year later, ${applicationCount} applications`, () => {
  it('were of every kind before', () => {
    assert.equal(applications.length, applicationCount);
    const statuses = new Set(applications.map(({ status }) => status));
    const lasting = [
      'Approved: Accepted',
      'Suspended',
      'Declined',
      'Cancelled',
      'Expired',
    ] as const;
    assert.deepEqual([...statuses].sort(), lasting.toSorted());
  });

  it('wait for nothing whose time is over [conformance:deadline-a-year-in-one-step-1]', async () => {
    const kinds = Object.keys(timerHandlers(lending.context));
    const due = await query()
      .selectFrom('due_work')
      .select(['kind', 'key'])
      .where('kind', 'in', kinds)
      .where('due_at', '<=', now())
      .execute();
    assert.deepEqual(due, []);
    const waiting = await query()
      .selectFrom('charge_requests')
      .select('id')
      .where('status', '=', 'Pending')
      .execute();
    assert.deepEqual(waiting, []);
  });

  it('came there by legal moves, one after the other [conformance:deadline-a-year-in-one-step-2]', async () => {
    const history = await query()
      .selectFrom('application_history')
      .selectAll()
      .orderBy('application_id')
      .orderBy('position')
      .execute();
    const steps = ofLoan(history);
    for (const { id, status } of applications) {
      const taken = steps.get(id) ?? [];
      assert.equal(taken.at(-1)?.status, status);
      for (const [index, step] of taken.entries()) {
        const before = taken[index - 1];
        if (!before) continue;
        assert.ok(
          isMove(applicationMachine, before.status, step.status),
          `${before.status} to ${step.status}`,
        );
        assert.ok(step.at >= before.at);
        assert.ok(step.status !== 'Expired' || step.at < now(), 'expired in its time');
      }
    }
  });

  it('have accounts that go with them', () => {
    const accountOf = {
      'Approved: Accepted': 'Active',
      Suspended: 'Suspended',
      Cancelled: 'Closed',
    } as const;
    for (const { status, account_status, accepted_at } of applications) {
      const expected = accepted_at === null ? null : accountOf[status as keyof typeof accountOf];
      assert.equal(account_status, expected, status);
    }
    assertLegal(
      accountMachine,
      applications.map(({ account_status }) => account_status),
    );
    assertLegal(
      portalAccountMachine,
      applications.map(({ portal_account_status }) => portal_account_status),
    );
  });

  it('have offers that were accepted, or have ended', async () => {
    const offers = await query().selectFrom('offers').selectAll().execute();
    assert.notEqual(offers.length, 0);
    assertLegal(
      offerMachine,
      offers.map(({ status }) => status),
    );
    const standing = offers.filter(({ status }) => status === 'Available' || status === 'Selected');
    assert.deepEqual(standing, []);
  });

  it('left every other record in a state of its table [conformance:deadline-a-year-in-one-step-3]', async () => {
    const statusesOf = async (
      table: 'merchants' | 'bank_accounts' | 'invitations' | 'notices' | 'events',
    ) => (await query().selectFrom(table).select('status').execute()).map(({ status }) => status);
    const tables = [
      ['merchants', merchantMachine],
      ['bank_accounts', bankAccountMachine],
      ['invitations', invitationMachine],
      ['notices', noticeMachine],
      ['events', callbackMachine],
    ] as const;
    for (const [table, machine] of tables) {
      const statuses = await statusesOf(table);
      assert.notEqual(statuses.length, 0, table);
      assertLegal(machine, statuses);
    }
    assert.deepEqual(new Set(await statusesOf('invitations')), new Set(['Expired']));
    // No mail was delivered, so that whatever is due went by post. The next one is still to come.
    const notices = await query().selectFrom('notices').selectAll().execute();
    for (const { status, created_at, deadline_at } of notices) {
      const waits = deadline_at > now() || nextCutOff(created_at) > now();
      assert.equal(status, waits ? 'Queued' : 'Mailed');
    }
  });

  it('say nothing more of their applicants than names and contact, unless mail is to go out or has just gone', async () => {
    const unshredded = applications.filter(({ applicant_sealed }) => applicant_sealed !== '');
    const waiting = await query()
      .selectFrom('notices')
      .select('application_id')
      .where('status', 'not in', ['Sent', 'Mailed'])
      .execute();
    // In one step of a year, a letter leaves at its end.
    const left = await query()
      .selectFrom('consent_events')
      .select('application_id')
      .where('consent_type', '=', 'aan_delivery')
      .where('accepted_at', '>', now() - 30 * dayMs)
      .execute();
    const waits = new Set([...waiting, ...left].map(({ application_id }) => application_id));
    assert.deepEqual(
      unshredded.filter(({ id }) => !waits.has(id)),
      [],
    );
    const applied = applications.filter(({ person_index }) => person_index !== '');
    assert.ok(unshredded.length < applied.length / 10, String(unshredded.length));
    const kept = await query().selectFrom('bureau_reports').select('inquiry_id').execute();
    const needed = new Set(unshredded.map(({ inquiry_id }) => inquiry_id));
    assert.deepEqual(
      kept.filter(({ inquiry_id }) => !needed.has(inquiry_id)),
      [],
    );
  });

  describe('and their money', () => {
    let charges: Map<string, ChargeRequestRow[]>;
    let transactions: Map<string, TransactionRow[]>;
    before(async () => {
      charges = ofLoan(await query().selectFrom('charge_requests').selectAll().execute());
      transactions = ofLoan(await query().selectFrom('transactions').selectAll().execute());
    });

    it('is in charges and refunds that have ended, but for those the processor keeps', () => {
      const all = [...transactions.values()].flat();
      const statuses = (rows: readonly TransactionRow[]) => rows.map(({ status }) => status);
      assertLegal(chargeMachine, statuses(all.filter((each) => !isRefund(each))));
      assertLegal(refundMachine, statuses(all.filter(isRefund)));
      assertLegal(
        chargeRequestMachine,
        [...charges.values()].flat().map(({ status }) => status),
      );
      const unsettled = all.filter(({ status }) => status === 'Pending' || status === 'Submitted');
      assert.deepEqual(
        new Set(unsettled.map(({ payment_identifier }) => payment_identifier)),
        new Set(['sbx:slow']),
      );
    });

    it('adds up, for every one of them', () => {
      let spent = 0;
      for (const loan of applications) {
        const records = transactions.get(loan.id) ?? [];
        const standing = records.filter(
          (each) => !isRefund(each) && !['Failed', 'Reversed', 'Excluded'].includes(each.status),
        );
        const settled = records.filter(
          (each) =>
            isRefund(each) &&
            each.settled_at !== null &&
            standing.some(({ id }) => id === each.charge_request_id),
        );
        assert.equal(loan.amount_spent_cents, sum(standing) - sum(settled), loan.id);
        const pending = (charges.get(loan.id) ?? []).filter(({ status }) => status === 'Pending');
        assert.equal(loan.pending_charge_amount_cents, sum(pending), loan.id);
        spent += loan.amount_spent_cents;
        assertWithinLimits(loan);
      }
      assert.ok(spent > 0);
    });
  });
});

/** 0 <= spent + pending <= limit <= maximum approved (server/lending/DECISIONS.md, Money). */
function assertWithinLimits(loan: ApplicationRow): void {
  const used = loan.amount_spent_cents + loan.pending_charge_amount_cents;
  const limit = loan.credit_limit_cents ?? 0;
  assert.ok(used >= 0 && used <= limit, loan.id);
  assert.ok(limit <= (loan.maximum_approved_amount_cents ?? 0), loan.id);
}
