import { plain } from './plain.ts';

/**
 * In English and Spanish alike, the text never read as a float. Not by `Intl.NumberFormat`: a page's
 * first costs 12 ms or more on a desktop, and the form shows an amount before anything else.
 * @example
 * formatMoney('8400.00') => '$8,400.00'
 */
export function formatMoney(money: string): string {
  return `$${grouped(money)}`;
}

/** True if it reads as an amount. */
export function isMoney(text: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(text);
}

/** `'84000.5' => '84,000.50'` */
function grouped(money: string): string {
  const [dollars = '', cents = ''] = money.split('.');
  return `${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`;
}

/**
 * What a person typed, as the wire has it; text that is no amount comes back plain.
 * @example
 * parseMoney('$84,000') => '84000'
 * parseMoney('1,250.5') => '1250.5'
 * parseMoney('84,000.') => '84000'
 */
export function parseMoney(typed: string): string {
  const text = plain(typed)
    .replace(/^\$\s*/, '')
    .replace(/^([\d,]+)\.$/, '$1');
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** `'84000' => '84,000.00'`; text that is no amount stays as it was typed. */
export function formatTypedMoney(typed: string): string {
  const money = parseMoney(typed);
  return isMoney(money) ? grouped(money) : typed;
}
