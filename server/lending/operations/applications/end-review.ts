import type { Transaction } from 'kysely';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { completedAt, deadlineOf, statusAt } from '../../domain/application-status.ts';
import type { ObtainedReport } from '../../domain/bureau-report.ts';
import { LendingError } from '../../errors.ts';
import { lockLoan } from '../../store/accounts.ts';
import { openApplicant } from '../../store/applicants.ts';
import {
  findApplicationByExternalId,
  lockApplication,
  moveApplication,
} from '../../store/applications.ts';
import { findReport } from '../../store/bureau-inquiries.ts';
import { revokeLink } from '../../store/links.ts';
import { selectedProductIds } from '../../store/merchants.ts';
import { endOffers } from '../../store/offers.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { sendAdverseActionNotice } from '../adverse-action-notices.ts';
import { keepInvitationLink } from '../invitations/invitation-decided.ts';
import { esignOf } from '../preferences/preferences-of.ts';
import { endWithdrawn } from '../terms/decline-terms.ts';
import { failStepUp, passStepUp } from '../terms/step-up.ts';
import { decideApplication, declineApplication } from './decide-application.ts';
import { recordApplicationEvent } from './record-application-event.ts';
import { sendReviewEnded } from './send-review-ended.ts';

export type ReviewResult = 'passed' | 'failed';

/**
 * Ends the review of an application, or the check of identity that its terms page asked for
 * (server/lending/DECISIONS.md, Applications and accounts).
 * @throws LendingError `not_found`, and `wrong_state` when nothing is under review
 */
export async function endReview(
  context: LendingContext,
  sponsor: Pick<Sponsor, 'id'>,
  externalApplicationId: string,
  result: ReviewResult,
): Promise<ApplicationRow> {
  return context.database.transaction(async (tx) => {
    const found = await findApplicationByExternalId(tx, sponsor.id, externalApplicationId);
    if (!found) throw new LendingError('not_found', 'Not found.');
    const application = await lockLoan(tx, context.database, sponsor.id, found.id);
    const status = statusAt(application, context.clock.now(sponsor.id));
    if (status !== 'Pending: Verification') {
      throw new LendingError('wrong_state', `The application is ${status}.`);
    }
    return application.selected_offer_id === null
      ? endBureauReview(context, tx, application, result)
      : endStepUp(context, tx, application, result);
  });
}

async function endBureauReview(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  result: ReviewResult,
): Promise<ApplicationRow> {
  const { sealer } = context;
  const report = await findReport(tx, sealer, application.sponsor_id, application.inquiry_id);
  if (!report) throw new Error(`the report of inquiry ${application.inquiry_id} is gone`);
  const esign = await esignOf(tx, application);
  if (result === 'passed' && esign === 'withdrawn') {
    const at = context.clock.now(application.sponsor_id);
    const move = { event: 'review_passed', actor: 'lender', at } as const;
    return endWithdrawn(context, tx, await moveApplication(tx, application, move));
  }
  const ended =
    result === 'passed'
      ? await passReview(context, tx, application, report)
      : await declineApplication(context, tx, application, { code: 'ID_UNVERIFIED', report });
  await keepInvitationLink(tx, ended);
  await recordApplicationEvent(context, tx, ended, 'decision');
  await sendReviewEnded(context, tx, ended, ended.decision === 'offers' ? 'approved' : 'declined');
  return ended;
}

async function passReview(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  report: ObtainedReport,
): Promise<ApplicationRow> {
  const { sponsor_id, merchant_id } = application;
  const selected = await selectedProductIds(tx, sponsor_id, merchant_id);
  const secrets = openApplicant(context.sealer, application);
  const basis = { report, secrets, selected, isReviewed: true };
  return (await decideApplication(context, tx, application, basis)).application;
}

/** The check of identity that the terms page asked for after an offer was selected. */
function endStepUp(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  result: ReviewResult,
): Promise<ApplicationRow> {
  return result === 'passed'
    ? passStepUp(context, tx, application, 'lender')
    : failStepUp(context, tx, application);
}

/** Ends an application whose offers or whose review are over. */
export async function runApplicationExpiry(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  return context.database.transaction(async (tx) => {
    const application = await lockApplication(tx, context.database, scope, key);
    const deadline = application ? deadlineOf(application) : null;
    if (!application || deadline === null) return 'done';
    // It may have been claimed by a clock that was ahead.
    if (context.clock.now(scope) < deadline) return { retryAt: deadline };
    await expire(context, tx, application);
    return 'done';
  });
}

/** At the deadline, however late that is noticed. */
async function expire(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<void> {
  await revokeLink(tx, 'terms', application.id);
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
  application: ApplicationRow,
): Promise<void> {
  const at = application.review_expires_at ?? context.clock.now(application.sponsor_id);
  const expired = await moveApplication(tx, application, {
    event: 'review_expired',
    actor: 'system',
    at,
    change: { decided_at: at, adverse_action_notice: 'queued' },
  });
  const { sponsor_id, inquiry_id, selected_offer_id } = expired;
  // With an offer selected it was a one-time code that was waited for: that rests on no report.
  const isReview = selected_offer_id === null;
  const report = isReview
    ? await findReport(tx, context.sealer, sponsor_id, inquiry_id)
    : undefined;
  await sendAdverseActionNotice(context, tx, expired, {
    kind: 'declined',
    code: 'ID_UNVERIFIED',
    report: report ?? null,
    completedAt: completedAt(application, at),
  });
  await recordApplicationEvent(context, tx, expired, 'decision');
  await sendReviewEnded(context, tx, expired, isReview ? 'expired' : 'code_not_given');
}
