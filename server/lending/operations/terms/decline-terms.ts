import type { Transaction } from 'kysely';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { moveApplication } from '../../store/applications.ts';
import { endOffers } from '../../store/offers.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { OFFERS_EXPIRY } from '../applications/application-timers.ts';
import { recordApplicationEvent } from '../applications/record-application-event.ts';

/**
 * The consumer refuses the terms: the application is Cancelled and the sponsor called back. The
 * application is locked. Throws an IllegalTransitionError when there are no terms to refuse.
 */
export async function declineTerms(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
): Promise<void> {
  const { id, sponsor_id } = application;
  const cancelled = await moveApplication(tx, application, {
    event: 'terms_refused',
    actor: 'consumer',
    at: context.clock.now(sponsor_id),
  });
  await endOffers(tx, sponsor_id, id, 'superseded');
  await unschedule(tx, OFFERS_EXPIRY, id);
  await recordApplicationEvent(context, tx, cancelled, 'decision');
}
