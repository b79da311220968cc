import type { Cents } from '../platform/money.ts';

/** How a charge is shared out. The three parts always sum to the charge. */
export interface FeeSplit {
  net_to_merchant_amount_cents: Cents;
  net_platform_fee_cents: Cents;
  net_to_sponsor_amount_cents: Cents;
}

/** Percent strings of a product, `6.00` for six percent. */
export interface FeePercents {
  merchant_fee_percent: string;
  platform_fee_percent: string;
}

const percentPattern = /^(\d{1,2})\.(\d{2})$/;
const wholeInHundredthsOfAPercent = 10_000;

/**
 * Shares a charge out by the product's percents: the fee is kept from the merchant, the platform
 * takes its part of it, the sponsor what is left.
 */
export function splitFee(chargeCents: Cents, percents: FeePercents): FeeSplit {
  const fee = feeOf(chargeCents, percents.merchant_fee_percent);
  const platform = Math.min(fee, feeOf(chargeCents, percents.platform_fee_percent));
  return {
    net_to_merchant_amount_cents: chargeCents - fee,
    net_platform_fee_cents: platform,
    net_to_sponsor_amount_cents: fee - platform,
  };
}

/** True if the three parts sum to the charge. */
export function isBalanced(chargeCents: Cents, split: FeeSplit): boolean {
  const { net_to_merchant_amount_cents, net_platform_fee_cents, net_to_sponsor_amount_cents } =
    split;
  return (
    net_to_merchant_amount_cents + net_platform_fee_cents + net_to_sponsor_amount_cents ===
    chargeCents
  );
}

/**
 * A fee of an amount, half a cent up.
 *
 * @throws RangeError unless the percent has two decimals.
 * @example feeOf(1_000_00, '3.60') => 36_00
 */
export function feeOf(cents: Cents, percent: string): Cents {
  const match = percentPattern.exec(percent);
  if (match === null) throw new RangeError('A percent has up to two digits and two decimals.');
  const hundredths = Number(match[1]) * 100 + Number(match[2]);
  const half = wholeInHundredthsOfAPercent / 2;
  return Math.floor((cents * hundredths + half) / wholeInHundredthsOfAPercent);
}
