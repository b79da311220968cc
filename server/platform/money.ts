/** An amount in US cents: a safe integer, negative only where a record says so. */
export type Cents = number;

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

const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/;
const PERCENT = /^(\d{1,2})\.(\d{2})$/;
const WHOLE_IN_HUNDREDTHS_OF_A_PERCENT = 10_000;

/**
 * Reads a decimal string of at most nine whole digits and two decimals.
 * Throws RangeError for anything else.
 *
 * @example parseCents('8400.5') => 840050
 */
export function parseCents(text: string): Cents {
  const match = AMOUNT.exec(text);
  if (match === null) throw new RangeError('An amount has up to nine digits and two decimals.');
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/**
 * Writes cents as a decimal string. Throws RangeError for what is not an integer.
 *
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

/** Whether the three parts sum to the charge. */
export function isBalanced(chargeCents: Cents, split: FeeSplit): boolean {
  const { net_to_merchant_amount_cents, net_platform_fee_cents, net_to_sponsor_amount_cents } =
    split;
  return (
    net_to_merchant_amount_cents + net_platform_fee_cents + net_to_sponsor_amount_cents ===
    chargeCents
  );
}

/**
 * Shares a charge out by the product's percents (lending decisions, 4.4): the fee is kept from the
 * merchant, the platform takes its part of it, the sponsor what is left.
 */
export function splitFee(chargeCents: Cents, percents: FeePercents): FeeSplit {
  const fee = percentOfCents(chargeCents, percents.merchant_fee_percent);
  const platform = Math.min(fee, percentOfCents(chargeCents, percents.platform_fee_percent));
  return {
    net_to_merchant_amount_cents: chargeCents - fee,
    net_platform_fee_cents: platform,
    net_to_sponsor_amount_cents: fee - platform,
  };
}

/** `percentOfCents(1_000_00, '3.60') => 36_00`, half a cent up. */
export function percentOfCents(cents: Cents, percent: string): Cents {
  const match = PERCENT.exec(percent);
  if (match === null) throw new RangeError('A percent has up to two digits and two decimals.');
  const hundredths = Number(match[1]) * 100 + Number(match[2]);
  const half = WHOLE_IN_HUNDREDTHS_OF_A_PERCENT / 2;
  return Math.floor((cents * hundredths + half) / WHOLE_IN_HUNDREDTHS_OF_A_PERCENT);
}
