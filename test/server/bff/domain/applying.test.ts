import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followLoan } from '../../../../server/bff/domain/applying.ts';
import {
  aCheckout,
  aLoan,
  anAcceptedCheckout,
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
