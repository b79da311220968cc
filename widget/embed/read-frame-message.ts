import { errorCodes } from '../contract/error-code.ts';
import type { FlowErrorCode, Outcome } from '../contract/flow-message.ts';
import {
  type FrameDrawn,
  type FrameHello,
  type FrameMessage,
  frameProtocol,
} from '../contract/frame-message.ts';
import {
  isWebUrl,
  isAnyOf,
  isExactly,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isSize,
  isText,
} from '../contract/shape.ts';
import type { AskLenderReason, ChargeOutcome, Screen } from '../contract/step.ts';

const screens = [
  'details',
  'working',
  'review',
  'offers',
  'no_offers',
  'redirect',
  'accepted',
  'charge_pending',
  'charge_outcome',
  'cancelled',
  'ask_lender',
  'expired',
] as const;

const outcomes = [
  'approved',
  'rejected',
  'expired',
  'canceled',
  'failed',
  'held',
  'refunded',
  'reversed',
  'unresolved',
] as const;

/** A list that forgets a name of the union does not compile. */
type All<Name, List extends readonly Name[]> = [Name] extends [List[number]] ? List : never;

const isScreen = isOneOf<Screen>(screens satisfies All<Screen, typeof screens>);
const isChargeOutcome = isOneOf<ChargeOutcome>(
  outcomes satisfies All<ChargeOutcome, typeof outcomes>,
);
const isErrorCode = isOneOf<FlowErrorCode>([...errorCodes, 'network', 'misconfigured']);

const isOutcome = isAnyOf<Outcome>({
  decision: { decision: isOneOf(['offers', 'no_offers']) },
  accepted: {},
  charge_requested: { payment_request_uuid: isText },
  charge_outcome: { payment_request_uuid: isText, outcome: isChargeOutcome },
  ask_lender: { reason: isOneOf<AskLenderReason>(['unreadable', 'silent']) },
  expired: {},
});

/** Whether what came through the channel is something that a frame says. */
export const isFrameMessage = isAnyOf<FrameMessage>({
  ready: {},
  height: { height: isSize },
  handle: { resume: isText, opens_forms: isFlag },
  step: { checkout_id: isText, screen: isScreen, previous: isNullOr(isScreen) },
  outcome: { checkout_id: isText, outcome: isOutcome },
  offer_selected: { offer_uuid: isText },
  redirect: { url: isWebUrl },
  error: { code: isErrorCode, retryable: isFlag, correlation_id: isNullOr(isText) },
});

function isPropertyName(value: unknown): value is string {
  return isText(value) && /^--soft-pull-[a-z-]{1,40}$/.test(value);
}

export const isFrameHello = isExactly<FrameHello>({
  type: isOneOf(['soft-pull-hello']),
  protocol: isOneOf([frameProtocol]),
  loaded_at: isSize,
  properties: isListOf(isPropertyName, 200),
});

export const isFrameDrawn = isExactly<FrameDrawn>({
  type: isOneOf(['soft-pull-drawn']),
  height: isSize,
});
