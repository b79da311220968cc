import type { Transaction } from 'kysely';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { nextCutOff } from '../../domain/business-days.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { sampleLender } from '../../domain/lender.ts';
import { type ActionTaken, adverseActionNotice } from '../../domain/notices/adverse-action.ts';
import { letterDueAt, noticeDeadline } from '../../domain/notices/notice-deadlines.ts';
import { noticeMachine } from '../../domain/states/notice.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { insertNotice } from '../../store/notices.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { esignOf } from '../preferences/preferences-of.ts';
import type { ObtainedReport } from '../../domain/bureau-report.ts';
import type { CreditTier } from '../../domain/decide.ts';
import { timerKinds } from '../../work-kinds.ts';

/**
 * Writes the notice of an adverse action to the outbox, in the transaction of the decision. The
 * caller sets the application's `adverse_action_notice` to `queued`.
 */
export async function sendAdverseActionNotice(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  action: ActionTaken,
): Promise<void> {
  const now = context.clock.now(application.sponsor_id);
  const { text_id, text_version, subject, text } = adverseActionNotice(action, {
    texts: context.config.texts,
    locale: application.locale,
    date: easternDate(now),
    applicant_name: `${application.first_name} ${application.last_name}`,
    loan_number: application.consumer_application_human_readable_id,
    requested_amount_cents: application.requested_amount_cents,
    lender: sampleLender,
  });
  const message_id = await queueMessage(context, tx, {
    sponsor_id: application.sponsor_id,
    application_id: application.id,
    merchant_id: application.merchant_id,
    kind: action.kind === 'declined' ? 'adverse_action' : 'counter_offer',
    channel: 'email',
    recipient: application.email,
    subject,
    text,
    links: [],
  });
  const id = context.ids.uuid();
  const deadline_at = noticeDeadline(now);
  const goesByPost = await isPaperWanted(tx, application);
  await insertNotice(tx, {
    id,
    sponsor_id: application.sponsor_id,
    application_id: application.id,
    kind: action.kind === 'declined' ? 'adverse_action' : 'counter_offer',
    status: goesByPost ? transition(noticeMachine, 'Queued', 'given_up') : 'Queued',
    message_id,
    text_id,
    text_version,
    created_at: now,
    deadline_at,
  });
  const dueAt = goesByPost ? nextCutOff(now) : letterDueAt(deadline_at);
  await schedule(tx, {
    kind: timerKinds.noticeLetter,
    key: id,
    scope: application.sponsor_id,
    dueAt,
  });
}

/** Electronic documents were refused while a review went on: the e-mail is no notice then. */
async function isPaperWanted(
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
): Promise<boolean> {
  if (application.review_expires_at === null) return false;
  return (await esignOf(tx, application)) === 'withdrawn';
}

/** The combined notice of a counter-offer: less was approved than was asked for. */
export function sendCounterOffer(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  { report, tier }: { report: ObtainedReport; tier: CreditTier },
): Promise<void> {
  return sendAdverseActionNotice(context, tx, application, {
    kind: 'counter_offer',
    report,
    is_for_score: tier === 'near_prime',
    approved_amount_cents: application.maximum_approved_amount_cents ?? 0,
    offers_expire_date: easternDate(application.offers_expire_at ?? application.modified_at),
  });
}
