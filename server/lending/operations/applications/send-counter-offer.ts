import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import type { ObtainedReport } from '../../domain/bureau-report.ts';
import type { CreditTier } from '../../domain/decide.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { sendAdverseActionNotice } from './send-adverse-action-notice.ts';

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
