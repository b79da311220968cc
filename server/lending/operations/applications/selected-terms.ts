import type { Offer, SelectOfferRequest } from '../../../lending-api/offers.ts';
import { formatCents, parseCents } from '../../../platform/money.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import type { LendingConfig } from '../../context.ts';
import { offerObject } from '../../domain/offers/offer-object.ts';
import { priceOffer } from '../../domain/offers/price-offers.ts';
import { LendingError } from '../../errors.ts';
import type { ApplicationTable, OfferTable } from '../../store/schema.ts';
import { productOf } from './offerable-products.ts';
import { promisedOffer } from './offers-of-application.ts';

/**
 * The offer with its own figures, or with those for another amount or in another language.
 * Throws `invalid` for an amount that the offer does not allow.
 */
export function selectedTerms(
  { texts }: Pick<LendingConfig, 'texts'>,
  application: ApplicationTable,
  offer: OfferTable,
  { selected_amount, locale }: SelectOfferRequest,
  now: number,
): Offer {
  const promised = promisedOffer(offer);
  const amount = selectedAmount(application, offer, promised, selected_amount);
  const inLocale = locale ?? application.locale;
  if (amount === parseCents(promised.amount) && inLocale === application.locale) return promised;
  const date = easternDate(now);
  const priced = priceOffer(
    productOf(offer.product_id),
    {
      approved_amount_cents: offer.approved_amount_cents,
      amount_cents: amount,
      is_counter_offer: promised.is_counter_offer,
    },
    date,
  );
  return offerObject(priced, {
    offer_uuid: offer.id,
    mla_covered: promised.mla_covered,
    hard_inquiry_on_accept: promised.hard_inquiry_on_accept,
    expires_at: offer.expires_at,
    texts,
    locale: inLocale,
    date,
  });
}

/** Absent means the offer's amount, or what was selected of this very offer before. */
function selectedAmount(
  application: ApplicationTable,
  offer: OfferTable,
  promised: Offer,
  sent: string | undefined,
): number {
  if (sent === undefined) {
    const before =
      application.selected_offer_id === offer.id ? application.selected_amount_cents : null;
    return before ?? parseCents(promised.amount);
  }
  const cents = parseCents(sent);
  if (cents >= offer.min_amount_cents && cents <= offer.approved_amount_cents) return cents;
  const range = `${formatCents(offer.min_amount_cents)} to ${formatCents(offer.approved_amount_cents)}`;
  throw new LendingError('invalid', 'The amount is not within the offer.', {
    errors: { selected_amount: [`Must be from ${range}.`] },
  });
}
