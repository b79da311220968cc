/** Kinds of due work of a charge; the key is its payment_request_uuid. */
export const CHARGE_DEADLINE = 'charge_deadline';
export const CONSUMER_ANSWER = 'consumer_answer';
export const CHARGE_SUBMISSION = 'charge_submission';
export const CHARGE_SETTLEMENT = 'charge_settlement';
export const MERCHANT_PAYOUT = 'merchant_payout';
