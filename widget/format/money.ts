import type { Language } from '../contract/language.ts';
import { intlLocale } from './intl-locale.ts';

/** `formatMoney('8400.00', 'en') => '$8,400.00'`; the text is never read as a float. */
export function formatMoney(money: string, locale: Language): string {
  const dollars = new Intl.NumberFormat(intlLocale(locale), { style: 'currency', currency: 'USD' });
  return dollars.format(decimal(money));
}

/** Guaranteed by the contract's money pattern, which TypeScript cannot see. */
function decimal(money: string): Intl.StringNumericLiteral {
  return money as Intl.StringNumericLiteral;
}

/**
 * What a person typed, as the wire has it; text that is no amount comes back as it was, trimmed.
 * @example
 * parseMoney('$84,000') => '84000'
 * parseMoney('1,250.5') => '1250.5'
 * parseMoney('84,000.') => '84000'
 */
export function parseMoney(typed: string): string {
  const text = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/^([\d,]+)\.$/, '$1');
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** `'84000' => '84,000.00'`; text that is no amount stays as it was typed. */
export function formatTypedMoney(typed: string): string {
  const money = parseMoney(typed);
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(money)) return typed;
  const plain = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });
  return plain.format(decimal(money));
}
