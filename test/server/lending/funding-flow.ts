import assert from 'node:assert/strict';
import type { LendingContext } from '../../../server/lending/context.ts';
import type { ApplicationRow } from '../../../server/lending/store/schema/applications.ts';
import { aCharge, aRefund, chargePath } from '../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';

type Body = Record<string, unknown>;

export type FundingFlow = ReturnType<typeof fundingFlow>;

/** A lending service and the steps of funding in it; whoever starts it closes `lending`. */
export async function startFunding(
  ...options: Parameters<typeof startTestLending>
): Promise<{ lending: TestLending; flow: FundingFlow }> {
  const lending = await startTestLending(...options);
  return { lending, flow: fundingFlow(lending) };
}

/** The steps of funding, as a sponsor and its sandbox take them. */
export function fundingFlow(
  lending: Pick<TestLending, 'call'> & { context: Pick<LendingContext, 'database'> },
) {
  const { query } = lending.context.database;

  async function call(method: string, path: string, body?: unknown, status = 200): Promise<Body> {
    const response = await lending.call(method, path, { body });
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${path}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Body);
  }

  const sandbox = (path: string, body: unknown = {}, status = 200) =>
    call('POST', `/sandbox/v1${path}`, body, status);

  async function charge(
    loan: Pick<ApplicationRow, 'external_application_id'>,
    change: Body = {},
  ): Promise<string> {
    const body = await call('POST', chargePath, aCharge(loan, change), 201);
    return String(body.payment_request_uuid);
  }

  async function approvedCharge(loan: ApplicationRow, change: Body = {}): Promise<string> {
    const id = await charge(loan, change);
    await sandbox(`/payment-requests/${id}/approve`);
    return id;
  }

  return {
    call,
    sandbox,
    charge,
    advanceHours: (hours: number) => sandbox('/clock/advance', { seconds: hours * 3_600 }),
    approvedCharge,
    async settledCharge(loan: ApplicationRow, change: Body = {}): Promise<string> {
      const id = await approvedCharge(loan, change);
      await sandbox(`/transactions/${id}/advance`, { to: 'Transferred' });
      return id;
    },
    /** Of a charge, by an Admin; answers what the service did. */
    refund: (id: string, change: Body = {}, status = 201) =>
      call(
        'POST',
        '/api/v1/sponsor/merchants/refund-payment-request/',
        aRefund(id, change),
        status,
      ),
    chargeRow: (id: string) =>
      query
        .selectFrom('charge_requests')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    transactionRow: (id: string) =>
      query.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst(),
    async balance(loan: ApplicationRow): Promise<{ spent: number; pending: number }> {
      return query
        .selectFrom('applications')
        .select(['amount_spent_cents as spent', 'pending_charge_amount_cents as pending'])
        .where('id', '=', loan.id)
        .executeTakeFirstOrThrow();
    },
    async callbacks(loan: Pick<ApplicationRow, 'id'>): Promise<Body[]> {
      const rows = await query
        .selectFrom('events')
        .select('payload')
        .where('application_id', '=', loan.id)
        .execute();
      return rows.map(({ payload }) => JSON.parse(payload) as Body);
    },
    async setLoan(loan: ApplicationRow, change: Partial<ApplicationRow>): Promise<void> {
      await query.updateTable('applications').set(change).where('id', '=', loan.id).execute();
    },
  };
}
