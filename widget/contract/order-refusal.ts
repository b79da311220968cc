/** Why an order token is refused. The list is closed; no reason holds a value of the token. */
export const orderRefusalReasons = [
  'malformed',
  'wrong_alg',
  'refused_header',
  'no_key',
  'wrong_signature',
  'secret_decoded',
  'missing_claim',
  'wrong_claim',
  'aud_slash',
  'times_in_milliseconds',
  'iat_in_future',
  'exp_before_iat',
  'exp_too_far',
  'not_yet_valid',
  'expired',
  'outdated',
  'used',
  'other_order',
  'may_not_bring',
] as const;

/** The claims that are read of an order token. */
export const orderClaims = [
  'iss',
  'aud',
  'jti',
  'iat',
  'exp',
  'nbf',
  'amount',
  'order_id',
  'description',
  'offer_code',
  'resume',
] as const;

export type OrderRefusalReason = (typeof orderRefusalReasons)[number];
export type OrderClaim = (typeof orderClaims)[number];

/** `claim`: with `missing_claim` and `wrong_claim`. */
export interface OrderRefusal {
  readonly reason: OrderRefusalReason;
  readonly claim?: OrderClaim;
}

/** What POST `/v1/diagnose/order-token` answers; null: the token is good by itself. */
export interface OrderTokenDiagnosis {
  readonly refusal: OrderRefusal | null;
}
