import type { Selectable } from 'kysely';
import type { InvitationStatus } from '../../../lending-api/statuses.ts';

/** A hosted page's link. The token is derived again from kind, subject and generation. */
export interface LinkTable {
  kind: 'onboarding' | 'invitation' | 'terms' | 'portal' | 'charge' | 'preferences';
  subject_id: string;
  generation: number;
  sponsor_id: string;
  token_digest: string;
  status: 'live' | 'dead';
  /** 1 for a link that goes to the consumer's own e-mail and nowhere else. */
  is_mailed: number;
  failed_tries: number;
  /** Keyed digest of the last wrong answer. */
  last_answer_digest: string | null;
  expires_at: number;
  created_at: number;
}

export type LinkRow = Selectable<LinkTable>;

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

export type InvitationRow = Selectable<InvitationTable>;

/** What a consumer has typed into the application so far; deleted when it is sent or given up. */
export interface ApplicationDraftTable {
  /** Digest of the secret that the consumer's browser keeps. */
  id: string;
  sponsor_id: string;
  /** The application of the invitation. */
  application_id: string;
  /** JSON of the form's fields. */
  draft_sealed: string;
  expires_at: number;
  created_at: number;
}

export type ApplicationDraftRow = Selectable<ApplicationDraftTable>;

/** A one-time code of a step-up that was sent; the code itself is made again, not stored. */
export interface StepUpCodeTable {
  application_id: string;
  /** From 1; the newest is the only one that is taken. */
  generation: number;
  sponsor_id: string;
  /** Where it was sent. */
  channel: 'sms' | 'email';
  failed_tries: number;
  /** Keyed digest of the last wrong answer. */
  last_answer_digest: string | null;
  sent_at: number;
  /** A code is taken once. */
  used_at: number | null;
}

export type StepUpCodeRow = Selectable<StepUpCodeTable>;
