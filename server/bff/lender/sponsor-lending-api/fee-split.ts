import type { FeeSplit } from '../../../loan-math/fee-split.ts';
import { type Cents, formatCents } from '../../../platform/money.ts';

/** Sponsor Lending API, fee split fields. */
export function feeSplitBody({ cents, split }: { cents: Cents; split: FeeSplit }) {
  return {
    consumer_charge_amount: formatCents(cents),
    net_to_merchant_amount: formatCents(split.net_to_merchant_amount_cents),
    net_platform_fee: formatCents(split.net_platform_fee_cents),
    net_to_sponsor_amount: formatCents(split.net_to_sponsor_amount_cents),
  };
}
