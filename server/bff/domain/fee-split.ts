import { type FeeSplit, feeOf, isBalanced } from '../../loan-math/fee-split.ts';
import { type Cents, parseCents } from '../../platform/money.ts';
import { BffError } from '../errors.ts';

/** What platform and sponsor keep of a charge by the merchant's entry, `3.60` for 3.6 percent. */
export interface Fees {
  readonly platform_fee_percent: string;
  readonly sponsor_fee_percent: string;
}

/** How the merchant's server wants a charge to be shared out; `8400.00`. */
export interface AskedSplit {
  readonly net_to_merchant_amount: string;
  readonly net_platform_fee: string;
  readonly net_to_sponsor_amount: string;
}

/** By the merchant's entry: platform and sponsor take their parts, the merchant has the rest. */
export function splitByFees(cents: Cents, fees: Fees): FeeSplit {
  const platform = feeOf(cents, fees.platform_fee_percent);
  const sponsor = Math.min(cents - platform, feeOf(cents, fees.sponsor_fee_percent));
  return {
    net_to_merchant_amount_cents: cents - platform - sponsor,
    net_platform_fee_cents: platform,
    net_to_sponsor_amount_cents: sponsor,
  };
}

/**
 * The split that the merchant's server asks for: it must sum to the charge, and leave platform and
 * sponsor what the entry gives them.
 * @throws BffError `invalid_request` where the entry lets nobody split, `split_unbalanced`
 */
export function splitAsAsked(
  cents: Cents,
  asked: AskedSplit,
  { fees, may_split = false }: { fees?: Fees | undefined; may_split?: boolean | undefined },
): FeeSplit {
  if (!may_split) throw refused('fee_split');
  const split: FeeSplit = {
    net_to_merchant_amount_cents: parseCents(asked.net_to_merchant_amount),
    net_platform_fee_cents: parseCents(asked.net_platform_fee),
    net_to_sponsor_amount_cents: parseCents(asked.net_to_sponsor_amount),
  };
  if (!isBalanced(cents, split)) throw new BffError('split_unbalanced');
  if (fees === undefined) return split;
  const least = splitByFees(cents, fees);
  if (split.net_platform_fee_cents < least.net_platform_fee_cents) {
    throw refused('fee_split.net_platform_fee');
  }
  if (split.net_to_sponsor_amount_cents < least.net_to_sponsor_amount_cents) {
    throw refused('fee_split.net_to_sponsor_amount');
  }
  return split;
}

function refused(field: string): BffError {
  return new BffError('invalid_request', { errors: { [field]: ['not_accepted'] } });
}
