import type { LoanApplication } from '../../../lending-api/loan-applications.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { listApplications } from '../../store/applications.ts';
import { actingUser } from '../acting-user.ts';
import { balancesAt } from '../funding/balance-at.ts';
import { loanApplicationRecord } from './loan-application-record.ts';

/** The merchant's applications, the newest first; a Salesrep and a Salesperson see their own. */
export async function listLoanApplications(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<LoanApplication[]> {
  const { user, reach } = await actingUser(database.query, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'view_consumers',
    namedIn: 'path',
  });
  const invitedBy = reach === 'own' ? user.user_id : undefined;
  const rows = await listApplications(database.query, sponsor.id, user.merchant_id, invitedBy);
  const now = clock.now(sponsor.id);
  const look = { sponsorId: sponsor.id, merchantId: user.merchant_id, now };
  const loans = await balancesAt(database.query, rows, look);
  return loans.map((application) => loanApplicationRecord(application, now));
}
