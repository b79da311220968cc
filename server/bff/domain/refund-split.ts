import type { FeeSplit } from '../../loan-math/fee-split.ts';
import type { Cents } from '../../platform/money.ts';

/** An amount with the parts that sum to it. */
export interface SharedAmount {
  readonly amountCents: Cents;
  readonly split: FeeSplit;
}

/**
 * The parts of a refund: as the charge was shared out, to the cent, and no part more than what is
 * left of it. What takes all that is left takes all that is left of each part.
 *
 * @example
 * // Of 1000.00 (940.00 to the merchant, 40.00, 20.00), nothing refunded:
 * splitRefund(charge, [], 333_33) => 313.33, 13.33, 6.67
 */
export function splitRefund(
  charge: SharedAmount,
  earlier: readonly SharedAmount[],
  cents: Cents,
): FeeSplit {
  const left = unrefunded(charge, earlier);
  if (cents === left.amountCents) return left.split;
  const { split, amountCents } = charge;
  const sponsorLeft = left.split.net_to_sponsor_amount_cents;
  const platformLeft = left.split.net_platform_fee_cents;
  const merchantLeft = left.split.net_to_merchant_amount_cents;
  const platform = Math.min(platformLeft, share(cents, split.net_platform_fee_cents, amountCents));
  const sponsor = Math.min(
    sponsorLeft,
    // Of a charge without a merchant's part, both could be half a cent up.
    cents - platform,
    share(cents, split.net_to_sponsor_amount_cents, amountCents),
  );
  // Cents by which the merchant's part would be more than is left of it.
  const over = Math.max(cents - platform - sponsor - merchantLeft, 0);
  const toPlatform = Math.min(over, platformLeft - platform);
  return {
    net_to_merchant_amount_cents: cents - platform - sponsor - over,
    net_platform_fee_cents: platform + toPlatform,
    net_to_sponsor_amount_cents: sponsor + over - toPlatform,
  };
}

/** What of a charge, and of each of its parts, these refunds leave. */
export function unrefunded(charge: SharedAmount, refunds: readonly SharedAmount[]): SharedAmount {
  const left = (part: keyof FeeSplit) =>
    refunds.reduce((cents, { split }) => cents - split[part], charge.split[part]);
  return {
    amountCents: refunds.reduce(
      (cents, { amountCents }) => cents - amountCents,
      charge.amountCents,
    ),
    split: {
      net_to_merchant_amount_cents: left('net_to_merchant_amount_cents'),
      net_platform_fee_cents: left('net_platform_fee_cents'),
      net_to_sponsor_amount_cents: left('net_to_sponsor_amount_cents'),
    },
  };
}

/** True if no part is more than is left of it. */
export function isWithin(split: FeeSplit, left: FeeSplit): boolean {
  const parts = Object.keys(split) as (keyof FeeSplit)[];
  return parts.every((part) => split[part] <= left[part]);
}

/** `cents × part ÷ whole`, half a cent up. */
function share(cents: Cents, part: Cents, whole: Cents): Cents {
  const doubled = 2n * BigInt(cents) * BigInt(part) + BigInt(whole);
  return Number(doubled / (2n * BigInt(whole)));
}
