import {
  SoftPullAcceptedEvent,
  SoftPullAskLenderEvent,
  SoftPullChargeOutcomeEvent,
  SoftPullChargeRequestedEvent,
  SoftPullDecisionEvent,
  SoftPullErrorEvent,
  SoftPullExpiredEvent,
  SoftPullOfferSelectedEvent,
  SoftPullReadyEvent,
  SoftPullRedirectEvent,
  SoftPullStepChangeEvent,
} from '../../widget/index.ts';

export interface EventFacts {
  type: string;
  isCancelable: boolean;
  fields: string[];
}

/** What the package's event classes are, in the order of a checkout. */
export function eventFacts(): EventFacts[] {
  const events = [
    new SoftPullReadyEvent(),
    new SoftPullStepChangeEvent('details', null),
    new SoftPullDecisionEvent('offers'),
    new SoftPullAskLenderEvent('unreadable'),
    new SoftPullOfferSelectedEvent(''),
    new SoftPullRedirectEvent(''),
    new SoftPullAcceptedEvent(),
    new SoftPullChargeRequestedEvent(''),
    new SoftPullChargeOutcomeEvent('approved'),
    new SoftPullExpiredEvent(),
    new SoftPullErrorEvent('internal', false, null),
  ];
  return events.map((event) => ({
    type: event.type,
    isCancelable: event.cancelable,
    fields: Object.keys(event).filter((name) => name !== 'isTrusted'),
  }));
}
