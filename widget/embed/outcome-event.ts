import type { Outcome } from '../contract/flow-message.ts';
import {
  SoftPullAcceptedEvent,
  SoftPullAskLenderEvent,
  SoftPullChargeOutcomeEvent,
  SoftPullChargeRequestedEvent,
  SoftPullDecisionEvent,
  SoftPullExpiredEvent,
} from './events.ts';

/** Outcomes of which this page load has had an event, from whichever element. */
const told = new Set<string>();

/** The event for an outcome, or `null` when the page has had it since it was loaded. */
export function outcomeEvent(checkoutId: string, outcome: Outcome): Event | null {
  const key = JSON.stringify([checkoutId, outcome]);
  if (told.has(key)) return null;
  told.add(key);
  return eventOf(outcome);
}

function eventOf(outcome: Outcome): Event {
  switch (outcome.type) {
    case 'decision':
      return new SoftPullDecisionEvent(outcome.decision);
    case 'ask_lender':
      return new SoftPullAskLenderEvent(outcome.reason);
    case 'accepted':
      return new SoftPullAcceptedEvent();
    case 'charge_requested':
      return new SoftPullChargeRequestedEvent(outcome.payment_request_uuid);
    case 'charge_outcome':
      return new SoftPullChargeOutcomeEvent(outcome.outcome);
    case 'expired':
      return new SoftPullExpiredEvent();
  }
}
