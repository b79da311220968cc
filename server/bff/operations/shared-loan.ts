import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { LoanReading } from '../lender/lender.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { shownBefore } from '../store/shown-offers.ts';

/**
 * The reading of a lender that names no application, with the ids of the loan that its offers belong
 * to: those that another checkout of the merchant was shown are that checkout's loan, since the lender
 * answers the same person with it (Sponsor Lending API, soft pull: de-duplication).
 */
export async function sharedLoan(
  { database }: BffContext,
  { id, publishableKey }: Checkout,
  reading: LoanReading,
): Promise<LoanReading> {
  if (reading.applicationId !== null || reading.loanId !== null) return reading;
  const offerUuids = (reading.offers ?? []).map(({ offer_uuid }) => offer_uuid);
  const shown = { merchant: publishableKey, checkoutId: id, offerUuids };
  const otherId = await database.transaction((tx) => shownBefore(tx, shown));
  const other = otherId === undefined ? undefined : await loadCheckout(database.query, otherId);
  if (other?.loan == null) return reading;
  const { externalApplicationId: applicationId, loanId } = other.loan;
  return { ...reading, applicationId, loanId };
}
