import type { Offer } from '../../../lending-api/offers.ts';
import { defaultRateSheet } from '../../domain/offers/default-rate-sheet.ts';
import { consumerNameOf, type Product } from '../../domain/offers/product.ts';
import type { ApplicantScript } from '../../providers/applicants.ts';
import type { ApplicationRow, OfferRow } from '../../store/schema/applications.ts';

/** How the application goes on; written when it was made. */
export function scriptOf({ script }: Pick<ApplicationRow, 'script'>): ApplicantScript {
  return JSON.parse(script) as ApplicantScript;
}

/**
 * An offer as its consumer reads it: the product's name in the language of the offer's other texts. A
 * choice may have changed the application's since.
 */
export function consumerOffer(application: Pick<ApplicationRow, 'locale'>, offer: Offer): Offer {
  const locale = offer.locale ?? application.locale;
  return { ...offer, product_name: consumerNameOf(productOf(offer.product_id), locale) };
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
