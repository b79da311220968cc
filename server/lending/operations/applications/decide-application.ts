import type { Transaction } from 'kysely';
import type { Offer } from '../../../lending-api/offers.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { reviewDeadline } from '../../domain/application-status.ts';
import type { ObtainedReport } from '../../domain/bureau-report.ts';
import { type CreditDecision, type DeclineCode, decide } from '../../domain/decide.ts';
import type { PricedOffer } from '../../domain/offers/price-offers.ts';
import { moveApplication } from '../../store/applications.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { sealText } from '../../store/sealed-texts.ts';
import { timerKinds } from '../../work-kinds.ts';
import { sendAdverseActionNotice, sendCounterOffer } from '../adverse-action-notices.ts';
import {
  type PricingBasis,
  pricedOffersFor,
  scriptOf,
  storeOffers,
} from './offers-of-application.ts';

export interface DecisionBasis extends PricingBasis {
  report: ObtainedReport;
}

export interface Decided {
  application: ApplicationRow;
  /** What was promised just now. */
  offers: readonly Offer[];
}

type Approval = Extract<CreditDecision, { outcome: 'approved' }>;

/**
 * Decides on a report and writes all that follows from it: offers, a review or a decline with its
 * notice, and the timers. The application is Started, or its review has been passed.
 */
export async function decideApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  basis: DecisionBasis,
): Promise<Decided> {
  const { report, secrets } = basis;
  const isReviewed = application.status === 'Pending: Verification';
  const applicant = { ...application, ...secrets };
  const decision = decide(report, applicant, { isReviewed });
  if (decision.outcome === 'review') {
    return { application: await startReview(context, tx, application), offers: [] };
  }
  const offers =
    decision.outcome === 'approved' ? pricedOffersFor(context, application, basis, decision) : [];
  if (decision.outcome === 'approved' && offers.length > 0) {
    return approve(context, tx, application, report, decision, offers);
  }
  const declined = { code: declineCode(decision), report };
  return { application: await declineApplication(context, tx, application, declined), offers: [] };
}

function declineCode(decision: Exclude<CreditDecision, { outcome: 'review' }>): DeclineCode {
  if (decision.outcome === 'declined') return decision.code;
  // A better score would have opened the other products.
  return decision.tier === 'near_prime' ? 'SCORE_LOW' : 'PRODUCTS_EXCLUDED';
}

/** Declines an application that is Started or in review, with its notice. */
export async function declineApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { code, report }: { code: DeclineCode; report: ObtainedReport | null },
): Promise<ApplicationRow> {
  const now = context.clock.now(application.sponsor_id);
  const declined = await moveApplication(tx, application, {
    event: application.status === 'Started' ? 'declined' : 'review_failed',
    actor: 'lender',
    at: now,
    change: {
      decision: 'no_offers',
      decided_at: now,
      decline_reasons: sealText(
        context.sealer,
        'applications|decline_reasons',
        application,
        JSON.stringify([code]),
      ),
      adverse_action_notice: 'queued',
    },
  });
  await sendAdverseActionNotice(context, tx, declined, { kind: 'declined', code, report });
  return declined;
}

async function startReview(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  const { id, sponsor_id } = application;
  const now = clock.now(sponsor_id);
  const dueAt = reviewDeadline(now, null);
  await schedule(tx, { kind: timerKinds.reviewExpiry, key: id, scope: sponsor_id, dueAt });
  return moveApplication(tx, application, {
    event: 'review_needed',
    actor: 'lender',
    at: now,
    change: { decision: 'no_offers', decided_at: now, review_expires_at: dueAt },
  });
}

async function approve(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  report: ObtainedReport,
  decision: Approval,
  offers: readonly PricedOffer[],
): Promise<Decided> {
  const { sponsor_id, requested_amount_cents } = application;
  const now = context.clock.now(sponsor_id);
  const expiresAt = now + scriptOf(application).offers_valid_ms;
  const maximum = Math.max(...offers.map((offer) => offer.approved_amount_cents));
  const isCounterOffer = maximum < requested_amount_cents;
  const approved = await moveApplication(tx, application, {
    event: application.status === 'Started' ? 'approved' : 'review_passed',
    actor: 'lender',
    at: now,
    change: {
      decision: 'offers',
      decided_at: now,
      maximum_approved_amount_cents: maximum,
      mla_covered: report.is_military_covered ? 1 : 0,
      offers_expire_at: expiresAt,
      adverse_action_notice: isCounterOffer ? 'queued' : 'none',
    },
  });
  const promised = await storeOffers(context, tx, approved, offers);
  await schedule(tx, {
    kind: timerKinds.offersExpiry,
    key: application.id,
    scope: sponsor_id,
    dueAt: expiresAt,
  });
  if (isCounterOffer) {
    await sendCounterOffer(context, tx, approved, { report, tier: decision.tier });
  }
  return { application: approved, offers: promised };
}
