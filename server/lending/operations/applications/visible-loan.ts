import type { Connection } from '../../../platform/database/database.ts';
import type { Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { findApplicationByLoanId } from '../../store/applications.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { actingUser, requireReach } from '../acting-user.ts';

/** How a path names a loan. */
export interface LoanPath {
  request_user_id: string;
  loan_id: string;
}

/**
 * The loan of a path, as far as its user may see it. Throws `not_found` for what is another
 * sponsor's or merchant's, `forbidden` for another user's where the role sees its own only.
 */
export async function visibleLoan(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  { request_user_id, loan_id }: LoanPath,
): Promise<ApplicationTable> {
  const acting = await actingUser(connection, {
    sponsorId: sponsor.id,
    requestUserId: request_user_id,
    action: 'view_consumers',
    namedIn: 'path',
  });
  const application = await findApplicationByLoanId(connection, sponsor.id, loan_id);
  if (application?.merchant_id !== acting.user.merchant_id) {
    throw new LendingError('not_found', 'Not found.');
  }
  requireReach(acting, application);
  return application;
}
