import type { ErrorCode } from './error-code.ts';
import type { Language } from './language.ts';
import type { AskLenderReason, ChargeOutcome } from './outcome.ts';
import type { Prefill } from './prefill.ts';
import type { Screen } from './step.ts';

/** What the element on the merchant's page tells the flow; names as on the wire. */
export interface FlowSettings {
  server: string;
  merchant: string;
  amount: string | null;
  order_token: string | null;
  offer_code?: string;
  locale: Language;
  return_url: string;
  heading_level: number;
  /** In a frame: the origin of the page around it, as the handshake saw it. */
  parent_origin?: string;
}

/** A resume handle and where it was found. */
export interface Handle {
  resume: string;
  source: 'storage' | 'url' | 'client_token';
  /**
   * False for one that is known by a URL only: somebody else may have sent it, so it shows where a
   * checkout stands and never lets anything be typed into it.
   */
  opens_forms: boolean;
}

/** From the embed to the flow. Closed, so that a frame can refuse whatever else arrives. */
export type FlowCommand =
  | { type: 'configure'; settings: FlowSettings }
  | { type: 'begin'; handles: Handle[] }
  /** With new settings, which lead to no checkout but the one that is begun. */
  | { type: 'begin_with'; handles: Handle[]; settings: FlowSettings }
  | { type: 'restart' }
  /** With new settings, which the checkout that is left never hears of. */
  | { type: 'restart_with'; settings: FlowSettings }
  /** What the page knows of the consumer; it goes no further than the form. */
  | { type: 'prefill'; values: Prefill }
  /** `prevent_scroll`: the page stays where it is. */
  | { type: 'focus'; prevent_scroll: boolean };

/** What can go wrong inside, besides what the BFF says. */
export type FlowErrorCode = ErrorCode | 'network' | 'misconfigured';

/** What the page may be told; `frame_blocked`: the frame in which the flow runs did not come up. */
export type WidgetErrorCode = FlowErrorCode | 'frame_blocked';

export type Decision = 'offers' | 'no_offers';

/** What the page is told once for each checkout and page load. */
export type Outcome =
  | { type: 'decision'; decision: Decision }
  | { type: 'accepted' }
  | { type: 'charge_requested'; payment_request_uuid: string }
  /** `payment_request_uuid` is the BFF's own id of the charge where the lender has given none. */
  | { type: 'charge_outcome'; payment_request_uuid: string; outcome: ChargeOutcome }
  | { type: 'ask_lender'; reason: AskLenderReason }
  | { type: 'expired' };

/** From the flow to the embed; never personal data, never a session token. */
export type FlowMessage =
  | { type: 'ready' }
  /** What is to be in view, in CSS pixels from the upper edge of the flow's document. */
  | { type: 'scroll_to'; top: number; bottom: number }
  /** `opens_forms` is false for a handle that came by URL, and stays so in storage. */
  | { type: 'handle'; resume: string; opens_forms: boolean }
  /** `previous` is `screen` itself where another checkout stands at the same screen. */
  | { type: 'step'; checkout_id: string; screen: Screen; previous: Screen | null }
  | { type: 'outcome'; checkout_id: string; outcome: Outcome }
  | { type: 'offer_selected'; offer_uuid: string }
  | { type: 'redirect'; url: string }
  | { type: 'error'; code: FlowErrorCode; retryable: boolean; correlation_id: string | null };
