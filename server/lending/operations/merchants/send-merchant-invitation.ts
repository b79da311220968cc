import type { Transaction } from 'kysely';
import { schedule } from '../../../platform/due-work/due-work.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext } from '../../context.ts';
import { merchantInvitationEmail } from '../../domain/messages/merchant-messages.ts';
import { issueLink } from '../../store/links.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { queueMessage } from '../queue-message.ts';

/** How long an invitation can be followed. */
export const INVITATION_MS = 7 * dayMs;

/** E-mails the first Admin the link by which the onboarding is done, and answers it. */
export async function sendMerchantInvitation(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  merchant: MerchantRow,
  admin: MerchantUserRow,
): Promise<string> {
  const { sponsor_id, id: subjectId, invitation_expires_at: expiresAt } = merchant;
  const link = { kind: 'onboarding', subjectId, sponsorId: sponsor_id, expiresAt } as const;
  const now = context.clock.now(sponsor_id);
  const { url } = await issueLink(tx, context, { ...link, now });
  await queueMessage(context, tx, {
    sponsor_id,
    application_id: null,
    merchant_id: merchant.id,
    kind: 'merchant_invitation',
    channel: 'email',
    recipient: admin.email,
    ...merchantInvitationEmail(
      { business_name: merchant.business_name, first_name: admin.first_name },
      url,
    ),
    links: [url],
  });
  await schedule(tx, {
    kind: timerKinds.merchantInvitationExpiry,
    key: merchant.id,
    scope: sponsor_id,
    dueAt: expiresAt,
  });
  return url;
}
