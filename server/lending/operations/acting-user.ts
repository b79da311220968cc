import type { Transaction } from 'kysely';
import type { MerchantStatus } from '../../lending-api/statuses.ts';
import type { Connection, Database } from '../../platform/database/database.ts';
import type { LendingContext, Sponsor } from '../context.ts';
import { type Action, type Reach, reach } from '../domain/merchant-users.ts';
import { LendingError } from '../errors.ts';
import { findLoan, lockLoan } from '../store/accounts.ts';
import { isSharedWith } from '../store/applications.ts';
import { findUserAndMerchant } from '../store/merchant-users.ts';
import { holdMerchant } from '../store/merchants.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { MerchantUserRow } from '../store/schema/merchants.ts';
import type { LendingSchema } from '../store/schema.ts';

export interface ActingUser {
  user: MerchantUserRow;
  merchantStatus: MerchantStatus;
  /** Of the whole merchant, or what the user itself began. */
  reach: Reach;
}

export interface ActingFor {
  sponsorId: string;
  requestUserId: string;
  action: Action;
  /** Where the call named the user: one that is unknown is 404 in a path, 400 in a body. */
  namedIn: 'path' | 'body';
}

/**
 * The active user on whose behalf a call is made, if its role allows the action.
 * @throws LendingError for an unknown one `not_found` in a path and `invalid` in a body, `forbidden`
 * for one that is not active or whose role does not allow it
 */
export async function actingUser(
  connection: Connection<LendingSchema>,
  { sponsorId, requestUserId, action, namedIn }: ActingFor,
): Promise<ActingUser> {
  const found = await findUserAndMerchant(connection, sponsorId, requestUserId);
  if (!found) throw unknownUser(namedIn);
  const { user, merchantStatus } = found;
  if (user.status !== 'Active') throw new LendingError('forbidden', 'The user is not active.');
  const allowed = reach(user.user_type, action);
  if (allowed) return { user, merchantStatus, reach: allowed };
  throw new LendingError('forbidden', `A ${user.user_type} may not do this.`);
}

/** The active user of a path who looks at consumers of its merchant. @throws as `actingUser()` */
export function viewingUser(
  connection: Connection<LendingSchema>,
  { id: sponsorId }: Pick<Sponsor, 'id'>,
  requestUserId: string,
): Promise<ActingUser> {
  const action = 'view_consumers';
  return actingUser(connection, { sponsorId, requestUserId, action, namedIn: 'path' });
}

/** What was found, if it is of the user's merchant. @throws LendingError `not_found` */
export function ofOwnMerchant<Found extends { merchant_id: string }>(
  { user }: ActingUser,
  found: Found | undefined,
): Found {
  if (found?.merchant_id === user.merchant_id) return found;
  throw new LendingError('not_found', 'Not found.');
}

/** As `actingUser()`; the user keeps that role, and the merchant its status, until the transaction ends. */
export async function heldActingUser(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  named: ActingFor,
): Promise<ActingUser> {
  const before = await actingUser(tx, named);
  if (database.engine === 'sqlite') return before;
  await holdMerchant(tx, { sponsorId: named.sponsorId, id: before.user.merchant_id });
  // Whoever held the lock before may have taken this user's rights.
  return actingUser(tx, named);
}

/**
 * The merchant's application that a body names, locked.
 * @throws LendingError `not_found` for an unknown one and another merchant's, `forbidden` for
 * another user's where the role reaches its own only
 */
export async function lockReachableLoan(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  sponsor: Sponsor,
  acting: ActingUser,
  named: { external_application_id: string },
): Promise<ApplicationRow> {
  const found = await findLoan(tx, sponsor.id, acting.user.merchant_id, named);
  if (!found) throw new LendingError('not_found', 'Not found.');
  requireReach(acting, found);
  return lockLoan(tx, database, sponsor.id, found.id);
}

/** Refuses work on an application that another user began, where the role reaches its own only. */
export function requireReach(acting: ActingUser, application: { invited_by: string }): void {
  if (!isWithinReach(acting, application)) throw notInvited();
}

/**
 * The same, but a user whose consumer was answered with the application may go on with it: read the
 * loan, select, invite to the portal and charge.
 */
export async function requireReachOrShare(
  connection: Connection<LendingSchema>,
  acting: ActingUser,
  application: Pick<ApplicationRow, 'id' | 'invited_by'>,
): Promise<void> {
  if (isWithinReach(acting, application)) return;
  if (!(await isSharedWith(connection, acting.user, application.id))) throw notInvited();
}

function isWithinReach({ user, reach }: ActingUser, { invited_by }: { invited_by: string }) {
  return reach === 'all' || invited_by === user.user_id;
}

function notInvited(): LendingError {
  return new LendingError('forbidden', 'Another user invited this consumer.');
}

/**
 * Refuses a body's optional user who has no right to act on the application.
 * @throws as `actingUser()` does, and `not_found` for an application of another merchant
 */
export async function requireUserFor(
  connection: Connection<LendingSchema>,
  application: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'merchant_id' | 'invited_by'>,
  { requestUserId, action }: { requestUserId: string | undefined; action: Action },
): Promise<void> {
  if (requestUserId === undefined) return;
  const sponsorId = application.sponsor_id;
  const named = { sponsorId, requestUserId, action, namedIn: 'body' } as const;
  const acting = await actingUser(connection, named);
  if (acting.user.merchant_id !== application.merchant_id) {
    throw new LendingError('not_found', 'Not found.');
  }
  await requireReachOrShare(connection, acting, application);
}

function unknownUser(namedIn: 'path' | 'body'): LendingError {
  if (namedIn === 'path') return new LendingError('not_found', 'Not found.');
  return new LendingError('invalid', 'The user is not known.', {
    errors: { request_user_id: ['No user has this id.'] },
  });
}

/**
 * The user of a body who invites a consumer, by message or by a soft pull.
 * @throws as `actingUser()` does, and `forbidden` when the user's merchant is not Active
 */
export async function invitingUser(
  { database, log }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
  connection: Connection<LendingSchema> = database.query,
): Promise<MerchantUserRow> {
  const { user, merchantStatus } = await actingUser(connection, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'invite',
    namedIn: 'body',
  });
  if (merchantStatus === 'Active') return user;
  log.info({ event: 'consumer_refused', merchant_id: user.merchant_id, reason: 'not_active' });
  throw new LendingError('forbidden', 'The merchant is not active.');
}
