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

const screens: Readonly<Record<Screen, true>> = {
  details: true,
  working: true,
  review: true,
  offers: true,
  no_offers: true,
  redirect: true,
  accepted: true,
  charge_pending: true,
  charge_outcome: true,
  cancelled: true,
  ask_lender: true,
  expired: true,
};

const outcomes: Readonly<Record<ChargeOutcome, true>> = {
  approved: true,
  rejected: true,
  expired: true,
  canceled: true,
  failed: true,
  held: true,
  refunded: true,
  reversed: true,
  unresolved: true,
};

function namesOf<Name extends string>(table: Readonly<Record<Name, true>>): readonly Name[] {
  // A table has exactly the keys that its type names.
  return Object.keys(table) as Name[];
}

const isScreen = isOneOf(namesOf(screens));
const isErrorCode = isOneOf<FlowErrorCode>([...errorCodes, 'network', 'misconfigured']);

const isOutcome = isAnyOf<Outcome>({
  decision: { decision: isOneOf(['offers', 'no_offers']) },
  accepted: {},
  charge_requested: { payment_request_uuid: isText },
  charge_outcome: { payment_request_uuid: isText, outcome: isOneOf(namesOf(outcomes)) },
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
  properties: isListOf(isPropertyName, 200),
});

export const isFrameDrawn = isExactly<FrameDrawn>({
  type: isOneOf(['soft-pull-drawn']),
  height: isSize,
});
