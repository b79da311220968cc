/** Every code that a problem may carry; the list is closed. */
export const errorCodes = [
  'invalid_request',
  'invalid_applicant',
  'unsupported_media_type',
  'payload_too_large',
  'not_found',
  'method_not_allowed',
  'unauthorized',
  'token_expired',
  'origin_not_allowed',
  'unknown_merchant',
  'order_invalid',
  'order_required',
  'wrong_step',
  'already_decided',
  'offer_unavailable',
  'portal_required',
  'charge_blocked',
  'amount_out_of_range',
  'rate_limited',
  'lender_unavailable',
  'lender_refused',
  'code_used',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];
