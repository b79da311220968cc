import type { InvitationStatus } from '../../../lending-api/statuses.ts';

export interface OfferCodeTable {
  merchant_id: string;
  /** Counts within its merchant, from 1. */
  id: number;
  sponsor_id: string;
  /** In capitals; taken for good, by a deleted code too. */
  offer_code_name: string;
  description: string | null;
  /** JSON array. */
  product_ids: string;
  min_amount_cents: number | null;
  max_amount_cents: number | null;
  /** First and last day, `YYYY-MM-DD`. */
  start_date: string | null;
  end_date: string | null;
  is_deleted: number;
  created_at: number;
  modified_at: number;
}

/**
 * An invitation of path A. A soft pull has none: its application is an invitation that was
 * completed when it was made.
 */
export interface InvitationTable {
  application_id: string;
  /** invitation_id */
  id: string;
  sponsor_id: string;
  status: InvitationStatus;
  /** Exactly one of the two is there: the channel. */
  phone: string | null;
  email: string | null;
  /** `YYYY-MM-DD`; null for at once. */
  activate_date: string | null;
  activates_at: number;
  expires_at: number;
  /** The earlier application of the same person that answered it. */
  answered_by: string | null;
  created_at: number;
  modified_at: number;
}
