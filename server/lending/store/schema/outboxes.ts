import type { Selectable } from 'kysely';
import type { MessageKind } from '../../domain/messages/message-kinds.ts';
import type { CallbackStatus } from '../../domain/states/callback.ts';
import type { LetterStatus } from '../../domain/states/letter.ts';
import type { NoticeStatus } from '../../domain/states/notice.ts';

/** The outbox of SMS and e-mail; `recipient` is the number or address. */
export interface MessageTable {
  id: string;
  sponsor_id: string;
  application_id: string | null;
  merchant_id: string | null;
  kind: MessageKind;
  channel: 'sms' | 'email';
  recipient: string;
  subject: string;
  text: string;
  /** JSON array of URLs. */
  links: string;
  status: 'Queued' | 'Sent' | 'Failed' | 'Bounced';
  /** How often the messenger could not take it. */
  failed_tries: number;
  created_at: number;
  sent_at: number | null;
}

export type MessageRow = Selectable<MessageTable>;

/** What became of a message. */
export interface MessageDelivery {
  outcome: Exclude<MessageRow['status'], 'Queued'>;
  /** Epoch milliseconds on the sponsor's clock. */
  at: number;
}

export interface NoticeTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  kind: 'adverse_action' | 'counter_offer';
  status: NoticeStatus;
  message_id: string;
  text_id: string;
  text_version: string;
  created_at: number;
  /** When the law wants it out at the latest. */
  deadline_at: number;
}

export type NoticeRow = Selectable<NoticeTable>;

/** What is to be mailed on paper. */
export interface LetterTable {
  id: string;
  sponsor_id: string;
  application_id: string;
  /**
   * `paper_copy`: of everything so far, when asked for; `record`: one that e-mail does not bring, and
   * `revised_terms` that of a raised limit.
   */
  kind: 'wi_spouse_notice' | 'paper_copy' | 'record' | 'revised_terms';
  /** JSON: the name and the lines of the address. */
  recipient_sealed: string;
  content: string;
  status: LetterStatus;
  created_at: number;
}

export type LetterRow = Selectable<LetterTable>;

/** The outbox of callbacks. */
export interface EventTable {
  /** event_id */
  id: string;
  sponsor_id: string;
  application_id: string | null;
  merchant_id: string | null;
  event_type: string;
  target_url: string;
  payload: string;
  status: CallbackStatus;
  /** 1 while the sandbox holds deliveries back. */
  held: number;
  next_attempt_at: number | null;
  created_at: number;
}

export type EventRow = Selectable<EventTable>;

export interface EventAttemptTable {
  event_id: string;
  position: number;
  sponsor_id: string;
  at: number;
  status_code: number | null;
  error: string | null;
  /** The first 64 KiB of the reply, kept for information only. */
  reply: string | null;
}

export type EventAttemptRow = Selectable<EventAttemptTable>;
