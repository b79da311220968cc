import type { LetterStatus } from '../../domain/states/letter.ts';

/** A one-time code that was sent to a merchant's Admin; the code itself is made again, not stored. */
export interface OnboardingCodeTable {
  merchant_id: string;
  /** From 1; the newest is the only one that is taken. */
  generation: number;
  sponsor_id: string;
  failed_tries: number;
  sent_at: number;
  /** A code is taken once. */
  used_at: number | null;
}

/** A one-time code of a step-up that was sent; the code itself is made again, not stored. */
export interface StepUpCodeTable {
  application_id: string;
  /** From 1; the newest is the only one that is taken. */
  generation: number;
  sponsor_id: string;
  /** Where it was sent. */
  channel: 'sms' | 'email';
  failed_tries: number;
  sent_at: number;
  /** A code is taken once. */
  used_at: number | null;
}

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

/** What is to be mailed on paper. */
export interface LetterTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  /** `paper_copy`: of everything so far, when asked for; `record`: one that is no e-mail any more. */
  kind: 'wi_spouse_notice' | 'paper_copy' | 'record';
  /** JSON: the name and the lines of the address. */
  recipient_sealed: string;
  content: string;
  status: LetterStatus;
  created_at: number;
}
