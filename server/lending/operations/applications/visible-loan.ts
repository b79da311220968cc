import type { Connection } from '../../../platform/database/database.ts';
import type { Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { findApplicationByExternalId, findApplicationByLoanId } from '../../store/applications.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { actingUser, requireReach, requireReachOrShare } from '../acting-user.ts';

/** How a path names a loan. */
export interface LoanPath {
  request_user_id: string;
  loan_id: string;
}

/**
 * The loan of a path, as far as its user may see it. Throws `not_found` for what is another
 * sponsor's or merchant's, `forbidden` for another user's where the role sees its own only, unless
 * it was shared with the user.
 */
export function visibleLoan(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  { request_user_id, loan_id }: LoanPath,
): Promise<ApplicationRow> {
  const find = () => findApplicationByLoanId(connection, sponsor.id, loan_id);
  return visible(connection, sponsor, request_user_id, find, { applicationOf: ({ id }) => id });
}

/** As `visibleLoan()`, of a path that names the application, for lists: these are not shared. */
export function visibleApplication(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  path: { request_user_id: string; external_application_id: string },
): Promise<ApplicationRow> {
  const { request_user_id, external_application_id: id } = path;
  const find = () => findApplicationByExternalId(connection, sponsor.id, id);
  return visible(connection, sponsor, request_user_id, find);
}

/**
 * Anything of a consumer's that a path's user may see; throws as `visibleLoan()`. It is shared with
 * its application where `applicationOf` tells the id of that.
 */
export async function visible<Owned extends { merchant_id: string; invited_by: string }>(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  requestUserId: string,
  find: () => Promise<Owned | undefined>,
  { applicationOf }: { applicationOf?: (found: Owned) => string } = {},
): Promise<Owned> {
  const acting = await actingUser(connection, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'view_consumers',
    namedIn: 'path',
  });
  const found = await find();
  if (found?.merchant_id !== acting.user.merchant_id) {
    throw new LendingError('not_found', 'Not found.');
  }
  if (!applicationOf) requireReach(acting, found);
  else await requireReachOrShare(connection, acting, { ...found, id: applicationOf(found) });
  return found;
}
