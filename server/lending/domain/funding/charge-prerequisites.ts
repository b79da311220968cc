import type {
  AccountStatus,
  ApplicationStatus,
  MerchantStatus,
  PortalAccountStatus,
} from '../../../lending-api/statuses.ts';

export interface ChargePrerequisites extends ChargeableLoan {
  /** The merchant has an account whose micro-deposits were verified. */
  has_active_bank_account: boolean;
}

type MissingPrerequisite = 'merchant_not_active' | 'loan_not_chargeable' | 'bank_account';

/**
 * What a charge request lacks now (epoch ms), or null (Sponsor Lending API, funding and refund
 * endpoints). The message is for the sponsor.
 */
export function missingPrerequisite(
  loan: ChargePrerequisites,
  now: number,
): { kind: MissingPrerequisite; message: string } | null {
  if (loan.merchant_status !== 'Active') {
    const message = `The merchant is ${loan.merchant_status}.`;
    return { kind: 'merchant_not_active', message };
  }
  const { is_valid_for_transaction, no_transaction_message } = eligibility(loan, now);
  if (!is_valid_for_transaction) {
    return { kind: 'loan_not_chargeable', message: no_transaction_message };
  }
  if (loan.has_active_bank_account) return null;
  return { kind: 'bank_account', message: 'The merchant has no active bank account.' };
}

export interface ChargeableLoan {
  application_status: ApplicationStatus;
  account_status: AccountStatus | null;
  portal_account_status: PortalAccountStatus;
  merchant_status: MerchantStatus;
  /** Epoch ms, null while the terms are not accepted; the window is open before it. */
  purchase_window_ends_at: number | null;
  available_spend_cents: number;
}

/** The Sponsor Lending API's three fields: 0 allowed, 1 blocked, 2 Payment Portal account required. */
export interface Eligibility {
  is_valid_for_transaction: boolean;
  transaction_status_code: 0 | 1 | 2;
  no_transaction_message: string;
}

/** Whether a charge may be requested now (epoch ms). What blocks it for good comes first. */
export function eligibility(loan: ChargeableLoan, now: number): Eligibility {
  const blocked = whatBlocks(loan, now);
  if (blocked !== null) return refusal(1, blocked);
  return loan.portal_account_status === 'Active'
    ? { is_valid_for_transaction: true, transaction_status_code: 0, no_transaction_message: '' }
    : refusal(2, 'The consumer needs an active Payment Portal account.');
}

function refusal(code: 1 | 2, message: string): Eligibility {
  return {
    is_valid_for_transaction: false,
    transaction_status_code: code,
    no_transaction_message: message,
  };
}

function whatBlocks(loan: ChargeableLoan, now: number): string | null {
  if (loan.application_status !== 'Approved: Accepted') {
    return `The application is ${loan.application_status}.`;
  }
  if (loan.account_status !== 'Active') return `The account is ${loan.account_status}.`;
  if (loan.merchant_status !== 'Active') return `The merchant is ${loan.merchant_status}.`;
  if (loan.purchase_window_ends_at === null || now >= loan.purchase_window_ends_at) {
    return 'The purchase window is over.';
  }
  return loan.available_spend_cents > 0 ? null : 'Nothing is left to spend.';
}

interface ConsumerReach {
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

const fallbackWarning = 'The consumer cannot be reached by SMS; an e-mail was sent instead.';

/** By which channels a charge request goes out; null when none is left (424). */
export function notificationPlan(reach: ConsumerReach): NotificationPlan | null {
  const sms = smsOf(reach);
  const email = reach.has_email ? 'sent' : 'none';
  if (sms === 'sent') return { sms, email, warning: null };
  return email === 'sent' ? { sms, email, warning: fallbackWarning } : null;
}

function smsOf({ has_sms_consent, sms_reach }: ConsumerReach): NotificationPlan['sms'] {
  if (!has_sms_consent || sms_reach === 'opted_out') return 'skipped_opted_out';
  return sms_reach === 'reachable' ? 'sent' : 'failed';
}

/** Why a charge request was canceled. */
export type CancelReason =
  | MissingPrerequisite
  | 'account_cancelled'
  | 'final_charge'
  | 'loan_suspended'
  | 'window_over';

const stored: ReadonlySet<string> = new Set<CancelReason>([
  'account_cancelled',
  'bank_account',
  'final_charge',
  'loan_not_chargeable',
  'loan_suspended',
  'merchant_not_active',
]);

/** The reason of a canceled request as it is stored: the end of the purchase window leaves none. */
export function cancelReasonOf(reason: string | null): CancelReason {
  return reason !== null && isStored(reason) ? reason : 'window_over';
}

function isStored(reason: string): reason is CancelReason {
  return stored.has(reason);
}
