import type { LaterStep } from '../contract/step.ts';
import type { OutcomeStrings } from '../strings/strings.ts';
import { assertNever } from './assert-never.ts';

/** The heading of a step's screen, for the live region. */
export function laterTitle(step: LaterStep, outcome: OutcomeStrings): string {
  switch (step.screen) {
    case 'working':
      return outcome.working.title;
    case 'review':
      return outcome.review.title;
    case 'offers':
      return outcome.offers.title(step.offers.length);
    case 'no_offers':
      return outcome.noOffers.title;
    case 'redirect':
      return outcome.redirect.title;
    case 'accepted':
      return step.blocked === 'suspended'
        ? outcome.accepted.blocked.suspended.title
        : outcome.accepted.title;
    case 'charge_pending':
      return outcome.chargePending.title;
    case 'charge_outcome':
      return outcome.chargeOutcome[step.outcome].title;
    case 'cancelled':
      return outcome.cancelled[step.reason].title;
    case 'expired':
      return outcome.expired[step.reason].title;
    default:
      return assertNever(step);
  }
}
