import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../widget/strings/en.ts';
import { applicationOf } from '../helpers/application-of.ts';
import { until } from '../helpers/until.ts';
import { booksOf } from './lenders-books.ts';
import { visitAt } from './models/brought.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey, type VisitOptions } from './models/journey.ts';
import { openOwnPage } from './models/own-page.ts';
import { type TypedApplicant, typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { apply, walkToLender } from './models/walk.ts';

describe('coming back from the lender', () => {
  const here = journey();

  /** Has the terms accepted, and stays on the lender's page. @returns the way back */
  async function acceptedAtLender(visit: Visit): Promise<string> {
    const applicant = typedApplicant('0001');
    await walkToLender(visit, applicant);
    return accept(visit, applicant);
  }

  async function accept(visit: Visit, applicant: TypedApplicant): Promise<string> {
    await visit.lender.acceptTerms(applicant);
    return (await visit.lender.wayBack.getAttribute('href')) ?? 'none';
  }

  /** Somebody at the lender whose checkout was brought there. */
  async function visitAtLender(
    applicant: TypedApplicant,
    options: VisitOptions = {},
  ): Promise<Visit> {
    const visit = await visitAt('redirect', here, applicant, options);
    await visit.checkout.goToLender();
    await visit.lender.identity.waitFor();
    return visit;
  }

  /** What the BFF says of the code in a way back, to a page that brings no order. */
  async function exchange(wayBack: string): Promise<{ status: number; code?: string }> {
    const { bffUrl, demoUrl } = here.product;
    const resume = new URL(wayBack).hash.replace('#soft_pull_resume=', '');
    const answer = await fetch(`${bffUrl}/v1/resume`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: bffUrl },
      body: JSON.stringify({ resume, merchant: 'pk_sandbox_hillside', parent_origin: demoUrl }),
    });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, ...(code !== undefined && { code }) };
  }

  it('in the same tab goes on with its own handle, and spends no code', async () => {
    const visit = await here.visit();
    const wayBack = await acceptedAtLender(visit);
    await visit.lender.returnToMerchant();
    await visit.checkout.at('accepted');
    assert.equal((await exchange(wayBack)).status, 200);
    await visit.checkout.chargeButton.click();
    await visit.checkout.at('charge_pending');
  });

  it('in the same tab may choose again before the terms are accepted', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('offers', here, applicant);
    await visit.checkout.chooseOffer();
    await visit.lender.identity.waitFor();
    await visit.lender.confirmIdentity(applicant);
    await visit.page.goBack();
    await visit.page.goBack();
    await visit.checkout.at('redirect');
    await visit.checkout.backToOffers();
    await visit.checkout.at('offers');
    await visit.checkout.chooseOffer(1);
    await visit.lender.acceptTerms(applicant);
    await visit.lender.returnToMerchant();
    await visit.checkout.at('accepted');
  });

  it('stays where it is through a reload, with the code out of the address', async () => {
    const visit = await here.visit();
    const wayBack = await acceptedAtLender(visit);
    await visit.lender.returnToMerchant();
    for (let load = 0; load < 2; load += 1) {
      await visit.checkout.at('accepted');
      assert.doesNotMatch(visit.page.url(), /soft_pull_resume/);
      await visit.page.reload();
    }
    await visit.checkout.at('accepted');
    assert.equal((await exchange(wayBack)).status, 200);
  });

  it('by Back, without the link, finds what was accepted meanwhile', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAtLender(applicant);
    await accept(visit, applicant);
    while (!visit.page.url().startsWith(here.product.demoUrl)) await visit.page.goBack();
    await visit.checkout.at('accepted');
    await visit.page.goForward();
    await visit.page.goBack();
    await visit.checkout.at('accepted');
  });

  for (const isolation of ['frame', 'inline'] as const) {
    it(`in another browser goes on by the code, and charges once: ${isolation}`, async () => {
      const applicant = typedApplicant('0001');
      const visit = await visitAtLender(applicant, { isolation });
      const elsewhere = await here.visit({ isolation, startsAt: 'nowhere' });
      await elsewhere.page.goto(visit.page.url());
      await elsewhere.lender.acceptTerms(applicant);
      await elsewhere.lender.returnToMerchant();
      await elsewhere.checkout.at('accepted');
      await elsewhere.page.reload();
      await elsewhere.checkout.at('accepted');
      await elsewhere.checkout.chargeButton.click();
      await elsewhere.checkout.at('charge_pending');
      const books = await booksOf(here.sandbox, applicant.email);
      assert.deepEqual(books, { softPulls: 1, charges: 1 });
    });
  }

  it('by the mail that ends a review shows the offers on each device, until one is chosen', async () => {
    const applicant = typedApplicant('0106');
    const visit = await here.visit();
    await apply(visit, applicant);
    await visit.checkout.at('review');
    const id = await applicationOf(here.sandbox, applicant.email);
    await here.sandbox.application(id, 'verify', { result: 'passed' });
    const mailed = await until('the mail that ends the review', async () => {
      const messages = await here.sandbox.messages({ to: applicant.email });
      return messages
        .flatMap(({ links }) => links)
        .find((link) => link.includes('soft_pull_resume'));
    });
    const open = async () => {
      const device = await here.visit({ startsAt: 'nowhere' });
      await device.page.goto(mailed);
      return device;
    };
    for (const device of [await open(), await open()]) await device.checkout.at('offers');
    await visit.checkout.at('offers');
    await visit.checkout.chooseOffer();
    await visit.lender.identity.waitFor();
    const later = await open();
    await later.checkout.at('redirect');
    assert.equal(await later.checkout.button(en.outcome.redirect.backToOffers).count(), 0);
    await later.checkout.goToLender();
    await later.lender.identity.waitFor();
    assert.equal(later.page.url(), visit.page.url());
  });

  it('by a used code on a page without the order reads how far it is, and no more', async () => {
    const applicant = typedApplicant('0001');
    const wayBack = await accept(await visitAtLender(applicant), applicant);
    assert.equal((await exchange(wayBack)).status, 200);
    const context = await here.browser.newContext();
    const { bffUrl, demoUrl } = here.product;
    const { page } = await openOwnPage(
      context,
      { demoUrl },
      {
        head: `<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
        body: `<soft-pull-checkout merchant="pk_sandbox_hillside" amount="8400.00"></soft-pull-checkout>`,
      },
    );
    await page.goto(`${demoUrl}/own/${new URL(wayBack).hash}`);
    await page.reload();
    const checkout = new CheckoutPage(page, en, 'frame');
    await checkout.text(en.common.codeUsed.accepted).waitFor();
    assert.equal(await checkout.button(en.common.startAgain).count(), 0);
    assert.doesNotMatch(
      (await checkout.inside.locator('.card').textContent()) ?? '',
      /\$|%|\d{10}/,
    );
  });

  it('by the link of a stranger leaves the order of whoever follows it alone', async () => {
    const stranger = await visitAt('accepted', here, typedApplicant('0001'));
    const handle = await stranger.page.evaluate(() =>
      Object.entries({ ...sessionStorage }).find(([key]) => key.startsWith('soft-pull-checkout:')),
    );
    const visitor = await here.visit();
    await visitor.checkout.at('details');
    await visitor.page.goto(`${visitor.page.url()}#soft_pull_resume=${handle?.[1]}`);
    await visitor.page.reload();
    await visitor.checkout.at('details');
  });
});
