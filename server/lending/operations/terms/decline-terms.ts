import type { Transaction } from 'kysely';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { statusAt } from '../../domain/application-status.ts';
import { applicationMachine } from '../../domain/states/application.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { moveApplication } from '../../store/applications.ts';
import { endOffers } from '../../store/offers.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { recordApplicationEvent } from '../applications/record-application-event.ts';
import { sendReviewEnded } from '../applications/send-review-ended.ts';
import { lockOpenLink } from '../identity/hosted-link.ts';
import { CLOSED, type LinkOutcome } from '../identity/visitor.ts';

export function declineTermsByLink(
  context: LendingContext,
  token: string,
): Promise<LinkOutcome<'declined'>> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'terms', token);
    if (hosted?.application.status !== 'Approved: Offer Selected') return CLOSED;
    await declineTerms(context, tx, hosted.application);
    return { kind: 'declined' };
  });
}

/**
 * The consumer refuses the terms: the application is Cancelled and the sponsor called back. The
 * application is locked.
 * @throws IllegalTransitionError when there are no terms to refuse
 */
export async function declineTerms(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  const { id, sponsor_id } = application;
  const at = context.clock.now(sponsor_id);
  // Offers that have expired are none to refuse, whether or not their timer has run.
  transition(applicationMachine, statusAt(application, at), 'terms_refused');
  const cancelled = await moveApplication(tx, application, {
    event: 'terms_refused',
    actor: 'consumer',
    at,
  });
  await endOffers(tx, sponsor_id, id, 'superseded');
  await unschedule(tx, timerKinds.offersExpiry, id);
  await recordApplicationEvent(context, tx, cancelled, 'decision');
  return cancelled;
}

/**
 * Without the consent to electronic documents an application cannot be completed: it ends as if the
 * terms were refused, at once, or when its review or its one-time code is passed. The consumer is
 * told by e-mail.
 */
export async function endWithdrawn(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  const ended = await declineTerms(context, tx, application);
  await sendReviewEnded(context, tx, ended, 'withdrawn');
  return ended;
}
