import { formatCents } from '../../platform/money.ts';
import type { ChargeView } from '../merchant-api/charges.ts';
import { type Charge, chargeStatusOf, isGone } from './charge.ts';
import { allCharges, type Checkout } from './checkout.ts';
import { isRefundOpen, type Refund } from './refund.ts';
import { wireTime } from './step.ts';

/** The charges of a checkout as its merchant's server reads them, oldest first. */
export function chargesOf(checkout: Checkout): ChargeView[] {
  return chargeViews(allCharges(checkout), checkout.refunds);
}

/** These charges, oldest first, with what of each went back by these refunds. */
export function chargeViews(charges: readonly Charge[], refunds: readonly Refund[]): ChargeView[] {
  return charges
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .flatMap((charge) => chargeView(charge, refunds) ?? []);
}

/** undefined for one that came to nothing. */
export function chargeView(charge: Charge, refunds: readonly Refund[]): ChargeView | undefined {
  const status = chargeStatusOf(charge);
  if (status === undefined) return undefined;
  const { net_to_merchant_amount_cents: net } = charge.split;
  const own = refunds.filter(({ chargeId }) => chargeId === charge.id);
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
    ...wentBack(charge, own),
  };
}

/** All of a charge that is gone, by whatever refunds; nothing of it is then on its way. */
function wentBack(
  charge: Charge,
  refunds: readonly Refund[],
): Pick<ChargeView, 'refunded_amount' | 'pending_refund_amount'> {
  if (isGone(charge)) {
    return { refunded_amount: formatCents(charge.amountCents), pending_refund_amount: '0.00' };
  }
  return {
    refunded_amount: sumOf(refunds.filter(({ state }) => state === 'settled')),
    pending_refund_amount: sumOf(refunds.filter(isRefundOpen)),
  };
}

function sumOf(refunds: readonly Refund[]): string {
  return formatCents(refunds.reduce((cents, { amountCents }) => cents + amountCents, 0));
}
