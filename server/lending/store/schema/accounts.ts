/** The one credit line increase of an account. */
export interface CreditLineIncreaseTable {
  application_id: string;
  sponsor_id: string;
  previous_limit_cents: number;
  new_limit_cents: number;
  /** user_id of the merchant user who asked for it. */
  requested_by: string;
  increased_at: number;
}

/** Who cancelled an account, and why. */
export interface AccountCancellationTable {
  application_id: string;
  sponsor_id: string;
  /** user_id of the merchant user who asked for it. */
  cancelled_by: string;
  reason: string | null;
  cancelled_at: number;
}
