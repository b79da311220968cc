import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axeFindings } from './models/accessibility.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { openChargeLink, walkToLender } from './models/walk.ts';

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark, on a telephone', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

async function isClean({ page }: Visit): Promise<void> {
  assert.deepEqual(await axeFindings(page), []);
}

/** The way through all three origins; `screens.test.ts` sees what else the checkout can show. */
describe('axe', () => {
  const here = journey();

  it('finds a fault that is planted inside the checkout', async () => {
    const { page, checkout } = await here.visit();
    await checkout.at('details');
    await checkout.inside.locator('.card').evaluate((card) => {
      card.append(document.createElement('input'));
    });
    assert.match((await axeFindings(page)).join(), /^label .*soft-pull-flow/);
  });

  for (const { name, ...look } of looks) {
    describe(name, () => {
      it('finds nothing from the empty form to the approved charge', async () => {
        const visit = await here.visit(look);
        const applicant = typedApplicant('0001');
        const { checkout, lender } = visit;
        const { form } = checkout;
        await checkout.at('details');
        await isClean(visit);
        await form.next.click();
        await isClean(visit);
        await form.fillAbout(applicant);
        await form.next.click();
        await form.part(2).waitFor();
        await isClean(visit);
        await form.fillHome(applicant);
        await form.next.click();
        await form.part(3).waitFor();
        await isClean(visit);
        await form.fillConsents(applicant);
        await form.send();
        await checkout.at('offers');
        await isClean(visit);
        await checkout.chooseOffer();
        await lender.identity.waitFor();
        await isClean(visit);
        await visit.page.goBack();
        await checkout.at('redirect');
        await isClean(visit);
        await checkout.goToLender();
        await lender.confirmIdentity(applicant);
        await isClean(visit);
        await lender.sign(applicant);
        await isClean(visit);
        await lender.returnToMerchant();
        await checkout.at('accepted');
        await isClean(visit);
        const loanNumber = await checkout.loanNumber();
        await checkout.chargeButton.click();
        await checkout.at('charge_pending');
        await isClean(visit);
        const tab = await openChargeLink(visit, here.sandbox, applicant);
        await isClean(tab);
        await tab.lender.approveCharge(applicant, loanNumber);
        await isClean(tab);
        await checkout.at('charge_outcome');
        await isClean(visit);
      });

      it('finds nothing where the terms were declined', async () => {
        const visit = await here.visit(look);
        const applicant = typedApplicant('0001');
        await walkToLender(visit, applicant);
        await visit.lender.declineTerms(applicant);
        await isClean(visit);
        await visit.lender.returnToMerchant();
        await visit.checkout.at('cancelled');
        await isClean(visit);
      });
    });
  }
});
