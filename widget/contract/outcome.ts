/** `unresolved`: whether the lender has the request is not known; it may not be asked for again. */
export const chargeOutcomes = [
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

export type ChargeOutcome = (typeof chargeOutcomes)[number];

/** `unreadable`: the application has reached the lender. `silent`: it may have. */
export const askLenderReasons = ['unreadable', 'silent'] as const;

export type AskLenderReason = (typeof askLenderReasons)[number];
