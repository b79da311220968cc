import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { type InvitationEvent, invitationMachine } from '../domain/states/invitation.ts';
import { transition } from '../domain/states/state-machine.ts';
import { LendingError } from '../errors.ts';
import type { InvitationTable, LendingSchema } from './schema.ts';

export async function insertInvitation(
  tx: Transaction<LendingSchema>,
  invitation: InvitationTable,
): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute();
}

/** The invitation of an application; undefined for one of a soft pull. */
export function findInvitation(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<InvitationTable | undefined> {
  return connection
    .selectFrom('invitations')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

export interface InvitationMove {
  event: InvitationEvent;
  /** Epoch milliseconds on the sponsor's clock. */
  at: number;
  change?: Partial<Pick<InvitationTable, 'answered_by'>>;
}

/**
 * Moves an invitation by an event. Answers the row as it now is. Throws an IllegalTransitionError
 * where the table has no such move, and a LendingError when the row has left the state in which it
 * was read.
 */
export async function moveInvitation(
  tx: Transaction<LendingSchema>,
  invitation: InvitationTable,
  { event, at, change = {} }: InvitationMove,
): Promise<InvitationTable> {
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
