import type { Transaction } from 'kysely';
import { lastWholeDay } from '../../../platform/calendar/eastern-time.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext } from '../../context.ts';
import { statusAt } from '../../domain/application-status.ts';
import {
  immediateInvitationLeavesAt,
  invitationLeavesAt,
} from '../../domain/invitation-deadlines.ts';
import { invitationEmail, invitationSms } from '../../domain/messages/loan-messages.ts';
import { invitationMachine } from '../../domain/states/invitation.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { lockApplication, moveApplication } from '../../store/applications.ts';
import { findInvitation, moveInvitation } from '../../store/invitations.ts';
import { issueLink } from '../../store/links.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { InvitationRow } from '../../store/schema/hosted-pages.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import type { MessageDelivery, MessageRow } from '../../store/schema/outboxes.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { maySendSms } from '../../store/sms-consent.ts';
import { queueConsumerMessage } from '../queue-message.ts';

const messageKind = 'invitation';

interface Outgoing {
  application: ApplicationRow;
  invitation: InvitationRow;
  merchant: MerchantRow;
}

/** Queues the SMS or the e-mail of an invitation that is Sent from now on. */
export async function sendInvitation(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, invitation, merchant }: Outgoing,
): Promise<void> {
  const { id, sponsor_id, locale, first_name } = application;
  const { phone, expires_at } = invitation;
  const link = await issueLink(tx, context, {
    kind: 'invitation',
    subjectId: id,
    sponsorId: sponsor_id,
    expiresAt: expires_at,
    now: context.clock.now(sponsor_id),
  });
  const words = {
    locale,
    first_name,
    merchant_name: merchant.business_name,
    last_day: lastWholeDay(expires_at),
    link: link.url,
  };
  await queueConsumerMessage(context, tx, application, {
    kind: messageKind,
    channel: phone === null ? 'email' : 'sms',
    message: phone === null ? invitationEmail(words) : invitationSms(words),
    links: [link.url],
  });
}

/**
 * Notes that an invitation's message did not arrive, unless its consumer has begun all the same; other
 * messages are left alone.
 */
export async function noteInvitationDelivery(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  { kind, sponsor_id, application_id }: MessageRow,
  { outcome, at }: MessageDelivery,
): Promise<void> {
  if (kind !== messageKind || outcome === 'Sent') return;
  const application = await lockApplication(tx, database, sponsor_id, application_id ?? '');
  if (!application || statusAt(application, at) !== 'Invited') return;
  const invitation = await findInvitation(tx, sponsor_id, application.id);
  if (!invitation || !canMove(invitationMachine, invitation.status, 'delivery_failed')) return;
  await moveInvitation(tx, invitation, { event: 'delivery_failed', at });
}

/**
 * When a message that was held up can leave: the SMS of a scheduled invitation by day, all others at
 * once. The hour of an invitation that was to leave at once is the merchant's choice, but not that of
 * one that is late.
 */
export async function heldUpLeavesAt(
  { clock, database }: LendingContext,
  { kind, sponsor_id, application_id, created_at: writtenAt }: MessageRow,
): Promise<number> {
  const now = clock.now(sponsor_id);
  if (kind !== messageKind) return now;
  const invitation = await findInvitation(database.query, sponsor_id, application_id ?? '');
  if (!invitation) return now;
  const isScheduled = invitation.created_at < invitation.activates_at;
  if (isScheduled) return invitationLeavesAt(invitation, now);
  return immediateInvitationLeavesAt({ phone: invitation.phone, writtenAt }, now);
}

const pollAgainMs = 10_000;

/**
 * Sends an invitation on its day, by SMS only in the daytime, and not once it has ended: nobody could
 * follow it. A merchant that is not active sends nothing: its invitations wait until it is again. A
 * consumer who texted STOP meanwhile gets no SMS.
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
    const leavesAt = invitationLeavesAt(invitation, Math.max(now, activates_at));
    if (now < leavesAt) return { retryAt: leavesAt };
    const merchant = await findMerchant(tx, application.sponsor_id, application.merchant_id);
    if (merchant?.status !== 'Active') {
      return { retryAt: invitationLeavesAt(invitation, now + dayMs) };
    }
    if (invitation.phone !== null && !(await maySendSms(tx, application))) {
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
    if (application.person_index !== '') return { retryAt: now + pollAgainMs };
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
): Promise<{ application: ApplicationRow; invitation: InvitationRow } | undefined> {
  const application = await lockApplication(tx, database, sponsorId, id);
  const invitation = application && (await findInvitation(tx, sponsorId, id));
  return invitation && { application, invitation };
}
