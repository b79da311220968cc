import { isBalanced } from '../../../loan-math/fee-split.ts';
import { formatCents, parseCents } from '../../../platform/money.ts';
import type { Split } from '../../domain/funding/transaction-items.ts';
import { LendingError } from '../../errors.ts';

/** A fee split as it stands on the wire. */
export interface WireSplit {
  consumer_charge_amount: string;
  net_to_merchant_amount: string;
  net_platform_fee: string;
  net_to_sponsor_amount: string;
}

/** Reads a split and refuses one whose parts do not sum to the charge. */
export function parseSplit(sent: WireSplit): Split {
  const split = {
    consumer_charge_amount_cents: parseCents(sent.consumer_charge_amount),
    net_to_merchant_amount_cents: parseCents(sent.net_to_merchant_amount),
    net_platform_fee_cents: parseCents(sent.net_platform_fee),
    net_to_sponsor_amount_cents: parseCents(sent.net_to_sponsor_amount),
  };
  if (isBalanced(split.consumer_charge_amount_cents, split)) return split;
  throw new LendingError('invalid', 'The fee split does not balance.', {
    errors: {
      consumer_charge_amount: [
        'Must equal net_to_merchant_amount + net_platform_fee + net_to_sponsor_amount.',
      ],
    },
  });
}

export function formatSplit(split: Split): WireSplit {
  return {
    consumer_charge_amount: formatCents(split.consumer_charge_amount_cents),
    net_to_merchant_amount: formatCents(split.net_to_merchant_amount_cents),
    net_platform_fee: formatCents(split.net_platform_fee_cents),
    net_to_sponsor_amount: formatCents(split.net_to_sponsor_amount_cents),
  };
}
