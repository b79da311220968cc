import type { Offer } from '../../../lending-api/offers.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { parseCents } from '../../../platform/money.ts';
import type { LendingConfig } from '../../context.ts';
import { defaultRateSheet } from '../../domain/offers/default-rate-sheet.ts';
import { type OfferIdentity, offerObject, priceOffer } from '../../domain/offers/price-offers.ts';
import { consumerNameOf, type Product } from '../../domain/offers/product.ts';
import type { ApplicantScript } from '../../providers/applicants.ts';
import type { ApplicationRow, OfferRow } from '../../store/schema/applications.ts';

/** How the application goes on; written when it was made. */
export function scriptOf({ script }: Pick<ApplicationRow, 'script'>): ApplicantScript {
  return JSON.parse(script) as ApplicantScript;
}

/** An offer as its consumer reads it: the product's name in the language of the offer's other texts. */
export function consumerOffer(application: Pick<ApplicationRow, 'locale'>, offer: Offer): Offer {
  const locale = offer.locale ?? application.locale;
  return { ...offer, product_name: consumerNameOf(productOf(offer.product_id), locale) };
}

/**
 * A stored offer as its consumer reads it at a time (epoch ms): in the application's language, which may
 * have changed, and with the dates of that day.
 */
export function standingOffer(
  config: Pick<LendingConfig, 'texts'>,
  { locale }: Pick<ApplicationRow, 'locale'>,
  row: OfferRow,
  now: number,
): Offer {
  const amount_cents = parseCents(promisedOffer(row).amount);
  const wanted = { amount_cents, locale, date: easternDate(now) };
  return consumerOffer({ locale }, termsFor(config, { locale }, row, wanted));
}

/**
 * A stored offer with its own figures, or with those for another amount or in another language. The first
 * payment and the end of a promotion count from the day. One that names no language is in the
 * application's.
 */
export function termsFor(
  config: Pick<LendingConfig, 'texts'>,
  application: Pick<ApplicationRow, 'locale'>,
  row: OfferRow,
  wanted: Wanted,
): Offer {
  const promised = promisedOffer(row);
  const isPromised =
    wanted.locale === (promised.locale ?? application.locale) &&
    wanted.amount_cents === parseCents(promised.amount);
  if (isPromised && wanted.date === easternDate(row.created_at)) return promised;
  const priced = priceAgain(config, row, wanted);
  if (!isPromised) return priced;
  const { first_payment_date, promo_disclosure } = priced;
  return { ...promised, first_payment_date, promo_disclosure };
}

type Wanted = { amount_cents: number } & Pick<OfferIdentity, 'locale' | 'date'>;

/** A stored offer with its figures for an amount, on a day, in a language. */
function priceAgain(
  { texts }: Pick<LendingConfig, 'texts'>,
  row: OfferRow,
  { amount_cents, locale, date }: Wanted,
): Offer {
  const { product_id, mla_covered, hard_inquiry_on_accept, is_counter_offer } = promisedOffer(row);
  const amounts = {
    approved_amount_cents: row.approved_amount_cents,
    amount_cents,
    is_counter_offer,
  };
  return offerObject(priceOffer(productOf(product_id), amounts, date), {
    offer_uuid: row.id,
    mla_covered,
    hard_inquiry_on_accept,
    expires_at: row.expires_at,
    texts,
    locale,
    date,
  });
}

/** An offer as it was promised; written by storeOffers(). */
export function promisedOffer({ terms }: Pick<OfferRow, 'terms'>): Offer {
  return JSON.parse(terms) as Offer;
}

/** The product of an offer. @throws Error when the rate sheet has lost it, which it never does */
export function productOf(productId: string): Product {
  const product = defaultRateSheet.find(({ product_id }) => product_id === productId);
  if (!product) throw new Error(`the rate sheet has no product ${productId}`);
  return product;
}
