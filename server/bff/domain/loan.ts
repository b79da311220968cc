import type { Lender } from '../../../widget/contract/lender.ts';
import type { Offer } from '../../../widget/contract/offer.ts';
import { parseCents } from '../../platform/money.ts';
import type {
  ChosenOffer,
  EligibilityCode,
  LoanReading,
  LoanStatus,
  Notice,
  PortalStatus,
} from '../lender/lender.ts';

/**
 * What the lender last said of an application, without anything about the person. What it never said
 * is null; money and times are its own.
 */
export interface Loan {
  readonly externalApplicationId: string;
  readonly loanId: string;
  readonly loanNumber: string | null;
  readonly status: LoanStatus;
  /** Where it stood before the lender held it back, while it does and says nothing else of it. */
  readonly heldFrom?: LoanStatus;
  readonly requestedAmount: string | null;
  /** Lowest total cost first, else lowest APR; empty once they no longer stand. */
  readonly offers: readonly Offer[];
  /** The lender has offers that cannot be drawn. Absent from what was stored before it was kept. */
  readonly hasMoreOffers?: boolean;
  readonly offersExpireAt: string | null;
  /** What the consumer chose, perhaps in another checkout. Absent where the lender does not say. */
  readonly chosen?: ChosenOffer;
  readonly decidedAt: string | null;
  readonly lender: Lender | null;
  readonly notice: Notice | 'unknown';
  readonly account: LoanAccount | null;
  /** The state before the last one was a review. */
  readonly endedInReview: boolean;
  /** While the lender, which knows our ids, has no loan under this one. */
  readonly missing?: MissingLoan;
}

interface MissingLoan {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly isLogged: boolean;
}

/** What exists once the terms were accepted. */
export interface LoanAccount {
  readonly isClosed: boolean;
  readonly isSuspended: boolean;
  readonly creditLimit: string | null;
  readonly availableSpend: string | null;
  readonly purchaseWindowEndDate: string | null;
  readonly portalAccountStatus: PortalStatus | null;
  readonly eligibilityCode: EligibilityCode | null;
  readonly productId: string | null;
  /**
   * The payment request of a live initial charge at the lender that the BFF knows nothing of; null where
   * the lender does not say its id.
   */
  readonly unexplainedCharge?: string | null;
  /** The same, where the lender's lists alone show it: a person was told of it. */
  readonly toldCharge?: string | null;
  /** All its charges stand in it, so that one which the BFF has lost is seen there. */
  readonly listsCharges?: boolean;
}

/** The ids of an application and of its loan, as the lender knows them. */
export type ApplicationNames = Pick<Loan, 'externalApplicationId' | 'loanId'>;

/** What stands where the lender says nothing. */
export interface LoanBasis {
  /** Our ids, until the lender has given its own. */
  readonly names: ApplicationNames;
  /** Of the merchant's entry. */
  readonly lender: Lender | null;
  /** What was read before. */
  readonly known: Loan | null;
  /** What was asked for. */
  readonly asked: string | null;
  /** The consumer has chosen an offer. */
  readonly isChosen: boolean;
}

/**
 * The application after a reading: what it says, else what is known, else ours.
 * @returns undefined when neither says where the application stands
 */
export function loanOfReading(reading: LoanReading, basis: LoanBasis): Loan | undefined {
  const { names, lender, known, asked } = basis;
  const status = statusOf(reading, basis);
  if (status === undefined) return undefined;
  const heldFrom = isHeldBefore(reading, known) ? heldFromOf(known) : undefined;
  const chosen = reading.chosen ?? known?.chosen;
  return {
    // A loan keeps its names: by them its charges are looked for.
    externalApplicationId:
      known?.externalApplicationId ?? reading.applicationId ?? names.externalApplicationId,
    loanId: known?.loanId ?? reading.loanId ?? names.loanId,
    loanNumber: known?.loanNumber ?? reading.loanNumber,
    status,
    ...(heldFrom && { heldFrom }),
    // The order may change later, and what was asked for does not.
    requestedAmount: reading.requestedAmount ?? known?.requestedAmount ?? asked,
    ...offersOf(reading, status, basis),
    ...(chosen && { chosen }),
    decidedAt: reading.decidedAt ?? known?.decidedAt ?? null,
    lender: reading.lender ?? known?.lender ?? lender,
    notice: reading.notice ?? known?.notice ?? 'unknown',
    account: accountOf(reading, status, known?.account ?? null),
    endedInReview: reading.endedInReview ?? isReviewOver(status, known),
  };
}

/** The lender has not come to a decision yet. */
export function isDeciding({ status }: Pick<Loan, 'status'>): boolean {
  return status === 'Invited' || status === 'Started';
}

