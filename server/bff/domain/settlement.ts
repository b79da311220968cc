import type { FeeSplit } from '../../loan-math/fee-split.ts';
import type { Cents } from '../../platform/money.ts';
import type { SettlementKind } from '../merchant-api/statuses.ts';
import { type Charge, isGone } from './charge.ts';
import { allCharges, type Checkout, hasSameCharges } from './checkout.ts';
import type { Refund } from './refund.ts';
import { type SharedAmount, unrefunded } from './refund-split.ts';
import { refundsOf } from './refunding.ts';

/** Money that has moved. What went back is negative. */
export interface Settlement {
  /** The same whenever the same money is seen to move. */
  readonly id: string;
  readonly kind: SettlementKind;
  readonly chargeId: string;
  /** Null of money that the lender gave back without being asked here, too. */
  readonly refundId: string | null;
  readonly orderId: string;
  readonly amountCents: Cents;
  readonly split: FeeSplit;
  /** When the BFF saw it first (epoch milliseconds): the lender says only that it has settled. */
  readonly seenAt: number;
}

/**
 * What has moved by a change of the checkout. The rows of a charge sum to what the merchant keeps of
 * it: one that was given back before it settled has none.
 */
export function settlementsBetween(before: Checkout, after: Checkout, now: number): Settlement[] {
  if (before.refunds === after.refunds && hasSameCharges(before, after)) return [];
  const known = new Map(allCharges(before).map((charge) => [charge.id, charge]));
  return allCharges(after)
    .filter(({ settledAt }) => settledAt !== null)
    .flatMap((charge) => {
      const earlier = known.get(charge.id);
      return [
        ...(earlier?.settledAt == null ? [chargeRow(charge, now)] : []),
        // What is then said of its refunds is money that its rows have already.
        ...(isGone(earlier) ? [] : refundRows(before, after, { charge, now })),
        ...restRow(earlier, charge, { after, now }),
      ];
    });
}

function chargeRow(charge: Charge, now: number): Settlement {
  const { id, amountCents, split } = charge;
  const names = namesOf(charge);
  return { ...names, id: `charge_${id}`, kind: 'charge', amountCents, split, seenAt: now };
}

/** Refunds that have settled now, and, where the charge has only now been seen settled, before. */
function refundRows(
  before: Checkout,
  after: Checkout,
  { charge, now }: { charge: Charge; now: number },
): Settlement[] {
  const wasSettled = allCharges(before).some(
    ({ id, settledAt }) => id === charge.id && settledAt !== null,
  );
  const earlier = wasSettled ? settledRefunds(before, charge.id) : [];
  const seen = new Set(earlier.map(({ id }) => id));
  return settledRefunds(after, charge.id)
    .filter(({ id }) => !seen.has(id))
    .map((refund) => ({
      ...namesOf(charge),
      ...goneBack(refund),
      id: `refund_${refund.id}`,
      kind: 'refund',
      refundId: refund.id,
      seenAt: now,
    }));
}

function restRow(
  earlier: Charge | undefined,
  charge: Charge,
  { after, now }: { after: Checkout; now: number },
): Settlement[] {
  const rest = restGoneBack(earlier, charge, after);
  if (rest === undefined) return [];
  const kind = charge.state === 'reversed' ? 'reversal' : 'refund';
  return [{ ...namesOf(charge), ...goneBack(rest), id: `${kind}_${charge.id}`, kind, seenAt: now }];
}

/** What has now gone back of a charge by no refund that is known to have settled. */
export function restGoneBack(
  earlier: Charge | undefined,
  charge: Charge,
  after: Checkout,
): SharedAmount | undefined {
  if (!isGone(charge) || isGone(earlier)) return undefined;
  const rest = unrefunded(charge, settledRefunds(after, charge.id));
  return rest.amountCents > 0 ? rest : undefined;
}

function settledRefunds(checkout: Checkout, chargeId: string): Refund[] {
  return refundsOf(checkout, chargeId).filter(({ state }) => state === 'settled');
}

function namesOf({ id: chargeId, orderId }: Charge) {
  return { chargeId, orderId, refundId: null };
}

function goneBack({ amountCents, split }: SharedAmount): SharedAmount {
  return {
    amountCents: -amountCents,
    split: {
      net_to_merchant_amount_cents: -split.net_to_merchant_amount_cents,
      net_platform_fee_cents: -split.net_platform_fee_cents,
      net_to_sponsor_amount_cents: -split.net_to_sponsor_amount_cents,
    },
  };
}
