import type { Transaction } from 'kysely';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext } from '../../context.ts';
import { invitationMachine } from '../../domain/states/invitation.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { lockApplication, moveApplication } from '../../store/applications.ts';
import { findInvitation, moveInvitation } from '../../store/invitations.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationTable, InvitationTable, LendingSchema } from '../../store/schema.ts';
import { mayInviteByText } from '../messages/queue-message.ts';
import { sendInvitation } from './send-invitation.ts';

const POLL_AGAIN_MS = 10_000;

/**
 * Sends an invitation on its day. A merchant that is not active sends nothing: its invitations wait
 * until it is again. A consumer who texted STOP meanwhile gets no SMS.
 */
export function activateInvitation(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  const now = context.clock.now(scope);
  return context.database.transaction(async (tx) => {
    const invited = await lockInvited(context, tx, scope, key);
    if (!invited) return 'done';
    const { application, invitation } = invited;
    const { status, activates_at, expires_at } = invitation;
    if (status !== 'Scheduled' || now >= expires_at) return 'done';
    if (now < activates_at) return { retryAt: activates_at };
    const merchant = await findMerchant(tx, application.sponsor_id, application.merchant_id);
    if (merchant?.status !== 'Active') return { retryAt: now + dayMs };
    if (invitation.phone !== null && !(await mayInviteByText(tx, application))) {
      await moveInvitation(tx, invitation, { event: 'delivery_failed', at: now });
      return 'done';
    }
    const sent = await moveInvitation(tx, invitation, { event: 'activated', at: now });
    await sendInvitation(context, tx, { application, invitation: sent, merchant });
    return 'done';
  });
}

/** Ends an invitation, and its application, after 30 days. */
export function expireInvitation(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  const now = context.clock.now(scope);
  return context.database.transaction(async (tx) => {
    const invited = await lockInvited(context, tx, scope, key);
    if (!invited || !canMove(invitationMachine, invited.invitation.status, 'expired'))
      return 'done';
    const { application, invitation } = invited;
    const at = invitation.expires_at;
    if (now < at) return { retryAt: at };
    // What was sent in time is decided, or given back to be sent again.
    if (application.person_index !== '') return { retryAt: now + POLL_AGAIN_MS };
    await moveInvitation(tx, invitation, { event: 'expired', at });
    await moveApplication(tx, application, { event: 'invitation_expired', actor: 'system', at });
    return 'done';
  });
}

/** The invitation that the key names, its application locked; undefined once it is gone. */
async function lockInvited(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<{ application: ApplicationTable; invitation: InvitationTable } | undefined> {
  const application = await lockApplication(tx, database, sponsorId, id);
  const invitation = application && (await findInvitation(tx, sponsorId, id));
  return invitation && { application, invitation };
}
