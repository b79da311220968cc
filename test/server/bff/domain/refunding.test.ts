import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import type { RefundState } from '../../../../server/bff/domain/refund.ts';
import {
  adoptRefund,
  assertMayRefund,
  settleRefund,
  startRefund,
} from '../../../../server/bff/domain/refunding.ts';
import type { BffError } from '../../../../server/bff/errors.ts';
import { aCharge, anAcceptedCheckout, aRefund, noon } from '../../../helpers/checkouts.ts';

const blockedBy = (blocker: BffError['blockedBy']) => (error: unknown) =>
  (error as BffError).code === 'refund_blocked' && (error as BffError).blockedBy === blocker;

const charge = aCharge({ state: 'settled', amountCents: 100_000, split: merchantsOwn(100_000) });
const half = aRefund({ state: 'settled', amountCents: 50_000, split: merchantsOwn(50_000) });
const halfRefunded = anAcceptedCheckout({ charges: [charge], refunds: [half] });

function merchantsOwn(cents: number) {
  return {
    net_to_merchant_amount_cents: cents,
    net_platform_fee_cents: 0,
    net_to_sponsor_amount_cents: 0,
  };
}

describe('assertMayRefund()', () => {
  const refusals: [ChargeState, BffError['blockedBy']][] = [
    ['held', 'not_settled'],
    ['pending', 'not_charged'],
    ['failed', 'not_charged'],
    ['unresolved', 'not_charged'],
    ['refunded', 'nothing_refundable'],
    ['reversed', 'nothing_refundable'],
  ];
  for (const [state, blocker] of refusals) {
    it(`refuses a charge that is ${state}: ${blocker}`, () => {
      const other = { ...charge, state };
      const checkout = anAcceptedCheckout({ charges: [other] });
      assert.throws(() => assertMayRefund(checkout, other), blockedBy(blocker));
    });
  }

  const open: [RefundState, BffError['blockedBy']][] = [
    ['pending', 'refund_pending'],
    ['unknown', 'refund_pending'],
    ['unresolved', 'refund_unresolved'],
  ];
  for (const [state, blocker] of open) {
    it(`refuses another one beside one that is ${state}: ${blocker}`, () => {
      const checkout = anAcceptedCheckout({ charges: [charge], refunds: [{ ...half, state }] });
      assert.throws(() => assertMayRefund(checkout, charge), blockedBy(blocker));
    });
  }

  it('lets what is left go back', () => {
    assert.doesNotThrow(() => assertMayRefund(halfRefunded, charge));
  });
});

describe('startRefund()', () => {
  const intent = {
    chargeId: charge.id,
    id: 'refund-2',
    paymentIdentifierOf: (_orderId: string, intentId: string) => intentId,
    now: noon,
    limitMs: 25_000,
  };

  it('refuses more than is left by then', () => {
    const refused = (error: unknown) => (error as BffError).code === 'amount_out_of_range';
    assert.throws(() => startRefund(halfRefunded, { ...intent, cents: 50_001 }), refused);
    assert.equal(startRefund(halfRefunded, { ...intent, cents: 50_000 }).refund.state, 'started');
  });
});

describe('adoptRefund()', () => {
  const found = { id: 'found', refundUuid: null, split: null, requestedAt: noon };
  const adopted = (checkout: typeof halfRefunded, cents: number) =>
    adoptRefund(checkout, charge.id, { found: { ...found, cents }, now: noon });

  it('adds no more than is left of the charge', () => {
    assert.equal(adopted(halfRefunded, 50_001), halfRefunded);
    const after = adopted(halfRefunded, 50_000);
    assert.deepEqual([after.refunds.length, after.charges[0]?.state], [2, 'refunded']);
  });

  it('adds none to a charge that is not settled', () => {
    for (const state of ['refunded', 'reversed', 'approved'] as const) {
      const checkout = anAcceptedCheckout({ charges: [{ ...charge, state }] });
      assert.equal(adopted(checkout, 50_000), checkout, state);
    }
  });
});

describe('settleRefund()', () => {
  const said = {
    net_to_merchant_amount_cents: 40_000,
    net_platform_fee_cents: 10_000,
    net_to_sponsor_amount_cents: 0,
  };
  const splitAfter = (parts: Partial<typeof charge>, split: typeof said) => {
    const pending = { ...half, state: 'pending', settledAt: null } as const;
    const checkout = anAcceptedCheckout({ charges: [{ ...charge, ...parts }], refunds: [pending] });
    const update = { state: 'settled', refundUuid: null, split } as const;
    return settleRefund(checkout, half.id, { update, now: noon }).refunds[0]?.split;
  };
  const shared = {
    net_to_merchant_amount_cents: 90_000,
    net_platform_fee_cents: 10_000,
    net_to_sponsor_amount_cents: 0,
  };

  it('takes the split that the lender says, if it sums to the refund and is left of the charge', () => {
    assert.deepEqual(splitAfter({ split: shared }, said), said);
    assert.deepEqual(splitAfter({}, said), half.split);
    const less = { ...said, net_platform_fee_cents: 9_999 };
    assert.deepEqual(splitAfter({ split: shared }, less), half.split);
  });
});
