import type { Offer } from '../../../widget/contract/offer.ts';
import type {
  BlockedReason,
  CheckoutStep,
  StepOf,
  StepProblem,
} from '../../../widget/contract/step.ts';
import { type Cents, formatCents, parseCents } from '../../platform/money.ts';
import { isCancelledByMerchant } from './cancellation.ts';
import { type Charge, isUnsettled, outcomeOf } from './charge.ts';
import {
  allCharges,
  type Checkout,
  type CheckoutProblem,
  chosenOf,
  currentCharge,
  isUnderWay,
  type Order,
  requestedCents,
} from './checkout.ts';
import type { Loan, LoanAccount } from './loan.ts';
import { isMerchantTold } from './merchant-told.ts';

/** The screen a checkout is at, and what stands on it: a function of what is stored, of nothing else. */
export function stepOf(checkout: Checkout): CheckoutStep {
  const { endedBy, softPull, loan } = checkout;
  if (endedBy !== null) return { screen: 'expired', reason: 'application' };
  if (isCancelledByMerchant(checkout)) return { screen: 'cancelled', reason: 'merchant_cancelled' };
  if (softPull !== null && isUnderWay(softPull)) return working(softPull.startedAt);
  if (softPull?.state === 'unreadable' || softPull?.state === 'silent') {
    return askLender(checkout, softPull.state);
  }
  if (softPull === null || loan === null) return details(checkout);
  return loanStep(checkout, loan);
}

function askLender(
  { loan, softPull }: Checkout,
  reason: StepOf<'ask_lender'>['reason'],
): StepOf<'ask_lender'> {
  const lender = loan?.lender ?? softPull?.lender ?? null;
  return { screen: 'ask_lender', lender, reason, loan_number: loan?.loanNumber ?? null };
}

function details(checkout: Checkout): StepOf<'details'> {
  const cents = requestedCents(checkout);
  return {
    screen: 'details',
    amount: cents === null ? null : formatCents(cents),
    amount_locked: checkout.order !== null,
    ...(checkout.problem !== null && { problem: problemOf(checkout.problem) }),
  };
}

function problemOf(problem: CheckoutProblem): StepProblem {
  if (problem !== 'order_accepted') return { code: problem };
  return { code: 'order_in_use', reached: 'accepted' };
}

function working(since: number): StepOf<'working'> {
  return { screen: 'working', since: wireTime(since) };
}

function loanStep(checkout: Checkout, loan: Loan): CheckoutStep {
  switch (loan.status) {
    case 'Invited':
    case 'Started':
      return working(checkout.softPull?.startedAt ?? checkout.touchedAt);
    case 'Pending: Verification':
      return review(checkout, loan);
    case 'Approved: Offers Available':
      return loan.offers.length === 0 ? askLender(checkout, 'unreadable') : offers(checkout, loan);
    case 'Approved: Offer Selected':
      return selected(checkout, loan);
    case 'Approved: Accepted':
    case 'Suspended':
      return funding(checkout, loan);
    case 'Declined':
      return {
        screen: 'no_offers',
        lender: loan.lender,
        notice: loan.notice,
        decided_at: loan.decidedAt,
      };
    case 'Cancelled':
      return {
        screen: 'cancelled',
        reason: loan.account === null ? 'terms_declined' : 'account_cancelled',
      };
    case 'Expired':
      return { screen: 'expired', reason: isReviewLate(checkout, loan) ? 'review' : 'offers' };
  }
}

/**
 * After the choice, the lender may wait on its page for a one-time code of the consumer. Where it was
 * made in another checkout, to make it here once more brings the link.
 */
function review({ selection }: Checkout, { lender, chosen }: Loan): StepOf<'review'> {
  if (chosen !== undefined && chosen.offerUuid !== selection?.offerUuid) {
    return { screen: 'review', lender, selected_offer_uuid: chosen.offerUuid };
  }
  if (selection === null || selection.link === null) return { screen: 'review', lender };
  const { link, offerUuid } = selection;
  return {
    screen: 'review',
    lender,
    consumer_invitation_link: link,
    selected_offer_uuid: offerUuid,
  };
}

/** After the choice, it was the consumer's code that did not come. */
function isReviewLate({ selection }: Checkout, { endedInReview, chosen }: Loan): boolean {
  return endedInReview && selection === null && chosen === undefined;
}

function offers(checkout: Checkout, loan: Loan): StepOf<'offers'> {
  return {
    screen: 'offers',
    requested_amount: loan.requestedAmount ?? formatCents(requestedCents(checkout) ?? 0),
    offers: loan.offers.map((offer) => withLender(offer, loan)),
    more_at_lender: loan.hasMoreOffers ? { lender: loan.lender } : null,
    expires_at: loan.offersExpireAt,
    selected_offer_uuid: chosenOf(checkout)?.offerUuid ?? null,
    locale: checkout.softPull?.textsShown?.locale ?? checkout.locale,
  };
}

/** An offer says who makes it; where the lender does not, the merchant's entry does. */
function withLender(offer: Offer, { lender }: Loan): Offer {
  if (offer.lender_name !== undefined || lender === null) return offer;
  return { ...offer, lender_name: lender.name, lender_nmls_id: lender.nmls_id };
}

