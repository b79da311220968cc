import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeState } from '../../../../server/bff/domain/charge.ts';
import type { Checkout } from '../../../../server/bff/domain/checkout.ts';
import type { RefundState } from '../../../../server/bff/domain/refund.ts';
import {
  timelineAfter,
  timelineView,
  versionOf,
  webhookEventsOf,
} from '../../../../server/bff/domain/timeline.ts';
import { eventType } from '../../../../server/bff/merchant-api/events.ts';
import { webhookTypes } from '../../../../server/bff/merchant-api/webhook-types.ts';
import { webhookPayload } from '../../../../server/bff/merchant-api/webhooks.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  anOrder,
  aRefund,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';
import { minuteMs, secondMs } from '../../../helpers/durations.ts';

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('timelineAfter()', () => {
  const open = aCheckout();
  const applied = { ...open, softPull: aSoftPull({ state: 'started' }) };
  const offers = { ...open, softPull: aSoftPull(), loan: aLoan() };

  it('has a change of the status, with the next version', () => {
    const first = timelineAfter(open, applied, noon);
    assert.deepEqual(first, [{ version: 2, type: 'checkout.applied', at: noon }]);
    const second = timelineAfter({ ...applied, timeline: first }, offers, noon + 1);
    assert.deepEqual(second.slice(1), [{ version: 3, type: 'checkout.offers', at: noon + 1 }]);
    assert.equal(versionOf({ timeline: second }), 3);
  });

  it('has nothing of a change that moves no status', () => {
    const timeline = timelineAfter(offers, { ...offers, isChoosingAgain: true }, noon);
    assert.equal(timeline, offers.timeline);
  });

  it('has a charge from when the lender has it, and not while it is being asked for', () => {
    const accepted = anAcceptedCheckout();
    const withCharge = (state: 'started' | 'unknown' | 'pending' | 'void') => ({
      ...accepted,
      charges: [aCharge({ id: 'one', state })],
    });
    assert.deepEqual(timelineAfter(accepted, withCharge('started'), noon), []);
    assert.deepEqual(timelineAfter(withCharge('started'), withCharge('unknown'), noon), []);
    assert.deepEqual(timelineAfter(withCharge('started'), withCharge('void'), noon), []);
    assert.deepEqual(timelineAfter(withCharge('unknown'), withCharge('pending'), noon), [
      { version: 2, type: 'charge.pending', at: noon, chargeId: 'one' },
    ]);
  });

  it('has that nothing came of a charge or refund whose caller was answered otherwise', () => {
    const accepted = anAcceptedCheckout();
    const withCharge = (state: ChargeState) => ({ ...accepted, charges: [aCharge({ state })] });
    const withRefund = (state: RefundState) => ({ ...accepted, refunds: [aRefund({ state })] });
    for (const [state, at, isHad] of [
      ['started', noon + 10 * secondMs - 1, false],
      ['started', noon + 10 * secondMs, true],
      ['unknown', noon, true],
      ['unresolved', noon, true],
    ] as const) {
      const ofCharge = timelineAfter(withCharge(state), withCharge('void'), at);
      const ofRefund = timelineAfter(withRefund(state), withRefund('void'), at);
      assert.deepEqual(typesOf(ofCharge), isHad ? ['charge.not_made'] : []);
      assert.deepEqual(typesOf(ofRefund), isHad ? ['refund.not_made'] : []);
    }
  });

  it('has each charge of one change in a version of its own', () => {
    const states = (state: 'pending' | 'approved') =>
      anAcceptedCheckout({
        charges: [aCharge({ id: 'one', state })],
        laterCharges: [aCharge({ id: 'two', kind: 111, state })],
      });
    assert.deepEqual(
      timelineAfter(states('pending'), states('approved'), noon).map((each) => [
        each.version,
        each.chargeId,
      ]),
      [
        [2, 'one'],
        [3, 'two'],
      ],
    );
  });

  it('goes by versions that were not told before, also in a database that was put back', () => {
    const told = timelineAfter(open, applied, noon + minuteMs);
    const restored = timelineAfter(open, applied, noon + 2 * minuteMs);
    assert.ok(versionOf({ timeline: restored }) > versionOf({ timeline: told }));
    const later = timelineAfter({ ...applied, timeline: restored }, offers, noon);
    assert.ok(versionOf({ timeline: later }) > versionOf({ timeline: restored }));
  });

  it('keeps the last 500, and counts on', () => {
    let checkout = open;
    for (let change = 0; change < 300; change += 1) {
      for (const next of [applied, open]) {
        checkout = { ...next, timeline: timelineAfter(checkout, next, noon) };
      }
    }
    assert.equal(checkout.timeline.length, 500);
    assert.equal(versionOf(checkout), 601);
  });
});

