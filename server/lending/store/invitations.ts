import { type Expression, type ExpressionBuilder, sql, type Transaction } from 'kysely';
import type { InvitationSummary } from '../../lending-api/invitations.ts';
import type { Ordering } from '../../lending-api/queries.ts';
import type { Connection } from '../../platform/database/database.ts';
import { type InvitationEvent, invitationMachine } from '../domain/states/invitation.ts';
import { transition } from '../domain/states/state-machine.ts';
import { LendingError } from '../errors.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { ApplicationDraftRow, InvitationRow } from './schema/hosted-pages.ts';
import type { LendingSchema } from './schema.ts';

export async function insertInvitation(
  tx: Transaction<LendingSchema>,
  invitation: InvitationRow,
): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute();
}

/** The invitation of an application; undefined for one of a soft pull. */
export function findInvitation(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<InvitationRow | undefined> {
  return connection
    .selectFrom('invitations')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

interface InvitationMove {
  event: InvitationEvent;
  /** Epoch milliseconds on the sponsor's clock. */
  at: number;
  change?: Partial<Pick<InvitationRow, 'answered_by'>>;
}

/**
 * Moves an invitation by an event. Answers the row as it now is.
 * @throws IllegalTransitionError when the table has no such move; LendingError when the row has left
 *   the state in which it was read
 */
export async function moveInvitation(
  tx: Transaction<LendingSchema>,
  invitation: InvitationRow,
  { event, at, change = {} }: InvitationMove,
): Promise<InvitationRow> {
  const moved = await tx
    .updateTable('invitations')
    .set({
      ...change,
      status: transition(invitationMachine, invitation.status, event),
      modified_at: at,
    })
    .where('application_id', '=', invitation.application_id)
    .where('sponsor_id', '=', invitation.sponsor_id)
    .where('status', '=', invitation.status)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw new LendingError('wrong_state', 'The invitation has just changed.');
  return moved;
}

interface InvitationFilter {
  sponsorId: string;
  merchantId: string;
  /** Only what this user sent. */
  invitedBy?: string | undefined;
  /** Text within any field of a row but its time, in any case. */
  search?: string | undefined;
}

interface InvitationSlice {
  limit: number;
  offset: number;
  /** The newest first when absent. */
  ordering: Ordering<keyof InvitationSummary> | undefined;
}

/** A row of the list; what is not there is empty. `modified` is in epoch milliseconds. */
export interface ListedInvitation {
  email: string;
  phone: string;
  invited_by_merchant_user: string;
  activate_date: string;
  modified: number;
  offer_code_name: string;
  external_application_id: string;
}

interface Joined extends LendingSchema {
  application: ApplicationRow;
  invitation: InvitationRow;
}

/** One page of invitations: each application is one, whether it was sent or made by a soft pull. */
export function listInvitations(
  connection: Connection<LendingSchema>,
  filter: InvitationFilter,
  { limit, offset, ordering }: InvitationSlice,
): Promise<ListedInvitation[]> {
  const rows = invitations(connection, filter)
    .select((row) =>
      Object.entries(fieldsOf(row)).map(([name, field]) => sql<unknown>`${field}`.as(name)),
    )
    .$castTo<ListedInvitation>();
  const ordered = ordering
    ? rows.orderBy((row) => fieldsOf(row)[ordering.field], ordering.direction)
    : rows;
  return ordered
    .orderBy('application.created_at', 'desc')
    .orderBy('application.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countInvitations(
  connection: Connection<LendingSchema>,
  filter: InvitationFilter,
): Promise<number> {
  const { count } = await invitations(connection, filter)
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function invitations(connection: Connection<LendingSchema>, filter: InvitationFilter) {
  const { sponsorId, merchantId, invitedBy, search } = filter;
  return connection
    .selectFrom('applications as application')
    .leftJoin('invitations as invitation', 'invitation.application_id', 'application.id')
    .where('application.sponsor_id', '=', sponsorId)
    .where('application.merchant_id', '=', merchantId)
    .$if(invitedBy !== undefined, (rows) =>
      rows.where('application.invited_by', '=', invitedBy ?? ''),
    )
    .$if(search !== undefined, (rows) => rows.where((row) => contains(row, search ?? '')));
}

type Row = ExpressionBuilder<Joined, 'application' | 'invitation'>;

/** An invitation that was sent has its own contact and times, a soft pull's are the application's. */
function fieldsOf(row: Row): Record<keyof InvitationSummary, Expression<unknown>> {
  const contact = (name: 'email' | 'phone') =>
    row
      .case()
      .when('application.application_path', '=', 'invitation')
      .then(row.fn.coalesce(`invitation.${name}`, sql.lit('')))
      .else(row.ref(`application.${name}`))
      .end();
  return {
    email: contact('email'),
    phone: contact('phone'),
    invited_by_merchant_user: row.ref('application.invited_by'),
    activate_date: row.fn.coalesce('invitation.activate_date', sql.lit('')),
    modified: row.fn.coalesce('invitation.modified_at', 'application.created_at'),
    offer_code_name: row.fn.coalesce('application.offer_code_name', sql.lit('')),
    external_application_id: row.ref('application.external_application_id'),
  };
}

function contains(row: Row, search: string) {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { modified: _time, ...texts } = fieldsOf(row);
  return row.or(
    Object.values(texts).map((text) => sql<boolean>`lower(${text}) like ${pattern} escape '\\'`),
  );
}

export function findDraft(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<ApplicationDraftRow | undefined> {
  return connection
    .selectFrom('application_drafts')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** An application's drafts that have not expired, the one that was saved last first. */
export function listLiveDrafts(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  now: number,
): Promise<Pick<ApplicationDraftRow, 'id'>[]> {
  return connection
    .selectFrom('application_drafts')
    .select('id')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Writes a draft, or over it. */
export async function writeDraft(
  tx: Transaction<LendingSchema>,
  draft: ApplicationDraftRow,
): Promise<void> {
  const { draft_sealed, expires_at } = draft;
  await tx
    .insertInto('application_drafts')
    .values(draft)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ draft_sealed, expires_at }))
    .execute();
}

export async function deleteDraft(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<void> {
  await tx
    .deleteFrom('application_drafts')
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .execute();
}
