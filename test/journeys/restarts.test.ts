import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../helpers/until.ts';
import { booksOf } from './lenders-books.ts';
import { visitAt } from './models/brought.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { openChargeLink } from './models/walk.ts';

/**
 * A lost answer is settled once the call's own time limit has passed. A page hears what it missed
 * sooner: the lender tells it again after 5 and 30 s, since it is there before the BFF listens.
 */
const withinMs = 90_000;

describe('kill -9 of the server, and a start', () => {
  const here = journey({ isAlone: true });

  async function crash(): Promise<void> {
    await here.product.kill();
    await here.product.start();
  }

  it('at every step of the way: the way goes on, one soft pull, one charge', async () => {
    const visit = await here.visit();
    const applicant = typedApplicant('0001');
    const { checkout, lender, page } = visit;
    const { form } = checkout;
    await checkout.at('details');
    // Where these do not come, the consumer is asked to try again.
    await until('the texts are there', () =>
      checkout.inside.locator('body').evaluate(() => {
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return (
          files.some((each) => /disclosures/.test(each.name) && each.responseEnd > 0) || undefined
        );
      }),
    );
    await crash();
    await form.fillAbout(applicant);
    await form.next.click();
    // The check of what is typed comes with a file of its own.
    await form.part(2).waitFor();
    await crash();
    await form.fillHome(applicant);
    await form.next.click();
    await form.fillConsents(applicant);
    await crash();
    await form.send();
    await checkout.at('offers', { withinMs });
    await crash();
    await checkout.chooseOffer();
    await lender.identity.waitFor();
    await crash();
    await lender.confirmIdentity(applicant);
    await crash();
    await lender.sign(applicant);
    await crash();
    await lender.returnToMerchant();
    await checkout.at('accepted', { withinMs });
    await crash();
    const loanNumber = await checkout.loanNumber();
    await checkout.chargeButton.click();
    await checkout.at('charge_pending', { withinMs });
    await crash();
    const tab = await openChargeLink(visit, here.sandbox, applicant);
    await crash();
    await tab.lender.approveCharge(applicant, loanNumber);
    await crash();
    await checkout.at('charge_outcome', { withinMs });
    await page.reload();
    await checkout.at('charge_outcome');
    assert.deepEqual(await booksOf(here.sandbox, applicant.email), { softPulls: 1, charges: 1 });
  });

  it('while the charge is asked for: one charge', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('accepted', here, applicant);
    const { checkout } = visit;
    const asked = visit.page.waitForRequest(/\/charge$/);
    await checkout.chargeButton.click();
    await asked;
    await crash();
    await visit.page.reload();
    await visit.page.waitForFunction(
      () => {
        const element = document.querySelector('soft-pull-checkout');
        const step = element === null ? null : Reflect.get(element, 'step');
        return step === 'accepted' || step === 'charge_pending';
      },
      null,
      { timeout: withinMs },
    );
    if ((await checkout.screen) === 'accepted') await checkout.chargeButton.click();
    await checkout.at('charge_pending', { withinMs });
    assert.deepEqual(await booksOf(here.sandbox, applicant.email), { softPulls: 1, charges: 1 });
  });
});
