import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../widget/strings/en.ts';
import { es } from '../../widget/strings/es.ts';
import { until } from '../helpers/until.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { apply, openChargeLink, walkToPendingCharge } from './models/walk.ts';

const wholeWay = 'details → offers → redirect → accepted → charge_pending → charge_outcome';

describe('a consumer at the shop', () => {
  const here = journey({ hasMotion: true, hasFrameProcess: true });

  for (const isolation of ['frame', 'inline'] as const) {
    it(`is approved, accepts the terms, and approves the charge: ${isolation}`, async () => {
      const visit = await here.visit({ isolation });
      const applicant = typedApplicant('0001');
      const loanNumber = await walkToPendingCharge(visit, applicant, { isTyped: true });
      const tab = await openChargeLink(visit, here.sandbox, applicant);
      await tab.lender.approveCharge(applicant, loanNumber);
      await visit.checkout.at('charge_outcome');
      await visit.checkout.text(en.outcome.chargeOutcome.approved.title).waitFor();
      assert.equal(visit.path, wholeWay);
      assert.equal(visit.times('soft-pull-charge-outcome'), 1);
      assert.equal(visit.times('securitypolicyviolation'), 0);
    });
  }

  it('walks the whole way in Spanish', async () => {
    const visit = await here.visit({ language: 'es', locale: 'es-US' });
    const applicant = typedApplicant('0001');
    const loanNumber = await walkToPendingCharge(visit, applicant, { isTyped: true });
    const tab = await openChargeLink(visit, here.sandbox, applicant);
    await tab.lender.approveCharge(applicant, loanNumber);
    await visit.checkout.at('charge_outcome');
    await visit.checkout.text(es.outcome.chargeOutcome.approved.title).waitFor();
    assert.equal(visit.path, wholeWay);
  });

  it('reads that there are no offers, and is sent the notice that says why', async () => {
    const visit = await here.visit();
    const applicant = typedApplicant('0101');
    await apply(visit, applicant);
    await visit.checkout.at('no_offers');
    assert.equal(visit.path, 'details → no_offers');
    const notice = await until('the notice', async () => {
      const messages = await here.sandbox.messages({ to: applicant.email });
      return messages.find(({ channel }) => channel === 'email');
    });
    assert.equal(notice.to, applicant.email);
  });
});
