export interface ConsumerReach {
  /** The consumer agreed to SMS and has not taken it back. */
  has_sms_consent: boolean;
  sms_reach: 'reachable' | 'opted_out' | 'invalid' | 'undeliverable';
  /** There is an e-mail address to which mail has not come back. */
  has_email: boolean;
}

export interface NotificationPlan {
  sms: 'sent' | 'skipped_opted_out' | 'failed';
  email: 'sent' | 'none';
  /** Set when e-mail takes the place of the SMS. */
  warning: string | null;
}

const FALLBACK_WARNING = 'The consumer cannot be reached by SMS; an e-mail was sent instead.';

/** By which channels a charge request goes out; null when none is left (424). */
export function notificationPlan(reach: ConsumerReach): NotificationPlan | null {
  const sms = smsOf(reach);
  const email = reach.has_email ? 'sent' : 'none';
  if (sms === 'sent') return { sms, email, warning: null };
  return email === 'sent' ? { sms, email, warning: FALLBACK_WARNING } : null;
}

function smsOf({ has_sms_consent, sms_reach }: ConsumerReach): NotificationPlan['sms'] {
  if (!has_sms_consent || sms_reach === 'opted_out') return 'skipped_opted_out';
  return sms_reach === 'reachable' ? 'sent' : 'failed';
}
