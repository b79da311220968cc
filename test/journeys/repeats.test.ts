import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../widget/strings/en.ts';
import { booksOf } from './lenders-books.ts';
import { visitAt } from './models/brought.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { openChargeLink, walkToAccepted, walkToOffers } from './models/walk.ts';

const once = { softPulls: 1, charges: 1 };

describe('whatever is repeated', () => {
  const here = journey();

  it('pulls and charges once when every button is double-clicked', async () => {
    const visit = await here.visit();
    const applicant = typedApplicant('0001');
    const { checkout, lender } = visit;
    await checkout.at('details');
    await checkout.form.fill(applicant);
    await checkout.form.readAuthorization();
    await checkout.form.agree.dblclick();
    await checkout.at('offers');
    await (await checkout.openOffer()).dblclick();
    await lender.acceptTerms(applicant);
    await lender.returnToMerchant();
    await checkout.at('accepted');
    await checkout.chargeButton.dblclick();
    await checkout.at('charge_pending');
    assert.deepEqual(await booksOf(here.sandbox, applicant.email), once);
  });

  it('leads to the loan in a popup as it does in a tab', async () => {
    const shop = await here.visit();
    const applicant = typedApplicant('0001');
    const visit = await shop.popup();
    assert.ok(await visit.page.evaluate(() => window.opener !== null));
    await walkToAccepted(visit, applicant);
    assert.deepEqual(await booksOf(here.sandbox, applicant.email), { softPulls: 1, charges: 0 });
  });

  for (const isolation of ['frame', 'inline'] as const) {
    it(`stays on every screen through a reload: ${isolation}`, async () => {
      const visit = await here.visit({ isolation });
      const applicant = typedApplicant('0001');
      const { checkout, lender, page } = visit;
      const reloadAt = async (screen: Parameters<typeof checkout.at>[0]) => {
        await checkout.at(screen);
        await page.reload();
        await checkout.at(screen);
      };
      await reloadAt('details');
      await walkToOffers(visit, applicant);
      await reloadAt('offers');
      await checkout.chooseOffer();
      await lender.identity.waitFor();
      await page.goBack();
      await reloadAt('redirect');
      await checkout.goToLender();
      await lender.identity.waitFor();
      await page.reload();
      await lender.acceptTerms(applicant);
      await lender.returnToMerchant();
      await reloadAt('accepted');
      const loanNumber = await checkout.loanNumber();
      await checkout.chargeButton.click();
      await reloadAt('charge_pending');
      const tab = await openChargeLink(visit, here.sandbox, applicant);
      await tab.lender.approveCharge(applicant, loanNumber);
      await reloadAt('charge_outcome');
      assert.deepEqual(await booksOf(here.sandbox, applicant.email), once);
    });
  }

  it('brings the checkout back in another browser, by the way back from the lender', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('redirect', here, applicant);
    await visit.checkout.goToLender();
    await visit.lender.identity.waitFor();
    const elsewhere = await here.visit({ startsAt: 'nowhere' });
    await elsewhere.page.goto(visit.page.url());
    await elsewhere.lender.acceptTerms(applicant);
    await elsewhere.lender.returnToMerchant();
    await elsewhere.checkout.at('accepted');
    assert.doesNotMatch(elsewhere.page.url(), /soft_pull_resume/);
    await visit.page.goBack();
    await visit.checkout.at('accepted');
    await elsewhere.checkout.chargeButton.click();
    await elsewhere.checkout.at('charge_pending');
    await visit.checkout.at('charge_pending');
    assert.deepEqual(await booksOf(here.sandbox, applicant.email), once);
  });

  it('starts again in a second tab, and the lender pulls once for both', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('offers', here, applicant);
    const tab = await visit.tab();
    await tab.page.goto(here.product.demoUrl);
    await tab.checkout.text(en.common.problems.order_in_use.title).waitFor();
    await tab.checkout.inside.getByRole('button', { name: en.common.startAgain }).click();
    await walkToOffers(tab, applicant);
    const { softPulls } = await booksOf(here.sandbox, applicant.email);
    assert.equal(softPulls, 1);
  });

  it('shows the way to the lender again after the back button, and does not leave by itself', async () => {
    const visit = await visitAt('offers', here, typedApplicant('0001'));
    await visit.checkout.chooseOffer();
    await visit.lender.identity.waitFor();
    await visit.page.goBack();
    await visit.checkout.at('redirect');
    await visit.checkout.text(en.outcome.redirect.title).waitFor();
    assert.ok(visit.page.url().startsWith(here.product.demoUrl));
    await visit.checkout.goToLender();
    await visit.lender.identity.waitFor();
  });

  it('shows where it stands after the back button from a paid checkout', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('offers', here, applicant);
    await visit.checkout.chooseOffer();
    await visit.lender.acceptTerms(applicant);
    await visit.lender.returnToMerchant();
    await visit.checkout.at('accepted');
    await visit.page.goBack();
    await visit.page.goForward();
    await visit.checkout.at('accepted');
    assert.equal(visit.times('soft-pull-accepted') >= 1, true);
  });

  it('charges once from two tabs', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('accepted', here, applicant);
    await visit.checkout.chargeButton.click();
    await visit.checkout.at('charge_pending');
    const tab = await visit.tab();
    await tab.page.goto(visit.page.url());
    await visit.checkout.at('charge_pending');
    assert.deepEqual(await booksOf(here.sandbox, applicant.email), once);
  });
});
