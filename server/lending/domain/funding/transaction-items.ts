import type { MerchantTransactionType } from '../../../lending-api/transactions.ts';

export interface Split {
  consumer_charge_amount_cents: number;
  net_to_merchant_amount_cents: number;
  net_platform_fee_cents: number;
  net_to_sponsor_amount_cents: number;
}

export interface TransactionItem {
  transaction_type: MerchantTransactionType;
  transaction_amount_cents: number;
}

/**
 * The legs of a charge: what the consumer is charged less the merchant fee is the
 * merchant's; the fee is shared by platform and sponsor. Amounts are positive, the name gives the
 * sign; a leg of nothing is left out.
 */
export function chargeItems(split: Split): TransactionItem[] {
  return items(split, {
    total: 'Consumer Charge Credit',
    fee: 'Merchant Fee Debit',
    platform: 'Service Fee Debit',
    sponsor: 'Sponsor Fee Credit',
  });
}

/** The legs of a refund: those of its charge, the other way round. */
export function refundItems(split: Split): TransactionItem[] {
  return items(split, {
    total: 'Consumer Refund Debit',
    fee: 'Merchant Fee Credit',
    platform: 'Service Fee Credit',
    sponsor: 'Sponsor Fee Debit',
  });
}

type Names = Record<'total' | 'fee' | 'platform' | 'sponsor', MerchantTransactionType>;

function items(split: Split, names: Names): TransactionItem[] {
  const { net_platform_fee_cents: platform, net_to_sponsor_amount_cents: sponsor } = split;
  const all: TransactionItem[] = [
    {
      transaction_type: names.total,
      transaction_amount_cents: split.consumer_charge_amount_cents,
    },
    { transaction_type: names.fee, transaction_amount_cents: platform + sponsor },
    { transaction_type: names.platform, transaction_amount_cents: platform },
    { transaction_type: names.sponsor, transaction_amount_cents: sponsor },
  ];
  return all.filter(({ transaction_amount_cents }) => transaction_amount_cents > 0);
}

/** How the Sponsor Lending API names its transaction_description codes. */
const labels: Readonly<Record<number, string>> = {
  109: 'Consumer Deposit / Initial Charge',
  111: 'Consumer Project Charge',
  113: 'Consumer Final Charge',
  115: 'Consumer Refund Credit',
};

const finalCharge = 113;

/** Gives back what a charge took. */
export const REFUND = 115;

/** True if a charge of the code ends the loan's purchase window once it is successful. */
export function endsPurchaseWindow(
  code: number,
  { finalChargeClosesWindow }: { finalChargeClosesWindow: boolean },
): boolean {
  return finalChargeClosesWindow && code === finalCharge;
}

/** @throws RangeError for a code that is none */
export function transactionLabel(code: number): string {
  const label = labels[code];
  if (label === undefined) throw new RangeError(`${code} is no transaction description`);
  return label;
}