describe('timelineView()', () => {
  it('begins when the checkout was made', () => {
    assert.deepEqual(timelineView(aCheckout()), [
      {
        version: 1,
        type: 'checkout.open',
        at: '2026-03-02T12:00:00Z',
        charge_id: null,
        refund_id: null,
      },
    ]);
  });
});

const happened = (before: Checkout, change: Partial<Checkout>) => {
  const wanted = { ...before, ...change };
  const after = { ...wanted, timeline: timelineAfter(before, wanted, noon) };
  return { after, events: webhookEventsOf(before, after) };
};
const typesToldOf = (before: Checkout, change: Partial<Checkout>) =>
  happened(before, change).events.map(({ type }) => type);

describe('webhookTypes', () => {
  it('are those of the timeline that a merchant can act on', () => {
    const untold = eventType.options.filter((type) => !webhookTypes.some((told) => told === type));
    assert.deepEqual(untold, ['checkout.open', 'charge.working', 'refund.working']);
  });
});

describe('webhookEventsOf()', () => {
  const started = aSoftPull({ state: 'started' });

  it('tells what the timeline has gained, with ids, amounts and states alone', () => {
    const checkout = aCheckout({ order: anOrder({ id: 'S-1', amountCents: 500_000 }) });
    const { events } = happened(checkout, { softPull: started });
    const [event, ...more] = events;
    assert.deepEqual(more, []);
    assert.deepEqual(webhookPayload.strict().parse(event?.payload), event?.payload);
    assert.deepEqual(event?.payload, {
      type: 'checkout.applied',
      timestamp: new Date(noon).toISOString().replace('.000', ''),
      data: {
        checkout_id: checkout.id,
        order_id: 'S-1',
        status: 'applied',
        version: 2,
        amount: '5000.00',
      },
    });
  });

  it('tells of each of several charges, with its own amount', () => {
    const before = anAcceptedCheckout({
      charges: [aCharge({ id: 'first', state: 'pending', amountCents: 10_000 })],
    });
    const change = {
      charges: [aCharge({ id: 'first', state: 'approved', amountCents: 10_000 })],
      laterCharges: [aCharge({ id: 'second', state: 'pending', amountCents: 2_500 })],
    };
    const told = happened(before, change).events.map(({ payload: { type, data } }) => [
      type,
      data.charge_id,
      data.amount,
      data.version,
    ]);
    assert.deepEqual(told, [
      ['charge.approved', 'first', '100.00', 2],
      ['charge.pending', 'second', '25.00', 3],
    ]);
  });

  it('tells that an unresolved charge turned out not to exist', () => {
    const before = anAcceptedCheckout({ charges: [aCharge({ state: 'unresolved' })] });
    const change = { charges: [aCharge({ state: 'void' })] };
    assert.deepEqual(typesToldOf(before, change), ['charge.not_made']);
  });

  it('tells of nothing that is not told, and of nothing twice', () => {
    const applied = happened(aCheckout(), { softPull: started }).after;
    assert.deepEqual(typesToldOf(applied, { softPull: aSoftPull({ state: 'void' }) }), []);
    assert.deepEqual(typesToldOf(applied, { locale: 'es' }), []);
  });

  it('tells that a checkout expired, but of one that the merchant has never heard of', () => {
    const change = { endedBy: 'idle' } as const;
    assert.deepEqual(typesToldOf(aCheckout({ madeBy: 'page' }), change), []);
    assert.deepEqual(typesToldOf(aCheckout({ madeBy: 'server' }), change), ['checkout.expired']);
    const applied = happened(aCheckout({ madeBy: 'page' }), { softPull: started }).after;
    const again = happened(applied, { softPull: aSoftPull({ state: 'void' }) }).after;
    assert.deepEqual(typesToldOf(again, change), ['checkout.expired']);
  });
});
