export type { ErrorCode } from './contract/error-code.ts';
export type { Decision, WidgetErrorCode } from './contract/flow-message.ts';
export type { AskLenderReason, ChargeOutcome } from './contract/outcome.ts';
export type { Prefill } from './contract/prefill.ts';
export type { Screen } from './contract/step.ts';
export type { Finding, FindingCode } from './embed/diagnosis/finding.ts';
export {
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
} from './embed/events.ts';
export { SoftPullCheckout } from './embed/soft-pull-checkout-element.ts';
