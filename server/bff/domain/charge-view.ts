import { formatCents } from '../../platform/money.ts';
import type { ChargeView } from '../merchant-api/charges.ts';
import type { ChargeStatus } from '../merchant-api/statuses.ts';
import type { Charge, ChargeState } from './charge.ts';
import { allCharges, type Checkout } from './checkout.ts';
import { wireTime } from './step.ts';

const statuses: Readonly<Record<Exclude<ChargeState, 'void'>, ChargeStatus>> = {
  started: 'working',
  unknown: 'working',
  unresolved: 'unresolved',
  pending: 'pending',
  approved: 'approved',
  held: 'held',
  settled: 'settled',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
  failed: 'failed',
  refunded: 'refunded',
  reversed: 'reversed',
};

/** The charges of a checkout as its merchant's server reads them, oldest first. */
export function chargesOf(checkout: Checkout): ChargeView[] {
  return chargeViews(allCharges(checkout));
}

/** These charges, oldest first. */
export function chargeViews(charges: readonly Charge[]): ChargeView[] {
  return charges
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .flatMap((charge) => chargeView(charge) ?? []);
}

/** undefined for one that came to nothing. */
export function chargeStatusOf({ state }: Charge): ChargeStatus | undefined {
  return state === 'void' ? undefined : statuses[state];
}

/** undefined for one that came to nothing. */
export function chargeView(charge: Charge): ChargeView | undefined {
  const status = chargeStatusOf(charge);
  if (status === undefined) return undefined;
  const { net_to_merchant_amount_cents: net } = charge.split;
  return {
    charge_id: charge.id,
    payment_request_uuid: charge.paymentRequestUuid,
    transaction_description: charge.kind,
    amount: formatCents(charge.amountCents),
    status,
    requested_at: wireTime(charge.startedAt),
    expires_at: charge.request?.expiresAt ?? null,
    settled_at: charge.settledAt === null ? null : wireTime(charge.settledAt),
    fee_amount: formatCents(charge.amountCents - net),
    net_amount: formatCents(net),
  };
}
