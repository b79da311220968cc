import type { Offer } from '../../../lending-api/offers.ts';
import { productOf } from '../../operations/applications/offerable-products.ts';
import type { Reader } from '../page.ts';

/** By product code; the rate sheet has the English names. */
const spanish: Readonly<Record<string, string>> = {
  'STD-60-1299': 'Préstamo a 60 meses',
  'RR-60-799': 'Préstamo a 60 meses con tasa reducida',
  'RR-120-999': 'Préstamo a 120 meses con tasa reducida',
  'ZERO-12': '12 meses sin intereses',
  'DI12-60-1799': 'Préstamo a 60 meses con intereses diferidos por 12 meses',
  'NP-84-1799': 'Préstamo a 84 meses',
};

/** What an offer's product is called in the reader's language, and the language of that name. */
export function productNameFor(
  { locale }: Pick<Reader, 'locale'>,
  { product_id, product_name }: Offer,
): { name: string; lang: 'en' | 'es' } {
  const translated = locale === 'es' ? spanish[productOf(product_id).product_code] : undefined;
  return translated === undefined
    ? { name: product_name, lang: 'en' }
    : { name: translated, lang: 'es' };
}
