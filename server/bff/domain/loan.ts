import type { Lender } from '../../../widget/contract/lender.ts';
import type { Offer } from '../../../widget/contract/offer.ts';
import type { LoanApplicationDetail } from '../../lending-api/loan-applications.ts';
import type { SoftPullResponse } from '../../lending-api/soft-pull.ts';
import type { ApplicationStatus, PortalAccountStatus } from '../../lending-api/statuses.ts';
import { parseCents } from '../../platform/money.ts';

/**
 * What the lender last said of an application, without anything about the person. Money and times
 * are the lender's own texts.
 */
export interface Loan {
  readonly externalApplicationId: string;
  readonly loanId: string;
  readonly loanNumber: string;
  readonly status: ApplicationStatus;
  readonly requestedAmount: string | null;
  /** Lowest total cost first; empty once they no longer stand. */
  readonly offers: readonly Offer[];
  readonly offersExpireAt: string | null;
  readonly decidedAt: string | null;
  readonly lender: Lender;
  readonly notice: 'none' | 'queued' | 'sent';
  readonly account: LoanAccount | null;
  /** The state before the last one was a review. */
  readonly endedInReview: boolean;
}

/** What exists once the terms were accepted. */
export interface LoanAccount {
  readonly isClosed: boolean;
  readonly isSuspended: boolean;
  readonly creditLimit: string;
  readonly availableSpend: string;
  readonly purchaseWindowEndDate: string;
  readonly portalAccountStatus: PortalAccountStatus;
  /** 0 allowed, 1 blocked, 2 a Payment Portal account is required. */
  readonly eligibilityCode: 0 | 1 | 2;
  readonly productId: string;
  /** The payment request of a live initial charge at the lender that the BFF knows nothing of. */
  readonly unexplainedCharge?: string;
}

/** An answer that fits its schema and still cannot be used; nothing of it is quoted. */
export class UnusableAnswerError extends Error {
  override readonly name = 'UnusableAnswerError';
}

export function loanOfSoftPull(answer: SoftPullResponse): Loan {
  return {
    externalApplicationId: answer.external_application_id,
    loanId: answer.loan_id,
    loanNumber: answer.consumer_application_human_readable_id,
    status: answer.application_status,
    requestedAmount: answer.requested_amount,
    offers: byTotalCost(answer.offers),
    offersExpireAt: answer.offers_expire_at,
    decidedAt: answer.decided_at,
    lender: answer.lender,
    notice: answer.adverse_action_notice,
    account: null,
    endedInReview: false,
  };
}

/** @throws UnusableAnswerError when an accepted loan lacks its limit, its window or its product. */
export function loanOfDetail(detail: LoanApplicationDetail): Loan {
  return {
    externalApplicationId: detail.external_application_id,
    loanId: detail.loan_id,
    loanNumber: detail.consumer_application_human_readable_id,
    status: detail.application_status,
    requestedAmount: detail.requested_amount,
    offers: byTotalCost(detail.offers ?? []),
    offersExpireAt: earliestExpiry(detail.offers ?? []),
    decidedAt: detail.decided_at,
    lender: detail.lender,
    notice: detail.adverse_action_notice,
    account: detail.accepted_at === null ? null : accountOf(detail),
    endedInReview: detail.status_history.at(-2)?.status === 'Pending: Verification',
  };
}

function accountOf(detail: LoanApplicationDetail): LoanAccount {
  const { credit_limit, purchase_window_end_date, selected_offer } = detail;
  if (credit_limit === null || purchase_window_end_date === null || selected_offer === null) {
    throw new UnusableAnswerError('an accepted loan has no limit, purchase window or product');
  }
  return {
    isClosed: detail.account_status === 'Closed',
    isSuspended: detail.application_status === 'Suspended' || detail.account_status === 'Suspended',
    creditLimit: credit_limit,
    availableSpend: detail.available_spend,
    purchaseWindowEndDate: purchase_window_end_date,
    portalAccountStatus: detail.portal_account_status,
    eligibilityCode: detail.transaction_status_code,
    productId: selected_offer.product_id,
  };
}

function byTotalCost(offers: readonly Offer[]): Offer[] {
  return offers.toSorted(
    (a, b) => parseCents(a.total_of_payments) - parseCents(b.total_of_payments),
  );
}

/** Times of one form, RFC 3339 in UTC and whole seconds, sort as texts. */
function earliestExpiry(offers: readonly Offer[]): string | null {
  return offers.map((offer) => offer.expires_at).toSorted()[0] ?? null;
}