/** Without a link of its own, in a second tab for instance, the consumer chooses here once more. */
function selected(checkout: Checkout, loan: Loan): StepOf<'offers' | 'redirect' | 'ask_lender'> {
  const { selection, isChoosingAgain } = checkout;
  if (loan.offers.length === 0 || selection?.link === null) {
    return askLender(checkout, 'unreadable');
  }
  const offer = loan.offers.find(({ offer_uuid }) => offer_uuid === selection?.offerUuid);
  if (selection === null || offer === undefined || isChoosingAgain) return offers(checkout, loan);
  return {
    screen: 'redirect',
    offer: withLender(offer, loan),
    selected_amount: selection.selectedAmount,
    consumer_invitation_link: selection.link,
    link_expires_at: selection.linkExpiresAt,
  };
}

function funding(checkout: Checkout, loan: Loan): CheckoutStep {
  const charge = currentCharge(checkout);
  if (charge !== undefined) return chargeStep(checkout, charge, loan);
  const { account } = loan;
  if (account === null) return working(checkout.touchedAt);
  const cents = chargeableCents(checkout, account);
  return {
    screen: 'accepted',
    loan_number: loan.loanNumber,
    credit_limit: account.creditLimit,
    available_spend: account.availableSpend,
    purchase_window_end_date: account.purchaseWindowEndDate,
    portal_account_status: account.portalAccountStatus,
    charge_amount: cents === null ? null : formatCents(cents),
    order_amount: checkout.order === null ? null : formatCents(checkout.order.amountCents),
    // A lender that gives no eligibility code says by the amount that nothing can be charged.
    blocked: cents === 0 ? 'suspended' : blockedReason(checkout, account),
  };
}

/** The browser's charge: the order's amount, at most what is available; null without an order. */
export function chargeableCents(checkout: Checkout, account: LoanAccount): Cents | null {
  const { order } = checkout;
  if (order === null) return null;
  return Math.min(order.amountCents, availableCents(checkout, account) ?? order.amountCents);
}

/** What is left to spend; what was borrowed, where the lender does not say; null when neither is known. */
export function availableCents({ selection }: Checkout, account: LoanAccount): Cents | null {
  const text = account.availableSpend ?? account.creditLimit ?? selection?.selectedAmount;
  return text === undefined ? null : parseCents(text);
}

/** What stands in the way of a charge: first what nobody here can mend, then what comes first. */
export function blockedReason(checkout: Checkout, account: LoanAccount): BlockedReason | null {
  const { isSuspended, isClosed, eligibilityCode } = account;
  if (isSuspended || isClosed || eligibilityCode === 1) return 'suspended';
  if (checkout.order === null) return 'order_required';
  if (isPortalMissing(checkout, account)) return 'portal_required';
  return checkout.bankMissingSince === null ? null : 'bank_required';
}

/** By the eligibility code; a lender that gives none says it by refusing a charge. */
function isPortalMissing(
  { portalMissingSince }: Checkout,
  { eligibilityCode, portalAccountStatus }: LoanAccount,
): boolean {
  if (eligibilityCode !== null) return eligibilityCode === 2;
  return portalMissingSince !== null && portalAccountStatus !== 'Active';
}

function chargeStep(checkout: Checkout, charge: Charge, loan: Loan): CheckoutStep {
  const { request } = charge;
  if (isUnsettled(charge)) return working(charge.startedAt);
  const ids = { charge_id: charge.id, payment_request_uuid: charge.paymentRequestUuid };
  const amount = formatCents(charge.amountCents);
  const outcome = outcomeOf(charge);
  if (outcome !== undefined) {
    const cents = loan.account && chargeableCents(checkout, loan.account);
    const may_charge_again = mayChargeAgain(checkout, charge) && cents !== 0;
    const order = outcome === 'approved' ? partlyPaidOrder(checkout) : null;
    return {
      screen: 'charge_outcome',
      ...ids,
      amount,
      outcome,
      merchant_told: isMerchantTold(checkout, charge),
      ...(order && { order_amount: formatCents(order.amountCents) }),
      may_charge_again,
      ...(may_charge_again && cents !== null && { charge_amount: formatCents(cents) }),
    };
  }
  if (request === null) return working(charge.startedAt);
  return {
    screen: 'charge_pending',
    ...ids,
    loan_number: loan.loanNumber,
    lender: loan.lender,
    amount,
    expires_at: request.expiresAt,
    notifications: request.notifications,
    warning: request.warning,
  };
}

/** The order of which charges that were approved, of whatever kind, have paid less than the whole. */
function partlyPaidOrder(checkout: Checkout): Order | null {
  const { order } = checkout;
  const approved = allCharges(checkout).filter((charge) => outcomeOf(charge) === 'approved');
  const paidCents = approved.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return order !== null && paidCents < order.amountCents ? order : null;
}

/**
 * After a refusal, an expiry or a failure; after a cancellation only while the lender allows
 * transactions; and never while the order has a live charge.
 */
export function mayChargeAgain(checkout: Checkout, last: Charge): boolean {
  if (checkout.isOrderChargedElsewhere) return false;
  switch (outcomeOf(last)) {
    case 'rejected':
    case 'expired':
    case 'failed':
      return true;
    case 'canceled':
      return checkout.loan?.account?.eligibilityCode === 0;
    default:
      return false;
  }
}

/** `wireTime(0) => '1970-01-01T00:00:00Z'`, of epoch milliseconds. */
export function wireTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
