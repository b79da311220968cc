import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { moveApplication } from '../../store/applications.ts';
import { findReport } from '../../store/bureau-inquiries.ts';
import { killLink } from '../../store/links.ts';
import { endOffers } from '../../store/offers.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { tellConsumer } from './end-review.ts';
import { recordApplicationEvent } from './record-application-event.ts';
import { sendAdverseActionNotice } from './send-adverse-action-notice.ts';

/**
 * Ends an application, which the caller has locked, whose offers or whose review are over: at its
 * deadline, however late that is noticed.
 */
export async function expireApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
): Promise<void> {
  await killLink(tx, 'terms', application.id);
  await endOffers(tx, application.sponsor_id, application.id, 'expired');
  if (application.status === 'Pending: Verification') {
    await expireReview(context, tx, application);
    return;
  }
  await moveApplication(tx, application, {
    event: 'offers_expired',
    actor: 'system',
    at: application.offers_expire_at ?? context.clock.now(application.sponsor_id),
  });
}

/** A review that nobody finished is an application that was not granted: it has its notice too. */
async function expireReview(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
): Promise<void> {
  const expired = await moveApplication(tx, application, {
    event: 'review_expired',
    actor: 'system',
    at: application.review_expires_at ?? context.clock.now(application.sponsor_id),
    change: { adverse_action_notice: 'queued' },
  });
  const { sponsor_id, inquiry_id } = expired;
  const report = await findReport(tx, context.sealer, sponsor_id, inquiry_id);
  await sendAdverseActionNotice(context, tx, expired, {
    kind: 'declined',
    code: 'ID_UNVERIFIED',
    report: report ?? null,
  });
  await recordApplicationEvent(context, tx, expired, 'decision');
  await tellConsumer(context, tx, expired, 'expired');
}
