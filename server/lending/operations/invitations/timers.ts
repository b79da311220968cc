import { dayMs } from '../../../platform/durations.ts';
import type { Transaction } from 'kysely';
import type {
  ClaimedWork,
  DueWorkHandler,
  DueWorkResult,
} from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { invitationMachine } from '../../domain/states/invitation.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { lockApplication, moveApplication } from '../../store/applications.ts';
import { findInvitation, moveInvitation } from '../../store/invitations.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationTable, InvitationTable, LendingSchema } from '../../store/schema.ts';
import { mayInviteByText } from '../messages/queue-message.ts';
import { INVITATION_ACTIVATION, INVITATION_EXPIRY } from './invitation-timers.ts';
import { sendInvitation } from './send-invitation.ts';

const LOOK_AGAIN_MS = 10_000;

/** The day on which an invitation is sent, and the end of its 30 days. */
export function invitationTimers(
  context: LendingContext,
): Readonly<Record<string, DueWorkHandler>> {
  return {
    [INVITATION_ACTIVATION]: (work) => onInvitation(context, work, activate),
    [INVITATION_EXPIRY]: (work) => onInvitation(context, work, expire),
  };
}

interface Timed {
  application: ApplicationTable;
  invitation: InvitationTable;
  now: number;
}

type InvitationWork = (
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  timed: Timed,
) => Promise<DueWorkResult>;

/** Runs work on the invitation that the key names, its application locked; one that is gone needs none. */
function onInvitation(
  context: LendingContext,
  { key, scope }: ClaimedWork,
  work: InvitationWork,
): Promise<DueWorkResult> {
  return context.database.transaction(async (tx) => {
    const application = await lockApplication(tx, context.database, scope, key);
    const invitation = application && (await findInvitation(tx, scope, key));
    if (!invitation) return 'done';
    return work(context, tx, { application, invitation, now: context.clock.now(scope) });
  });
}

/**
 * A merchant that is not active sends nothing: its invitations wait until it is again. A consumer
 * who texted STOP meanwhile gets no SMS.
 */
const activate: InvitationWork = async (context, tx, { application, invitation, now }) => {
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
};

const expire: InvitationWork = async (_context, tx, { application, invitation, now }) => {
  if (!canMove(invitationMachine, invitation.status, 'expired')) return 'done';
  if (now < invitation.expires_at) return { retryAt: invitation.expires_at };
  // What was sent in time is decided, or given back to be sent again.
  if (application.person_index !== '') return { retryAt: now + LOOK_AGAIN_MS };
  await moveInvitation(tx, invitation, { event: 'expired', at: invitation.expires_at });
  await moveApplication(tx, application, {
    event: 'invitation_expired',
    actor: 'system',
    at: invitation.expires_at,
  });
  return 'done';
};
