import type { Connection } from '../../../platform/database/database.ts';
import { listOverdueRequests, type OverdueRequest } from '../../store/charge-requests.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';

/** Whose loans they are, and as of when (epoch ms). */
interface MerchantAt {
  sponsorId: string;
  merchantId: string;
  now: number;
}

/**
 * A merchant's loans with nothing set aside for charge requests that are over by now: a deadline that
 * has passed counts, whether or not its timer has run.
 */
export async function balancesAt(
  connection: Connection<LendingSchema>,
  loans: readonly ApplicationRow[],
  merchant: MerchantAt,
): Promise<ApplicationRow[]> {
  if (loans.every(({ pending_charge_amount_cents }) => pending_charge_amount_cents === 0)) {
    return [...loans];
  }
  const overdue = await listOverdueRequests(connection, merchant);
  return loans.map((loan) => withoutReserved(loan, overdue));
}

/** One loan as `balancesAt()` has it. */
export async function balanceAt(
  connection: Connection<LendingSchema>,
  loan: ApplicationRow,
  now: number,
): Promise<ApplicationRow> {
  if (loan.pending_charge_amount_cents === 0) return loan;
  const { id: applicationId, sponsor_id: sponsorId, merchant_id: merchantId } = loan;
  const named = { sponsorId, merchantId, applicationId, now };
  return withoutReserved(loan, await listOverdueRequests(connection, named));
}

function withoutReserved(loan: ApplicationRow, overdue: readonly OverdueRequest[]): ApplicationRow {
  const over = overdue.filter(({ application_id }) => application_id === loan.id);
  const cents = over.reduce((sum, charge) => sum + charge.consumer_charge_amount_cents, 0);
  const pending_charge_amount_cents = loan.pending_charge_amount_cents - cents;
  return { ...loan, pending_charge_amount_cents };
}
