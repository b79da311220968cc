import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../helpers/accepted-loan.ts';
import { inParallel } from '../../../helpers/in-parallel.ts';
import { type RaceTestbed, startRaceTestbed } from '../../../helpers/race-testbed.ts';
import { assertOneWins, racesOfEach } from '../../../helpers/races.ts';

const accounts = '/api/v1/sponsor/consumers/accounts';

let testbed: RaceTestbed;
before(async () => {
  testbed = await startRaceTestbed();
});
after(() => testbed.close());

const about = ({ external_application_id }: ApplicationRow) => ({
  request_user_id: 'hillside-rep-1',
  external_application_id,
});

const stored = (loan: ApplicationRow) =>
  testbed.context.database.query
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', loan.id)
    .executeTakeFirstOrThrow();

describe('two credit line increases of one account at once', () => {
  it('raise the limit once, to the amount of the one that won [conformance:race-two-increases]', async () => {
    await assertOneWins(testbed, async () => {
      const loan = await anAcceptedLoan(testbed);
      const path = `${accounts}/credit-line-increase/`;
      const amounts = [12_000, 13_000];
      return {
        contenders: amounts.map((cli_amount) => ({ path, body: { ...about(loan), cli_amount } })),
        refusals: [400],
        afterwards: async (winner) => {
          const { credit_limit_cents } = await stored(loan);
          assert.equal(credit_limit_cents, (amounts[winner] ?? 0) * 100);
        },
      };
    });
  });
});

describe('a cancellation that races the approval of a charge', () => {
  it('leaves a closed account without spending, or an open one with it [conformance:race-cancel-and-charge]', async () => {
    await assertOneWins(testbed, async () => {
      const loan = await anAcceptedLoan(testbed);
      const response = await testbed.call('POST', chargePath, { body: aCharge(loan) });
      const { payment_request_uuid } = (await response.json()) as Record<string, string>;
      return {
        contenders: [
          { path: `${accounts}/cancel/`, body: about(loan) },
          { path: `/sandbox/v1/payment-requests/${payment_request_uuid}/approve` },
        ],
        refusals: [400, 403],
        afterwards: async (winner) => {
          const { account_status, amount_spent_cents, pending_charge_amount_cents } =
            await stored(loan);
          assert.deepEqual(
            { account_status, amount_spent_cents, pending_charge_amount_cents },
            {
              account_status: winner === 0 ? 'Closed' : 'Active',
              amount_spent_cents: winner === 0 ? 0 : 100_000,
              pending_charge_amount_cents: 0,
            },
          );
        },
      };
    });
  });
});

describe('two cancellations of one account at once', () => {
  it('call the sponsor back once', async () => {
    await assertOneWins(testbed, async () => {
      const loan = await anAcceptedLoan(testbed);
      const contender = { path: `${accounts}/cancel/`, body: about(loan) };
      return {
        contenders: [contender, contender],
        refusals: [400],
        afterwards: async () => {
          const events = await testbed.context.database.query
            .selectFrom('events')
            .select('event_type')
            .where('application_id', '=', loan.id)
            .execute();
          assert.deepEqual(
            events.map(({ event_type }) => event_type),
            ['consumer_account_cancel'],
          );
        },
      };
    });
  });
});

describe('a cancellation that races a new charge request', () => {
  it('leaves no request that waits, whichever came first', async () => {
    const indexes = Array.from({ length: racesOfEach }, (_, index) => index);
    await inParallel(4, indexes, async (index) => {
      const loan = await anAcceptedLoan(testbed);
      const calls = [
        { path: `${accounts}/cancel/`, body: about(loan) },
        { path: chargePath, body: aCharge(loan) },
      ];
      const [cancelled, charged] = await Promise.all(
        calls.map(async ({ path, body }, position) => {
          const racer = testbed.racers[(index + position) % testbed.racers.length];
          return (await racer?.('POST', path, { body }))?.status;
        }),
      );
      assert.equal(cancelled, 200);
      assert.ok(charged === 201 || charged === 400, `charge: ${charged}`);
      const charges = await testbed.context.database.query
        .selectFrom('charge_requests')
        .select('status')
        .where('application_id', '=', loan.id)
        .execute();
      const expected = charged === 201 ? ['Canceled'] : [];
      assert.deepEqual(
        charges.map(({ status }) => status),
        expected,
      );
      const { account_status, pending_charge_amount_cents } = await stored(loan);
      assert.deepEqual([account_status, pending_charge_amount_cents], ['Closed', 0]);
    });
  });
});
