import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { invitationEmail, invitationSms } from '../../domain/messages/loan-messages.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { invitationMachine } from '../../domain/states/invitation.ts';
import { lockApplication } from '../../store/applications.ts';
import { findInvitation, moveInvitation } from '../../store/invitations.ts';
import { issueLink } from '../../store/links.ts';
import type {
  ApplicationTable,
  InvitationTable,
  LendingSchema,
  MerchantTable,
  MessageTable,
} from '../../store/schema.ts';
import { queueConsumerMessage } from '../messages/queue-message.ts';

const MESSAGE_KIND = 'invitation';

export interface Outgoing {
  application: ApplicationTable;
  invitation: InvitationTable;
  merchant: MerchantTable;
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
  const words = { locale, first_name, merchant_name: merchant.business_name, link: link.url };
  await queueConsumerMessage(context, tx, application, {
    kind: MESSAGE_KIND,
    channel: phone === null ? 'email' : 'sms',
    message: phone === null ? invitationEmail(words) : invitationSms(words),
    links: [link.url],
  });
}

/** Notes that an invitation's message did not arrive; other messages are left alone. */
export async function noteInvitationDelivery(
  { clock, database }: LendingContext,
  tx: Transaction<LendingSchema>,
  { kind, sponsor_id, application_id }: MessageTable,
  outcome: 'Sent' | 'Bounced' | 'Failed',
): Promise<void> {
  if (kind !== MESSAGE_KIND || outcome === 'Sent') return;
  const application = await lockApplication(tx, database, sponsor_id, application_id ?? '');
  const invitation = application && (await findInvitation(tx, sponsor_id, application.id));
  // It may have been opened or have ended meanwhile.
  if (!invitation || !canMove(invitationMachine, invitation.status, 'delivery_failed')) return;
  await moveInvitation(tx, invitation, { event: 'delivery_failed', at: clock.now(sponsor_id) });
}
