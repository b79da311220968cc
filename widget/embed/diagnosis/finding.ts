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
  | 'csp_source_missing'
  | 'not_asked'
  | 'double_registration'
  | 'unreachable'
  | 'script_blocked';

/** One of them, in words for the page's developer. */
export interface Finding {
  code: FindingCode;
  message: string;
  /** The line to paste, or the one to keep. */
  fix: string;
}

/** What is looked at. */
export interface Patient {
  /** Null when neither the element nor its script says where the BFF is. */
  server: string | null;
  merchant: string | null;
  isolation: CheckoutProperties['isolation'];
}
