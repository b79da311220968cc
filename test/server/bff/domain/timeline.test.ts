import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timelineAfter, timelineView, versionOf } from '../../../../server/bff/domain/timeline.ts';
import {
  aCharge,
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';

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
    const withCharge = (state: 'started' | 'unknown' | 'pending' | 'unresolved' | 'void') => ({
      ...accepted,
      charges: [aCharge({ id: 'one', state })],
    });
    assert.deepEqual(timelineAfter(accepted, withCharge('started'), noon), []);
    assert.deepEqual(timelineAfter(withCharge('started'), withCharge('unknown'), noon), []);
    assert.deepEqual(timelineAfter(withCharge('started'), withCharge('void'), noon), []);
    assert.deepEqual(timelineAfter(withCharge('unknown'), withCharge('pending'), noon), [
      { version: 2, type: 'charge.pending', at: noon, chargeId: 'one' },
    ]);
    const resolved = timelineAfter(withCharge('unresolved'), withCharge('void'), noon);
    assert.deepEqual(typesOf(resolved), ['charge.not_made']);
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
