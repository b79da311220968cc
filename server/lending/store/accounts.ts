import { sql, type Transaction } from 'kysely';
import { type Connection, type Database, insertedRows } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import { lockApplication } from './applications.ts';
import type {
  AccountCancellationRow,
  ApplicationRow,
  CreditLineIncreaseRow,
} from './schema/applications.ts';
import type { LendingSchema } from './schema.ts';

interface LoanName {
  external_application_id?: string | undefined;
  loan_id?: string | undefined;
}

/** The merchant's loan with these ids; both must be its own when both are given. */
export function findLoan(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  merchantId: string,
  { external_application_id, loan_id }: LoanName,
): Promise<ApplicationRow | undefined> {
  return connection
    .selectFrom('applications')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .$if(external_application_id !== undefined, (loans) =>
      loans.where('external_application_id', '=', external_application_id ?? ''),
    )
    .$if(loan_id !== undefined, (loans) => loans.where('loan_id', '=', loan_id ?? ''))
    .executeTakeFirst();
}

/** The loan, locked until the transaction ends: whatever moves its money takes this lock first. */
export async function lockLoan(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  id: string,
): Promise<ApplicationRow> {
  const loan = await lockApplication(tx, database, sponsorId, id);
  if (loan) return loan;
  throw new Error(`application ${id} is gone`);
}

type Loan = Pick<ApplicationRow, 'id' | 'sponsor_id'>;

/** Sets an amount aside for a pending charge; false when less than that is left to spend. */
export async function reserveSpend(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Loan,
  cents: number,
  now: number,
): Promise<boolean> {
  const result = await tx
    .updateTable('applications')
    .set((loan) => ({
      pending_charge_amount_cents: loan('pending_charge_amount_cents', '+', cents),
      modified_at: now,
    }))
    .where('id', '=', id)
    .where('sponsor_id', '=', sponsor_id)
    .where((loan) =>
      loan(
        'credit_limit_cents',
        '>=',
        sql<number>`${loan.ref('amount_spent_cents')} + ${loan.ref('pending_charge_amount_cents')} + ${loan.ref('unrestored_spend_cents')} + ${cents}`,
      ),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Gives back what was set aside for a charge that will not come. */
export async function releaseSpend(
  tx: Transaction<LendingSchema>,
  loan: Loan,
  cents: number,
  now: number,
): Promise<void> {
  await changeSpend(tx, loan, { pending: -cents, spent: 0 }, now);
}

/** Turns what was set aside into what is spent. */
export async function spendReserved(
  tx: Transaction<LendingSchema>,
  loan: Loan,
  cents: number,
  now: number,
): Promise<void> {
  await changeSpend(tx, loan, { pending: -cents, spent: cents }, now);
}

/** Takes back what a charge spent that does not stand. */
export async function restoreSpend(
  tx: Transaction<LendingSchema>,
  loan: Loan,
  cents: number,
  now: number,
): Promise<void> {
  await changeSpend(tx, loan, { pending: 0, spent: -cents }, now);
}

/**
 * Takes back what was spent and refunded. It may be spent again only while the purchase window is
 * open (server/lending/DECISIONS.md, Refunds).
 */
export async function refundSpend(
  tx: Transaction<LendingSchema>,
  loan: Loan & Pick<ApplicationRow, 'purchase_window_ends_at'>,
  cents: number,
  at: number,
): Promise<void> {
  const isOver = loan.purchase_window_ends_at === null || at >= loan.purchase_window_ends_at;
  await changeSpend(tx, loan, { pending: 0, spent: -cents, unrestored: isOver ? cents : 0 }, at);
}

async function changeSpend(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Loan,
  { pending, spent, unrestored = 0 }: { pending: number; spent: number; unrestored?: number },
  now: number,
): Promise<void> {
  const result = await tx
    .updateTable('applications')
    .set((loan) => ({
      pending_charge_amount_cents: loan('pending_charge_amount_cents', '+', pending),
      amount_spent_cents: loan('amount_spent_cents', '+', spent),
      unrestored_spend_cents: loan('unrestored_spend_cents', '+', unrestored),
      modified_at: now,
    }))
    .where('id', '=', id)
    .where('sponsor_id', '=', sponsor_id)
    .where('pending_charge_amount_cents', '>=', -pending)
    .where('amount_spent_cents', '>=', -spent)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new Error(`the balance of loan ${id} does not add up`);
}

/** Ends the purchase window, if it is still open at that time. */
export async function endPurchaseWindow(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Loan,
  at: number,
): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ purchase_window_ends_at: at, modified_at: at })
    .where('id', '=', id)
    .where('sponsor_id', '=', sponsor_id)
    .where('purchase_window_ends_at', '>', at)
    .execute();
}

export async function findCreditLineIncrease(
  connection: Connection<LendingSchema>,
  loan: Loan,
): Promise<CreditLineIncreaseRow | undefined> {
  const { rows } = await selectIncrease(connection, loan);
  return rows[0];
}

const selectIncrease = prepare((db: Connection<LendingSchema>, loan: Loan) =>
  db
    .selectFrom('credit_line_increases')
    .selectAll()
    .where('sponsor_id', '=', loan.sponsor_id)
    .where('application_id', '=', loan.id),
);

/** False when the account has had its one increase. */
export async function insertCreditLineIncrease(
  tx: Transaction<LendingSchema>,
  increase: CreditLineIncreaseRow,
): Promise<boolean> {
  const result = await tx
    .insertInto('credit_line_increases')
    .values(increase)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return insertedRows(result) === 1;
}

export async function insertCancellation(
  tx: Transaction<LendingSchema>,
  cancellation: AccountCancellationRow,
): Promise<void> {
  await tx.insertInto('account_cancellations').values(cancellation).execute();
}
