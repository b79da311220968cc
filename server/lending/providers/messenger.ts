export interface OutgoingMessage {
  /** The same id again is the same message. */
  id: string;
  channel: 'sms' | 'email';
  /** A telephone number or an e-mail address. */
  to: string;
  subject: string;
  text: string;
}

export type SmsReach = 'reachable' | 'opted_out' | 'invalid' | 'undeliverable';

/** Carries SMS and e-mail. */
export interface Messenger {
  /** Whether an SMS can reach a number; asked before a caller is told that one was sent. */
  smsReach(phone: string): Promise<SmsReach>;
  /** Hands a message over; a bounced e-mail came back. */
  send(message: OutgoingMessage): Promise<'sent' | 'bounced' | 'failed'>;
}
