import { Decimal } from 'decimal.js';

/** Decimal arithmetic with far more digits than a rate is disclosed with. */
export const Exact: typeof Decimal = Decimal.clone({
  precision: 34,
  rounding: Decimal.ROUND_HALF_UP,
});

export type Exact = Decimal;

const rate = /^(\d{1,2})(?:\.(\d{1,3}))?$/;

/**
 * A yearly rate as thousandths of a percent, exact in an integer.
 * @throws RangeError unless it has at most two digits and three decimals
 * @example rateInThousandths('12.99') => 12990
 */
export function rateInThousandths(percent: string): number {
  const match = rate.exec(percent);
  if (match === null) throw new RangeError('A rate has up to two digits and three decimals.');
  return Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'));
}

/** A percent of an amount, half a cent rounded up. */
export function percentOfCents(cents: number, percent: string): number {
  return Math.floor((cents * rateInThousandths(percent) + 50_000) / 100_000);
}
