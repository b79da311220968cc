/** An amount in US cents: a safe integer, negative only where a record says so. */
export type Cents = number;

const amount = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/**
 * Reads a decimal string of at most nine whole digits and two decimals.
 * @throws RangeError for anything else
 * @example parseCents('8400.5') => 840050
 */
export function parseCents(text: string): Cents {
  const match = amount.exec(text);
  if (match === null) throw new RangeError('An amount has up to nine digits and two decimals.');
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/**
 * Writes cents as a decimal string.
 * @throws RangeError for what is not an integer
 * @example formatCents(840000) => '8400.00'
 */
export function formatCents(cents: Cents): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError('An amount in cents is an integer.');
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * An amount as people read it, in either language.
 *
 * @example dollars(600000) => '$6,000.00'
 */
export function dollars(cents: Cents): string {
  return `$${formatCents(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}
