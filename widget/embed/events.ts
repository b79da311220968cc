import { ownCorrelationId } from '../contract/correlation-id.ts';
import type { Decision, Outcome, WidgetErrorCode } from '../contract/flow-message.ts';
import type { AskLenderReason, ChargeOutcome } from '../contract/outcome.ts';
import { isWebUrl } from '../contract/shape.ts';
import type { Screen } from '../contract/step.ts';

const outward = { bubbles: true, composed: true } as const;

/** The first screen is drawn. */
export class SoftPullReadyEvent extends Event {
  constructor() {
    super('soft-pull-ready', outward);
  }
}

/** Another screen is shown. */
export class SoftPullStepChangeEvent extends Event {
  readonly step: Screen;
  readonly previous: Screen | null;

  constructor(step: Screen, previous: Screen | null) {
    super('soft-pull-step-change', outward);
    this.step = step;
    this.previous = previous;
  }
}

/** The lender has decided; why is between it and the consumer. */
export class SoftPullDecisionEvent extends Event {
  readonly decision: Decision;

  constructor(decision: Decision) {
    super('soft-pull-decision', outward);
    this.decision = decision;
  }
}

/** The lender has the application, or may have it; what came of it only the lender can say. */
export class SoftPullAskLenderEvent extends Event {
  readonly reason: AskLenderReason;

  constructor(reason: AskLenderReason) {
    super('soft-pull-ask-lender', outward);
    this.reason = reason;
  }
}

/** The consumer has chosen an offer. */
export class SoftPullOfferSelectedEvent extends Event {
  readonly offer_uuid: string;

  constructor(offerUuid: string) {
    super('soft-pull-offer-selected', outward);
    this.offer_uuid = offerUuid;
  }
}

/** The page is about to go to the lender; `preventDefault()` leaves the going to the page. */
export class SoftPullRedirectEvent extends Event {
  readonly url: string;

  constructor(url: string) {
    super('soft-pull-redirect', { ...outward, cancelable: true });
    this.url = url;
  }
}

/** The consumer has accepted the terms: there is a loan. */
export class SoftPullAcceptedEvent extends Event {
  constructor() {
    super('soft-pull-accepted', outward);
  }
}

/** A charge waits for the consumer's approval, and the lender has given it its id. */
export class SoftPullChargeRequestedEvent extends Event {
  readonly payment_request_uuid: string;

  constructor(paymentRequestUuid: string) {
    super('soft-pull-charge-requested', outward);
    this.payment_request_uuid = paymentRequestUuid;
  }
}

/** The charge has ended, or the lender holds it back or has not confirmed it. */
export class SoftPullChargeOutcomeEvent extends Event {
  readonly outcome: ChargeOutcome;

  constructor(outcome: ChargeOutcome) {
    super('soft-pull-charge-outcome', outward);
    this.outcome = outcome;
  }
}

/** Offers, review or application have expired; `restart()` starts again. */
export class SoftPullExpiredEvent extends Event {
  constructor() {
    super('soft-pull-expired', outward);
  }
}

/** A call failed and the consumer was told. `correlation_id` is the BFF's, or the widget's own. */
export class SoftPullErrorEvent extends Event {
  readonly code: WidgetErrorCode;
  readonly retryable: boolean;
  readonly correlation_id: string;

  constructor(code: WidgetErrorCode, retryable: boolean, correlationId: string | null) {
    super('soft-pull-error', outward);
    this.code = code;
    this.retryable = retryable;
    this.correlation_id = correlationId ?? ownCorrelationId();
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'soft-pull-ready': SoftPullReadyEvent;
    'soft-pull-step-change': SoftPullStepChangeEvent;
    'soft-pull-decision': SoftPullDecisionEvent;
    'soft-pull-ask-lender': SoftPullAskLenderEvent;
    'soft-pull-offer-selected': SoftPullOfferSelectedEvent;
    'soft-pull-redirect': SoftPullRedirectEvent;
    'soft-pull-accepted': SoftPullAcceptedEvent;
    'soft-pull-charge-requested': SoftPullChargeRequestedEvent;
    'soft-pull-charge-outcome': SoftPullChargeOutcomeEvent;
    'soft-pull-expired': SoftPullExpiredEvent;
    'soft-pull-error': SoftPullErrorEvent;
  }
}

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

/**
 * Goes to the lender, unless the page prevents it; never to what is no web page. The lender's pages
 * stand in no frame: a page that itself stands in one is left with the page around it.
 */
export function leaveFor(url: string, element: EventTarget): void {
  if (!isWebUrl(url) || !element.dispatchEvent(new SoftPullRedirectEvent(url))) return;
  try {
    (top ?? window).location.href = url;
  } catch {
    // A frame without `allow-top-navigation` may only go itself.
    location.assign(url);
  }
}
