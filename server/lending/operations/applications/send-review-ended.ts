import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { type EndedReview, reviewEndedEmail } from '../../domain/messages/loan-messages.ts';
import { merchantNameOf } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { linkForEmail } from '../identity/mailed-link.ts';
import { queueConsumerMessage } from '../queue-message.ts';

/** Tells the consumer by e-mail, with a link back to where the application was made. */
export async function sendReviewEnded(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  result: EndedReview['result'],
): Promise<void> {
  const merchant_name = await merchantNameOf(tx, application);
  const link = await linkAfter(context, tx, application, result);
  await queueConsumerMessage(context, tx, application, {
    kind: 'review_ended',
    channel: 'email',
    message: reviewEndedEmail({ locale: application.locale, merchant_name, result, link }),
    links: link === null ? [] : [link],
  });
}

/** With offers, an invited consumer goes on at the invitation; anybody else where the sponsor says. */
async function linkAfter(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  result: EndedReview['result'],
): Promise<string | null> {
  const { id, sponsor_id, sponsor_redirect_url, offers_expire_at } = application;
  const isInvited = application.application_path === 'invitation';
  if (!isInvited || offers_expire_at === null || result !== 'approved') {
    return sponsor_redirect_url;
  }
  return linkForEmail(context, tx, application, {
    kind: 'invitation',
    subjectId: id,
    sponsorId: sponsor_id,
    expiresAt: offers_expire_at,
    now: context.clock.now(sponsor_id),
  });
}
