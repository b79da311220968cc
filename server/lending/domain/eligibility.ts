import type {
  AccountStatus,
  ApplicationStatus,
  MerchantStatus,
  PortalAccountStatus,
} from '../../lending-api/statuses.ts';

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
