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

describe('followLoan()', () => {
  it('keeps a choice although the lender goes on saying that there are offers', () => {
    const selected = aLoan({ status: 'Approved: Offer Selected' });
    const chosen = aCheckout({ softPull: aSoftPull(), loan: selected, selection: aSelection() });
    assert.equal(followLoan(chosen, aLoan(), noon).loan?.status, 'Approved: Offer Selected');
  });

  for (const missing of ['bankMissingSince', 'portalMissingSince'] as const) {
    it(`forgets ${missing} after ten minutes`, () => {
      const checkout = anAcceptedCheckout({ [missing]: noon });
      const loan = checkout.loan ?? assert.fail();
      assert.equal(followLoan(checkout, loan, noon + 9 * minuteMs)[missing], noon);
      assert.equal(followLoan(checkout, loan, noon + 10 * minuteMs)[missing], null);
      assert.equal(followLoan(checkout, loan, noon - hourMs)[missing], null);
    });
  }
});
