import type { WidgetErrorCode } from '../../contract/flow-message.ts';
import type { Screen } from '../../contract/step.ts';
import type { CheckoutProperties } from '../checkout-properties.ts';

/**
 * What can keep a checkout from working on a page. `script_blocked`: the diagnosis itself could not
 * be loaded. `not_asked`: the page's policy lets the BFF not be asked about key and origin, which
 * the checkout itself does not need.
 */
export type FindingCode =
  | 'server_missing'
  | 'key_missing'
  | 'wrong_key'
  | 'origin_not_allowed'
  | 'wrong_value'
  | 'amount_missing'
  | 'wrong_client_token'
  | 'csp_source_missing'
  | 'not_asked'
  | 'double_registration'
  | 'frame_unused'
  | 'unreachable'
  | 'script_blocked';

/** One of them, in words for the page's developer. */
export interface Finding {
  code: FindingCode;
  message: string;
  /** The line to paste, or the one to keep. */
  fix: string;
}

/** What is looked at: the element's properties; `server` may come from where its script does. */
export type DiagnosedElement = Readonly<CheckoutProperties> & {
  /** What went wrong last since the page's values were set. */
  readonly lastError: WidgetErrorCode | null;
  /** The tag, which may hold a frame; its step is null until the flow has said one. */
  readonly host: HTMLElement & { readonly step: Screen | null };
};
