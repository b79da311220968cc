import type { Language } from '../contract/language.ts';
import { intlLocale } from './intl-locale.ts';

/** `formatMoney('8400.00', 'en') => '$8,400.00'`; the text is never read as a float. */
export function formatMoney(money: string, locale: Language): string {
  const dollars = new Intl.NumberFormat(intlLocale(locale), { style: 'currency', currency: 'USD' });
  return dollars.format(decimal(money));
}

/** Guaranteed by the contract's money pattern, which TypeScript cannot see. */
export function decimal(money: string): Intl.StringNumericLiteral {
  return money as Intl.StringNumericLiteral;
}
