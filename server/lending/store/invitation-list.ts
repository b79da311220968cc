import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { InvitationRecord } from '../../lending-api/invitations.ts';
import type { Ordering } from '../../lending-api/queries.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationTable, InvitationTable, LendingSchema } from './schema.ts';

export interface InvitationFilter {
  sponsorId: string;
  merchantId: string;
  /** Only what this user sent. */
  invitedBy?: string | undefined;
  /** Text within any field of a record but its time, in any case. */
  search?: string | undefined;
}

export interface InvitationSlice {
  limit: number;
  offset: number;
  /** The newest first when absent. */
  ordering: Ordering<keyof InvitationRecord> | undefined;
}

/** A record of the list; what is not there is empty. `modified` is in epoch milliseconds. */
export interface InvitationRow {
  email: string;
  phone: string;
  invited_by_merchant_user: string;
  activate_date: string;
  modified: number;
  offer_code_name: string;
  external_application_id: string;
}

interface Joined extends LendingSchema {
  application: ApplicationTable;
  invitation: InvitationTable;
}

/** One page of invitations: each application is one, whether it was sent or made by a soft pull. */
export function listInvitations(
  connection: Connection<LendingSchema>,
  filter: InvitationFilter,
  { limit, offset, ordering }: InvitationSlice,
): Promise<InvitationRow[]> {
  const rows = invitations(connection, filter)
    .select((row) =>
      Object.entries(fieldsOf(row)).map(([name, field]) => sql<unknown>`${field}`.as(name)),
    )
    .$castTo<InvitationRow>();
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
function fieldsOf(row: Row): Record<keyof InvitationRecord, Expression<unknown>> {
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
