import type { Offer } from '../../../widget/contract/offer.ts';
import { parseCents } from '../../platform/money.ts';
import { BffError } from '../errors.ts';
import type { SelectionReading } from '../lender/lender.ts';
import type { Checkout, Selection } from './checkout.ts';
import { isAllowedLink } from './invitation-link.ts';
import type { Loan } from './loan.ts';
import { stepOf } from './step.ts';

/**
 * Checks a choice before the lender is asked.
 * @throws BffError `wrong_step`, `offer_unavailable`, `amount_out_of_range`
 */
export function assertSelectable(
  checkout: Checkout,
  { offerUuid, amount }: { offerUuid: string; amount: string | undefined },
): void {
  const { screen } = stepOf(checkout);
  if (screen !== 'offers' && screen !== 'redirect') throw new BffError('wrong_step');
  const offer = offerOf(checkout, offerUuid);
  if (amount === undefined) return;
  const cents = parseCents(amount);
  if (cents === 0 || cents > parseCents(offer.approved_amount ?? offer.amount)) {
    throw new BffError('amount_out_of_range');
  }
}

/** @throws BffError `offer_unavailable` */
export function offerOf({ loan }: Checkout, offerUuid: string): Offer {
  const offer = loan?.offers.find(({ offer_uuid }) => offer_uuid === offerUuid);
  if (offer === undefined) throw new BffError('offer_unavailable');
  return offer;
}

/** What was chosen, by the lender's answer to it. A link that may not be opened is none. */
export function selectionOf(
  { link, linkExpiresAt, offerUuid, selectedAmount }: SelectionReading,
  chosen: Pick<Selection, 'offerUuid' | 'selectedAmount'>,
  allowedOrigins: readonly string[],
): Selection {
  return {
    offerUuid: offerUuid ?? chosen.offerUuid,
    selectedAmount: selectedAmount ?? chosen.selectedAmount,
    link: link !== null && isAllowedLink(link, allowedOrigins) ? link : null,
    linkExpiresAt,
  };
}

/** The lender recorded the choice. A checkout that has moved on meanwhile keeps where it is. */
export function select(checkout: Checkout, selection: Selection): Checkout {
  const { screen } = stepOf(checkout);
  if (checkout.loan === null || (screen !== 'offers' && screen !== 'redirect')) return checkout;
  const loan: Loan = { ...checkout.loan, status: 'Approved: Offer Selected' };
  return { ...checkout, loan, selection, isLookingAgain: false };
}

/** Back to the offers, before the terms are accepted. @throws BffError `wrong_step` */
export function chooseAgain(checkout: Checkout): Checkout {
  const { screen } = stepOf(checkout);
  if (screen === 'offers') return checkout;
  if (screen !== 'redirect') throw new BffError('wrong_step');
  return { ...checkout, isLookingAgain: true };
}
