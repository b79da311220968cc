import type { Transaction } from 'kysely';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { invitationStatusAt } from '../../domain/invitation-deadlines.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { invitationMachine } from '../../domain/states/invitation.ts';
import { moveApplication } from '../../store/applications.ts';
import { findInvitation, moveInvitation } from '../../store/invitations.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { INVITATION_ACTIVATION, INVITATION_EXPIRY } from './invitation-timers.ts';

/**
 * Cancels an open invitation with its application, which the caller has locked. Answers the
 * cancelled application, about which the caller calls the sponsor back; undefined, with nothing
 * changed, when the invitation is over or being decided.
 */
export async function cancelInvitation(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  actor: string,
): Promise<ApplicationTable | undefined> {
  const { id, sponsor_id, person_index } = application;
  const invitation = await findInvitation(tx, sponsor_id, id);
  const at = context.clock.now(sponsor_id);
  const isOpen =
    invitation !== undefined &&
    person_index === '' &&
    canMove(invitationMachine, invitationStatusAt(invitation, at), 'cancelled');
  if (!isOpen) return undefined;
  await moveInvitation(tx, invitation, { event: 'cancelled', at });
  const cancelled = await moveApplication(tx, application, { event: 'withdrawn', actor, at });
  await unschedule(tx, INVITATION_ACTIVATION, id);
  await unschedule(tx, INVITATION_EXPIRY, id);
  return cancelled;
}
