import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timelineAfter } from '../../../../server/bff/domain/timeline.ts';
import { webhookEventsOf, withMerchantTold } from '../../../../server/bff/domain/webhook-event.ts';
import type { Checkout } from '../../../../server/bff/domain/checkout.ts';
import { eventType } from '../../../../server/bff/merchant-api/events.ts';
import { webhookTypes } from '../../../../server/bff/merchant-api/webhook-types.ts';
import { webhookPayload } from '../../../../server/bff/merchant-api/webhooks.ts';
import {
  aCharge,
  aCheckout,
  anAcceptedCheckout,
  anOrder,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';

const happened = (before: Checkout, change: Partial<Checkout>) => {
  const wanted = { ...before, ...change };
  const after = { ...wanted, timeline: timelineAfter(before, wanted, noon) };
  return { after, events: webhookEventsOf(before, after) };
};
const typesOf = (before: Checkout, change: Partial<Checkout>) =>
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
    assert.deepEqual(typesOf(before, change), ['charge.not_made']);
  });

  it('tells of nothing that is not told, and of nothing twice', () => {
    const applied = happened(aCheckout(), { softPull: started }).after;
    assert.deepEqual(typesOf(applied, { softPull: aSoftPull({ state: 'void' }) }), []);
    assert.deepEqual(typesOf(applied, { locale: 'es' }), []);
  });

  it('tells that a checkout expired, but of one that the merchant has never heard of', () => {
    const change = { endedBy: 'idle' } as const;
    assert.deepEqual(typesOf(aCheckout({ madeBy: 'page' }), change), []);
    assert.deepEqual(typesOf(aCheckout({ madeBy: 'server' }), change), ['checkout.expired']);
    const applied = happened(aCheckout({ madeBy: 'page' }), { softPull: started }).after;
    const again = happened(applied, { softPull: aSoftPull({ state: 'void' }) }).after;
    assert.deepEqual(typesOf(again, change), ['checkout.expired']);
  });
});

describe('withMerchantTold()', () => {
  it('keeps the latest, and changes nothing for an earlier one', () => {
    const told = withMerchantTold(aCheckout(), 5);
    assert.equal(told.toldVersion, 5);
    assert.equal(withMerchantTold(told, 4), told);
    assert.equal(withMerchantTold(told, 5), told);
    assert.equal(withMerchantTold(told, 6).toldVersion, 6);
  });
});
