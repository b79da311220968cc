import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultSize, sizes } from '../../demo/catalog.ts';
import { chargeOutcomes } from '../../widget/contract/outcome.ts';
import { en } from '../../widget/strings/en.ts';
import { visitAt } from './models/brought.ts';
import { journey } from './models/journey.ts';
import { tellOf } from './models/sample-page.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { chargeAccepted, openChargeLink, walkToAccepted } from './models/walk.ts';

const hours = 3600;

describe('a consumer who changes their mind', () => {
  const here = journey({ isAlone: true });

  it('chooses another offer after the first, and gets that one [wcag:other-offer]', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('offers', here, applicant);
    await visit.checkout.chooseOffer();
    await visit.lender.identity.waitFor();
    const firstLink = visit.page.url();
    await visit.page.goBack();
    await visit.checkout.at('redirect');
    await visit.checkout.backToOffers();
    await visit.checkout.at('offers');
    await visit.checkout.chooseOffer(1);
    await visit.lender.identity.waitFor();
    assert.notEqual(visit.page.url(), firstLink);
    await visit.lender.acceptTerms(applicant);
    await visit.lender.returnToMerchant();
    await visit.checkout.at('accepted');
    assert.equal(visit.path, 'offers → redirect → offers → redirect → accepted');
  });

  it('changes the amount half-way through the form, and keeps what was typed', async () => {
    const visit = await here.visit();
    const applicant = typedApplicant('0001');
    const { form } = visit.checkout;
    await visit.checkout.at('details');
    await form.fillAbout(applicant);
    await form.next.click();
    await form.field('city').fill(applicant.city);
    const larger = sizes.find(({ cents }) => cents > defaultSize.cents);
    await visit.page.getByText(larger?.name ?? '', { exact: true }).click();
    await visit.checkout.text('$9,680.00').waitFor();
    assert.equal(await form.field('city').inputValue(), applicant.city);
    await form.fillHome(applicant);
    await form.next.click();
    await form.fillConsents(applicant);
    await form.send();
    await visit.checkout.at('offers');
    const offers = await visit.checkout.offers.count();
    await visit.checkout.text(en.outcome.offers.intro('$9,680.00', offers, true)).waitFor();
    assert.equal(visit.path, 'details → offers');
  });

  it('finds the order as it was chosen, and fixed, when back from the lender', async () => {
    const visit = await here.visit();
    await visit.checkout.at('details');
    await visit.page.getByLabel('Learning thermostat').check();
    await visit.checkout.text('$8,689.00').waitFor();
    await walkToAccepted(visit, typedApplicant('0001'));
    const total = visit.page.locator('#order-lines .total dd');
    assert.equal(await total.textContent(), '$8,689.00');
    await visit.page.getByText('You applied for this order.').waitFor();
    assert.equal(await visit.page.locator('#options').getAttribute('inert'), '');
  });

  for (const path of ['/', '/server-checkout']) {
    it(`finds the order fixed unless its charge ended without money: ${path}`, async () => {
      const visit = await here.visit();
      await visit.page.goto(`${here.product.demoUrl}${path}`);
      await visit.checkout.at('details');
      const changeable: string[] = [];
      for (const outcome of chargeOutcomes) {
        await tellOf(visit, 'soft-pull-step-change', { step: 'charge_outcome' });
        await tellOf(visit, 'soft-pull-charge-outcome', { outcome });
        const isFixed = await visit.page.locator('#options').getAttribute('inert');
        if (isFixed === null) changeable.push(outcome);
      }
      assert.deepEqual(changeable, ['rejected', 'expired', 'canceled', 'failed']);
    });
  }

  for (const [persona, thanks] of [
    ['0001', 'We will call you to set an installation date.'],
    ['0002', 'To pay the rest of your order, call us at (614) 555-0110.'],
  ] as const) {
    it(`is thanked for the whole order only once it is paid: ${persona}`, async () => {
      const applicant = typedApplicant(persona);
      const visit = await visitAt('accepted', here, applicant);
      await chargeAccepted(visit, here.sandbox, applicant);
      await visit.page.locator('#order-state', { hasText: `Thank you! ${thanks}` }).waitFor();
    });
  }

  for (const path of ['/', '/server-checkout']) {
    it(`finds the order fixed where only the lender knows of the application: ${path}`, async () => {
      const visit = await here.visit();
      await visit.page.goto(`${here.product.demoUrl}${path}`);
      await visit.checkout.at('details');
      await tellOf(visit, 'soft-pull-step-change', { step: 'ask_lender', previous: 'working' });
      await visit.page.getByText('You applied for this order.').waitFor();
      assert.equal(await visit.page.locator('#options').getAttribute('inert'), '');
    });
  }

  it('is told once that the order is fixed, however far they go on', async () => {
    const visit = await here.visit();
    await visit.checkout.at('details');
    const state = visit.page.locator('#order-state');
    const told = await state.evaluateHandle((status) => {
      const texts: (string | null)[] = [];
      new MutationObserver(() => texts.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      return texts;
    });
    for (const step of ['offers', 'redirect', 'accepted']) {
      await tellOf(visit, 'soft-pull-step-change', { step });
    }
    assert.deepEqual(await told.jsonValue(), [await state.textContent()]);
  });

  it('declines the terms, and the shop hears of it', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('redirect', here, applicant);
    await visit.checkout.goToLender();
    await visit.lender.declineTerms(applicant);
    await visit.lender.returnToMerchant();
    await visit.checkout.at('cancelled');
    await visit.checkout.text(en.outcome.cancelled.terms_declined.title).waitFor();
    assert.equal(visit.path, 'redirect → cancelled');
  });

  it('rejects the charge, and may ask for it again', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('accepted', here, applicant);
    const loanNumber = await visit.checkout.loanNumber();
    await visit.checkout.chargeButton.click();
    await visit.checkout.at('charge_pending');
    const tab = await openChargeLink(visit, here.sandbox, applicant);
    await tab.lender.rejectCharge(applicant, loanNumber);
    await visit.checkout.at('charge_outcome');
    await visit.checkout.text(en.outcome.chargeOutcome.rejected.title).waitFor();
    await visit.checkout.chargeAgainButton.click();
    await visit.checkout.at('charge_pending');
    assert.match(visit.path, /charge_pending → charge_outcome → charge_pending$/);
  });

  it('lets 48 hours pass, and the charge is not approved', async () => {
    const visit = await visitAt('charge_pending', here, typedApplicant('0001'));
    await here.sandbox.advanceClock(48 * hours);
    // Ten seconds after the charge the BFF looks by itself: the button may be gone by then.
    const pressed = visit.checkout.button(en.outcome.checkAgain).click();
    await Promise.any([pressed, visit.checkout.at('charge_outcome')]);
    await visit.checkout.at('charge_outcome');
    await visit.checkout.text(en.outcome.chargeOutcome.expired.title).waitFor();
    assert.match(visit.path, /charge_pending → charge_outcome$/);
  });

  it('looks at the offers only when they have expired', async () => {
    const visit = await visitAt('offers', here, typedApplicant('0001'));
    await here.sandbox.advanceClock(31 * 24 * hours);
    await visit.page.reload();
    await visit.checkout.at('expired');
    await visit.checkout.text(en.outcome.expired.offers.title).waitFor();
    assert.equal(visit.path, 'offers → expired');
  });
});
