import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  followLoan,
  isStillOffered,
  select,
  selectionOf,
} from '../../../../server/bff/domain/applying.ts';
import {
  aCheckout,
  aLoan,
  anAcceptedCheckout,
  anOffer,
  aSelection,
  aSoftPull,
  noon,
} from '../../../helpers/checkouts.ts';
import { hourMs, minuteMs } from '../../../helpers/durations.ts';

const texts = { locale: 'es', versions: { credit_approval_line: '2026-01' } } as const;

describe('followLoan()', () => {
  it('keeps a choice although the lender goes on saying that there are offers', () => {
    const selected = aLoan({ status: 'Approved: Offer Selected' });
    const chosen = aCheckout({ softPull: aSoftPull(), loan: selected, selection: aSelection() });
    assert.equal(
      followLoan(chosen, aLoan(), { texts, now: noon }).loan?.status,
      'Approved: Offer Selected',
    );
  });

  for (const missing of ['bankMissingSince', 'portalMissingSince'] as const) {
    it(`forgets ${missing} after ten minutes`, () => {
      const checkout = anAcceptedCheckout({ [missing]: noon });
      const loan = checkout.loan ?? assert.fail();
      const at = (now: number) => followLoan(checkout, loan, { texts, now })[missing];
      assert.equal(at(noon + 9 * minuteMs), noon);
      assert.equal(at(noon + 10 * minuteMs), null);
      assert.equal(at(noon - hourMs), null);
    });
  }

  it('keeps the texts beside offers that come, and those of the form as they were', () => {
    const softPull = aSoftPull();
    const { versions } = softPull.textsShown ?? assert.fail();
    const first = followLoan(aCheckout({ softPull }), aLoan(), { texts, now: noon });
    assert.deepEqual(first.softPull?.textsShown, {
      locale: 'en',
      versions,
      besideOffers: [texts],
    });
    const again = followLoan(first, aLoan(), { texts, now: noon });
    assert.deepEqual(again.softPull?.textsShown?.besideOffers, [texts]);
  });

  it('leaves what was stored before those texts were kept as it was', () => {
    const { textsShown } = aSoftPull();
    const { besideOffers: _, ...before } = textsShown ?? assert.fail();
    const stored = aCheckout({ softPull: aSoftPull({ textsShown: before }) });
    const after = (loan = aLoan()) => followLoan(stored, loan, { texts, now: noon }).softPull;
    assert.deepEqual(after(aLoan({ offers: [] }))?.textsShown, before);
    assert.deepEqual(after()?.textsShown, { ...before, besideOffers: [texts] });
  });
});

describe('selectionOf()', () => {
  const offers = [anOffer(), anOffer({ offer_uuid: 'b0b00000-1111-4222-8333-444455556666' })];
  const [first, second] = offers.map(({ offer_uuid }) => offer_uuid);
  const chosen = { offerUuid: first ?? '', selectedAmount: '8400.00', loan: aLoan({ offers }) };
  const recorded = (offerUuid: string | null) => {
    const answer = { link: null, linkExpiresAt: null, offerUuid, selectedAmount: null };
    return selectionOf(answer, chosen, []).offerUuid;
  };

  it('is of the offer that the lender says it has recorded, if the consumer was shown it', () => {
    assert.equal(recorded(second ?? ''), second);
    assert.equal(recorded('c0c00000-1111-4222-8333-444455556666'), first);
    assert.equal(recorded(null), first);
  });
});

describe('select()', () => {
  it('leaves a checkout as it is that has moved on meanwhile', () => {
    for (const status of ['Approved: Accepted', 'Cancelled', 'Declined', 'Expired'] as const) {
      const moved = aCheckout({ softPull: aSoftPull(), loan: aLoan({ status }) });
      assert.equal(select(moved, aSelection()), moved, status);
    }
  });
});

describe('isStillOffered()', () => {
  it('is so while a choice can be made and the lender has the offer', () => {
    const { offerUuid } = aSelection();
    const offered = (offers = [anOffer({ offer_uuid: offerUuid })]) =>
      isStillOffered(aCheckout({ softPull: aSoftPull(), loan: aLoan({ offers }) }), offerUuid);
    assert.ok(offered());
    assert.ok(!offered([anOffer({ offer_uuid: 'b0b00000-1111-4222-8333-444455556666' })]));
    assert.ok(!isStillOffered(anAcceptedCheckout(), offerUuid));
  });
});