/** An application that was decided once is not undecided again. */
function statusOf(reading: LoanReading, basis: LoanBasis): LoanStatus | undefined {
  const { status, decision } = reading;
  const { known } = basis;
  if (isHeldBefore(reading, known)) return 'Pending: Verification';
  // Of its two decisions the API calls the one against the consumer "canceled".
  if (status === 'Cancelled' && !wasOffered(reading, basis)) return 'Declined';
  const isUndecided = status !== null && isDeciding({ status });
  if (status !== null && !isUndecided) return status;
  // Some lenders call it invited, or started, until an offer is chosen.
  const isOffering = isUndecided && decision === 'offers';
  if (isOffering && known?.status === 'Pending: Verification') return 'Approved: Offers Available';
  // A hold ends with the next answer that does not say it.
  if (known !== null) return statusUnheld(known);
  if (isUndecided && !isOffering) return status;
  if (decision === null) return undefined;
  return decision === 'offers' ? 'Approved: Offers Available' : 'Declined';
}

/** Before its terms are accepted, a lender that holds an application back looks at it more closely. */
function isHeldBefore({ status, isAccepted }: LoanReading, known: Loan | null): boolean {
  return status === 'Suspended' && isAccepted !== true && (known?.account ?? null) === null;
}

/** undefined where there was nothing to choose from: then it goes on by the lender's word alone. */
function heldFromOf(known: Loan | null): LoanStatus | undefined {
  const status = known && statusUnheld(known);
  return status !== null && isChoosing(status) ? status : undefined;
}

function statusUnheld({ status, heldFrom }: Loan): LoanStatus {
  return heldFrom ?? status;
}

function isChoosing(status: LoanStatus): boolean {
  return status === 'Approved: Offers Available' || status === 'Approved: Offer Selected';
}

/** There was something for the consumer, or the merchant, to cancel. */
function wasOffered(
  { decision, offers, lacking, isAccepted }: LoanReading,
  { known, isChosen }: LoanBasis,
): boolean {
  if (isChosen || (known !== null && !isDeciding(known) && !unoffered.has(statusUnheld(known)))) {
    return true;
  }
  if (decision !== null) return decision === 'offers';
  return isAccepted === true || lacking !== null || (offers !== null && offers.length > 0);
}

const unoffered: ReadonlySet<LoanStatus> = new Set(['Pending: Verification', 'Declined']);

function isReviewOver(status: LoanStatus, known: Loan | null): boolean {
  if (known === null) return false;
  if (known.status === status) return known.endedInReview;
  return known.status === 'Pending: Verification';
}

type OffersOfLoan = Pick<Loan, 'offers' | 'hasMoreOffers' | 'offersExpireAt'>;

/**
 * A lender that leaves the offers out of a later answer, holds them, or waits for a code after the choice
 * has not taken them back.
 */
function offersOf(
  reading: LoanReading,
  status: LoanStatus,
  { known, isChosen }: LoanBasis,
): OffersOfLoan {
  const { offers, lacking } = reading;
  const isLeftOut = offers === null || offers.length === 0;
  const isWaiting = isChosen && status === 'Pending: Verification';
  const isKept = isLeftOut && (isChoosing(status) || isWaiting || isHeldBefore(reading, known));
  if (isKept && known !== null && known.offers.length > 0) {
    const { offersExpireAt } = known;
    return { offers: known.offers, hasMoreOffers: known.hasMoreOffers === true, offersExpireAt };
  }
  const drawn = cheapestFirst(offers ?? []);
  const { offersExpireAt } = reading;
  const isAllDrawn = lacking === null && drawn.length > 0;
  return { offers: drawn, hasMoreOffers: isChoosing(status) && !isAllDrawn, offersExpireAt };
}

function accountOf(
  reading: LoanReading,
  status: LoanStatus,
  known: LoanAccount | null,
): LoanAccount | null {
  const isAccepted =
    reading.isAccepted ?? (status === 'Approved: Accepted' || status === 'Suspended');
  if (!isAccepted && known === null) return null;
  return {
    isClosed: reading.isClosed ?? known?.isClosed ?? false,
    isSuspended: status === 'Suspended' || (reading.isSuspended ?? false),
    creditLimit: reading.creditLimit ?? known?.creditLimit ?? null,
    availableSpend: reading.availableSpend ?? known?.availableSpend ?? null,
    purchaseWindowEndDate: reading.purchaseWindowEndDate ?? known?.purchaseWindowEndDate ?? null,
    portalAccountStatus: reading.portalStatus ?? known?.portalAccountStatus ?? null,
    // What an invitation's answer said of it ends with the next read of the loan.
    eligibilityCode: reading.eligibility,
    productId: reading.productId ?? known?.productId ?? null,
  };
}

/** By total cost if every offer gives it, else by APR; what is equal by APR, then by payment. */
function cheapestFirst(offers: readonly Offer[]): Offer[] {
  const hasTotals = offers.every(({ total_of_payments }) => total_of_payments !== undefined);
  const total = ({ total_of_payments = '0' }: Offer) =>
    hasTotals ? parseCents(total_of_payments) : 0;
  const payment = ({ monthly_payment }: Offer) => parseCents(monthly_payment);
  return offers.toSorted(
    (a, b) => total(a) - total(b) || Number(a.apr) - Number(b.apr) || payment(a) - payment(b),
  );
}
