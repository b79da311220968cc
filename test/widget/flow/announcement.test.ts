import { expect } from '@open-wc/testing';
import { announcementBetween } from '../../../widget/flow/announcement.ts';
import { type CheckoutState, ready, withBusy } from '../../../widget/flow/checkout-state.ts';
import { resultTitle } from '../../../widget/results.ts';
import { en } from '../../../widget/strings/en.ts';
import { aStep, everyStep } from '../helpers/contract-values.ts';

const problem = { code: 'network', retryable: true, correlationId: null, fields: {} } as const;
const loading: CheckoutState = { phase: 'loading' };

function said(before: CheckoutState, after: CheckoutState) {
  return announcementBetween(before, after, { strings: en, resultTitle });
}

describe('announcementBetween()', () => {
  it('says every new screen, and nothing of the first [wcag:announced]', () => {
    for (const step of everyStep) {
      const other = step.screen === 'review' ? aStep('offers') : aStep('review');
      expect(said(ready(other), ready(step)), step.screen).to.match(/\w/);
      expect(said(loading, ready(step)), step.screen).to.equal(null);
    }
  });

  it('says what has changed on the same screen [wcag:announced]', () => {
    const { accepted, chargeOutcome } = en.outcome;
    const blocked = ready(aStep('accepted', { blocked: 'portal_required' }));
    expect(said(ready(aStep('review')), blocked)).to.contain(
      accepted.blocked.portal_required.title,
    );
    expect(said(blocked, ready(aStep('accepted')))).to.equal(accepted.title);
    const suspended = ready(aStep('accepted', { blocked: 'suspended' }));
    expect(said(blocked, suspended)).to.equal(accepted.blocked.suspended.title);
    const approved = ready(aStep('charge_outcome', { outcome: 'approved' }));
    const failed = ready(aStep('charge_outcome', { outcome: 'failed' }));
    expect(said(approved, failed)).to.equal(chargeOutcome.failed.title);
    expect(said(failed, failed)).to.equal(null);
    const unresolved = ready(aStep('charge_outcome', { outcome: 'unresolved' }));
    expect(said(approved, unresolved)).to.equal(chargeOutcome.unresolved.title);
  });

  it('says another amount', () => {
    const after = ready(aStep('details', { amount: '700.00' }));
    expect(said(ready(aStep('details')), after)).to.equal(en.common.amountChanged('$700.00'));
  });

  it('says that it takes a moment, once it does [wcag:announced]', () => {
    const idle = ready(aStep('offers'));
    expect(said(idle, withBusy(idle, 'waiting'))).to.equal(null);
    expect(said(withBusy(idle, 'waiting'), withBusy(idle, 'slow'))).to.equal(en.common.busy);
  });

  it('says of an amount beside the offers what the screen says of it', () => {
    const refused = { ...problem, code: 'amount_out_of_range' } as const;
    const { amount_not_taken, amount_out_of_range } = en.common.problems;
    const offers = ready(aStep('offers'));
    expect(said(offers, ready(aStep('offers'), refused))).to.contain(amount_not_taken.text);
    const form = ready(aStep('details'));
    expect(said(form, ready(aStep('details'), refused))).to.contain(amount_out_of_range.text);
  });

  it('says a problem once [wcag:announced]', () => {
    const after = ready(aStep('offers'), problem);
    expect(said(ready(aStep('offers')), after)).to.contain(en.common.problems.network.title);
    expect(said(after, after)).to.equal(null);
    expect(said(loading, { phase: 'broken', problem })).to.contain(en.common.problems.network.text);
  });

  it('takes back a problem that is gone [wcag:announced]', () => {
    const broken: CheckoutState = { phase: 'broken', problem };
    expect(said(broken, ready(aStep('details')))).to.equal(en.form.title);
    expect(said(broken, ready(aStep('review')))).to.equal(en.outcome.review.title);
    expect(said(ready(aStep('offers'), problem), ready(aStep('offers')))).to.equal('');
  });
});
