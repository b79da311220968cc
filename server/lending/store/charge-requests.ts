import type { Transaction } from 'kysely';
import type { PaymentRequestStatus } from '../../lending-api/statuses.ts';
import { type Connection, insertedRows } from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { ChargeRequestRow } from './schema/funding.ts';
import type { LendingSchema } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

/** False when another request has its number for people. */
export async function insertChargeRequest(
  tx: Transaction<LendingSchema>,
  charge: ChargeRequestRow,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('charge_requests')
    .values(charge)
    .onConflict((conflict) => conflict.column('payment_request_id').doNothing())
    .executeTakeFirst();
  return insertedRows(inserted) === 1;
}

export function findChargeRequest(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<ChargeRequestRow | undefined> {
  return connection
    .selectFrom('charge_requests')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Ends a request that is still pending; false when something else has ended it. */
export async function endPendingRequest(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ChargeRequestRow, 'id' | 'sponsor_id'>,
  end: { status: Exclude<PaymentRequestStatus, 'Pending'>; status_at: number } & Partial<
    Pick<
      ChargeRequestRow,
      | 'approved_by'
      | 'approved_by_user'
      | 'rejection_reason'
      | 'authorization_method'
      | 'authorization_reference'
    >
  >,
): Promise<boolean> {
  const result = await tx
    .updateTable('charge_requests')
    .set(end)
    .where('id', '=', id)
    .where('sponsor_id', '=', sponsor_id)
    .where('status', '=', 'Pending')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What a loan was asked for last, the newest first. */
export function listRequestsOfLoan(
  connection: LendingConnection,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  limit: number,
): Promise<ChargeRequestRow[]> {
  return connection
    .selectFrom('charge_requests')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function listPendingOfLoan(
  connection: LendingConnection,
  loan: Loan,
): Promise<ChargeRequestRow[]> {
  const { rows } = await selectPendingOfLoan(connection, loan);
  return rows;
}

type Loan = Pick<ApplicationRow, 'id' | 'sponsor_id'>;

const selectPendingOfLoan = prepare((db: LendingConnection, loan: Loan) =>
  db
    .selectFrom('charge_requests')
    .selectAll()
    .where('sponsor_id', '=', loan.sponsor_id)
    .where('application_id', '=', loan.id)
    .where('status', '=', 'Pending')
    .orderBy('requested_at')
    .orderBy('id'),
);

export interface PendingFilter {
  sponsorId: string;
  merchantId: string;
  /** Only what this user's own consumers were asked for. */
  invitedBy?: string | undefined;
  /** Requested within [from, until), epoch milliseconds. */
  from?: number | undefined;
  until?: number | undefined;
  /** Ended by now: not listed, whether or not its timer has run. */
  now: number;
}

/** A request that waits for approval, with the loan it is for. */
export type PendingRequest = ChargeRequestRow & LoanNames;

type LoanNames = Pick<
  ApplicationRow,
  | 'external_application_id'
  | 'loan_id'
  | 'consumer_application_human_readable_id'
  | 'first_name'
  | 'last_name'
  | 'purchase_window_ends_at'
>;

/** Newest first. */
export function listPendingRequests(
  connection: LendingConnection,
  { sponsorId, merchantId, invitedBy, from, until, now }: PendingFilter,
): Promise<PendingRequest[]> {
  return connection
    .selectFrom('charge_requests as charge')
    .innerJoin('applications as loan', 'loan.id', 'charge.application_id')
    .selectAll('charge')
    .select([
      'loan.external_application_id',
      'loan.loan_id',
      'loan.consumer_application_human_readable_id',
      'loan.first_name',
      'loan.last_name',
      'loan.purchase_window_ends_at',
    ])
    .where('charge.sponsor_id', '=', sponsorId)
    .where('charge.merchant_id', '=', merchantId)
    .where('charge.status', '=', 'Pending')
    .where('charge.expires_at', '>', now)
    .where('loan.purchase_window_ends_at', '>', now)
    .$if(invitedBy !== undefined, (rows) => rows.where('charge.invited_by', '=', invitedBy ?? ''))
    .$if(from !== undefined, (rows) => rows.where('charge.requested_at', '>=', from ?? 0))
    .$if(until !== undefined, (rows) => rows.where('charge.requested_at', '<', until ?? 0))
    .orderBy('charge.requested_at', 'desc')
    .orderBy('charge.id')
    .execute();
}

/** True if a charge of the merchant waits for its approval, or for the processor. */
export async function hasPendingCharges(
  tx: Transaction<LendingSchema>,
  filter: Pick<PendingFilter, 'sponsorId' | 'merchantId' | 'now'>,
): Promise<boolean> {
  const waiting = await listPendingRequests(tx, filter);
  if (waiting.length > 0) return true;
  const approved = await tx
    .selectFrom('transactions')
    .select('id')
    .where('sponsor_id', '=', filter.sponsorId)
    .where('merchant_id', '=', filter.merchantId)
    .where('status', '=', 'Pending')
    .limit(1)
    .executeTakeFirst();
  return approved !== undefined;
}

/** A request whose time is over while its timer is late. */
export type OverdueRequest = Pick<
  ChargeRequestRow,
  'application_id' | 'consumer_charge_amount_cents' | 'expires_at'
>;

/** A merchant's overdue requests; of one loan only when it is named. */
export function listOverdueRequests(
  connection: LendingConnection,
  {
    sponsorId,
    merchantId,
    applicationId,
    now,
  }: Pick<PendingFilter, 'sponsorId' | 'merchantId' | 'now'> & { applicationId?: string },
): Promise<OverdueRequest[]> {
  return connection
    .selectFrom('charge_requests as charge')
    .innerJoin('applications as loan', 'loan.id', 'charge.application_id')
    .select(['charge.application_id', 'charge.consumer_charge_amount_cents', 'charge.expires_at'])
    .where('charge.sponsor_id', '=', sponsorId)
    .where('charge.merchant_id', '=', merchantId)
    .where('charge.status', '=', 'Pending')
    .$if(applicationId !== undefined, (rows) =>
      rows.where('charge.application_id', '=', applicationId ?? ''),
    )
    .where((row) =>
      row.or([row('charge.expires_at', '<=', now), row('loan.purchase_window_ends_at', '<=', now)]),
    )
    .execute();
}
