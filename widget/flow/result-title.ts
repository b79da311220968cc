import type { ResultStep, StepOf } from '../contract/step.ts';
import { blockedText } from '../strings/blocked-text.ts';
import type { OutcomeStrings } from '../strings/strings.ts';
import { assertNever } from './assert-never.ts';

/** What the live region says of a step: the heading of its screen, and what stands in the way. */
export function resultTitle(step: ResultStep, outcome: OutcomeStrings): string {
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
      return acceptedTitle(step, outcome.accepted);
    case 'charge_pending':
      return outcome.chargePending.title;
    case 'charge_outcome':
      return outcome.chargeOutcome[step.outcome].title;
    case 'ask_lender':
      return outcome.askLender.title;
    case 'cancelled':
      return outcome.cancelled[step.reason].title;
    case 'expired':
      return outcome.expired[step.reason].title;
    default:
      return assertNever(step);
  }
}

function acceptedTitle(step: StepOf<'accepted'>, accepted: OutcomeStrings['accepted']): string {
  const why = blockedText(accepted, step)?.title;
  if (why === undefined) return accepted.title;
  return step.blocked === 'suspended' ? why : `${accepted.title}. ${why}`;
}
