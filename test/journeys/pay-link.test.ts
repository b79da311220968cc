import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { embedTexts } from '../../widget/embed/load-failure.ts';
import type { SoftPullCheckout } from '../../widget/index.ts';
import { payTexts } from '../../widget/pay/texts.ts';
import { en } from '../../widget/strings/en.ts';
import { es } from '../../widget/strings/es.ts';
import { until } from '../helpers/until.ts';
import { axeFindings } from './models/accessibility.ts';
import { fillByBrowser } from './models/autofill.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey, type VisitOptions } from './models/journey.ts';
import { openOwnPage } from './models/own-page.ts';
import { type MadeCheckout, ShopServer } from './models/shop-server.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { chargeAccepted, walkToLender } from './models/walk.ts';

const shop = 'Hillside Heating & Air';

const phone: VisitOptions = {
  startsAt: 'nowhere',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};

describe('a merchant’s link', () => {
  const here = journey({ fillsForms: true });

  const shopServer = new ShopServer(here);
  const made = (parts: object = {}) =>
    shopServer.makeCheckout({ description: 'Heat pump, installed', ...parts });

  async function opened(url: string, options: VisitOptions = phone): Promise<Visit> {
    const visit = await here.visit(options);
    await visit.page.goto(url);
    return visit;
  }

  const saysInUse = (visit: Visit, texts = payTexts.en) =>
    visit.page.getByRole('heading', { name: texts.inUse }).waitFor();

  it('opens a form that the browser can fill in by itself, in the language that is chosen', async () => {
    const visit = await opened((await made()).url);
    const { page, checkout } = visit;
    await checkout.at('details');
    await page.getByRole('button', { name: payTexts.es.language }).click();
    await page.getByTitle(embedTexts.es.label).waitFor();
    const first = new CheckoutPage(page, es, 'frame').form.field('first_name');
    await first.click();
    await fillByBrowser(page, 'first_name', { NAME_FIRST: 'Ana', NAME_LAST: 'Sample' });
    await until('it is filled in', async () => (await first.inputValue()) === 'Ana' || undefined);
  });

  const typeFirst = async (visit: Visit) => {
    await visit.checkout.at('details');
    const taken = visit.page.waitForResponse((each) => each.url().endsWith('/take-up'));
    await visit.checkout.inside
      .getByLabel(en.form.fields.first_name.label, { exact: true })
      .fill('A');
    const answer = await taken;
    assert.equal(answer.status(), 200);
    const { resume } = (await answer.json()) as { resume: string };
    await until('this tab keeps its handle', async () => {
      const kept = await visit.page.evaluate(() => JSON.stringify(sessionStorage));
      return kept.includes(resume) || undefined;
    });
  };

  it('leads a consumer on a phone to an approved charge, back from the lender by the code [wcag:link-phone]', async () => {
    const { checkout_id, url } = await made();
    const visit = await opened(url);
    await visit.page.getByRole('heading', { name: payTexts.en.from(shop) }).waitFor();
    await visit.page.getByText('Heat pump, installed').waitFor();
    await visit.checkout.at('details');
    const overflow = await visit.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0);
    assert.deepEqual(await axeFindings(visit.page), []);
    const applicant = typedApplicant('0001');
    await walkToLender(visit, applicant);
    await visit.lender.acceptTerms(applicant);
    const wayBack = new URL((await visit.lender.wayBack.getAttribute('href')) ?? '');
    assert.equal(wayBack.href.replace(/#.*/, ''), `${here.product.bffUrl}/pay`);
    await visit.lender.returnToMerchant();
    await visit.checkout.at('accepted');
    assert.equal(new URL(visit.page.url()).hash, '');
    await visit.page.reload();
    await visit.checkout.at('accepted');
    await chargeAccepted(visit, here.sandbox, applicant);
    const { status } = await shopServer.get<{ status: string }>(`/${checkout_id}`);
    assert.equal(status, 'accepted');
    assert.equal(visit.times('securitypolicyviolation'), 0);
  });

  it('is in use for a second browser, and void for the page with the client token [wcag:link-in-use]', async () => {
    const { url, client_token } = await made();
    const [first, second] = [await opened(url), await opened(url)];
    await second.checkout.at('details');
    await typeFirst(first);
    // It had the form open: what is typed there goes nowhere.
    await second.checkout.form.field('first_name').fill('B');
    await saysInUse(second);
    await second.page.getByText(payTexts.en.askShop(shop)).waitFor();
    assert.deepEqual(await axeFindings(second.page), []);
    await second.page.reload();
    await saysInUse(second);
    await first.page.reload();
    await first.checkout.at('details');
    const { context } = await here.visit({ startsAt: 'nowhere' });
    const { page } = await openOwnPage(context, here.product, {
      head: `<script type="module" src="${here.product.bffUrl}/v1/soft-pull-checkout.js"></script>`,
      body: `<soft-pull-checkout merchant="pk_sandbox_hillside" client-token="${client_token}"></soft-pull-checkout>`,
    });
    await page.waitForFunction(() => document.querySelector('soft-pull-checkout') !== null);
    const { inside } = new CheckoutPage(page, en, 'frame');
    await inside.locator('soft-pull-problem-screen').waitFor();
  });

  it('stays its consumer’s who loads the page again before the first input is answered', async () => {
    const { url } = await made();
    const visit = await opened(url);
    const { page, checkout } = visit;
    await checkout.at('details');
    const isTakenUp = Promise.withResolvers<void>();
    let isLost = true;
    await page.route('**/take-up', async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      isTakenUp.resolve();
    });
    await checkout.form.field('first_name').fill('A');
    await isTakenUp.promise;
    await page.reload();
    await checkout.at('details');
    isLost = false;
    await saysInUse(await opened(url));
    await typeFirst(visit);
    await page.reload();
    await checkout.at('details');
  });

  it('is a page in which diagnose() finds nothing', async () => {
    const visit = await opened((await made()).url);
    await visit.checkout.at('details');
    assert.deepEqual(
      await visit.checkout.element.evaluate((each: SoftPullCheckout) => each.diagnose()),
      [],
    );
  });

  it('changes nothing when it is opened, and is Spanish where the shop says so', async () => {
    const { checkout_id, url } = await made({ locale: 'es' });
    const scanner = await opened(url, { startsAt: 'nowhere' });
    await scanner.checkout.element.waitFor();
    await fetch(url);
    const seller = await shopServer.get<{ url: string | null; status: string }>(`/${checkout_id}`);
    assert.deepEqual([seller.url, seller.status], [url, 'open']);
    const consumer = await opened(url);
    await consumer.page.getByRole('heading', { name: payTexts.es.from(shop) }).waitFor();
  });

  it('speaks the other language at a press, with all that was typed, and after a reload [wcag:link-language]', async () => {
    const { url } = await made();
    const visit = await opened(url);
    await typeFirst(visit);
    await visit.page.getByRole('button', { name: payTexts.es.language }).click();
    await visit.page.getByRole('heading', { name: payTexts.es.from(shop) }).waitFor();
    const firstName = visit.checkout.inside.getByLabel(es.form.fields.first_name.label, {
      exact: true,
    });
    assert.equal(await firstName.inputValue(), 'A');
    assert.equal(await visit.page.title(), `${payTexts.es.title} – ${shop}`);
    assert.deepEqual(await axeFindings(visit.page), []);
    await visit.page.reload();
    await firstName.waitFor();
    await visit.page.goto('about:blank');
    await visit.page.goto(`${url}x`);
    await visit.page.getByRole('heading', { name: payTexts.es.needsLink }).waitFor();
    await visit.page.getByRole('button', { name: payTexts.en.language }).click();
    await visit.page.getByRole('heading', { name: payTexts.en.needsLink }).waitFor();
    await visit.page.goto('about:blank');
    await visit.page.goto(url);
    await visit.page.getByRole('heading', { name: payTexts.en.from(shop) }).waitFor();
  });

  it('is replaced by the next one, also in the browser that has begun', async () => {
    const { url, checkout_id } = await made();
    const visit = await opened(url);
    await typeFirst(visit);
    const again = await shopServer.post<MadeCheckout>(`/${checkout_id}/link`, {});
    await visit.page.goto(again.url);
    await visit.checkout.at('details');
    await visit.page.goto(url);
    await visit.page.getByRole('heading', { name: payTexts.en.ended }).waitFor();
    await visit.page.goto(again.url);
    await typeFirst(visit);
    await visit.page.reload();
    await visit.checkout.at('details');
  });

  it('goes on without an offer code that the lender does not know, and says so', async () => {
    const { url } = await made({ offer_code: 'UNKNOWN' });
    const visit = await opened(url);
    const applicant = typedApplicant('0001');
    await visit.checkout.at('details');
    await visit.checkout.form.fill(applicant);
    await visit.checkout.form.send();
    await visit.checkout.text(en.common.problems.offer_code_refused.text).waitFor();
    const codes = visit.heard.flatMap(({ type, detail }) =>
      type === 'soft-pull-error' ? [detail.code] : [],
    );
    assert.deepEqual(codes, ['offer_code_refused']);
    await visit.checkout.form.send();
    await visit.checkout.at('offers');
  });

  it('needs its token, and takes no handle from an address', async () => {
    const { url, client_token } = await made();
    const pay = url.replace(/#.*/, '');
    for (const address of [pay, `${pay}#soft_pull_resume=${client_token}`, `${pay}#nothing`]) {
      const visit = await opened(address);
      await visit.page.getByRole('heading', { name: payTexts.en.needsLink }).waitFor();
      assert.equal(await visit.checkout.element.count(), 0);
    }
  });

  it('comes back to another tab by the return code alone', async () => {
    const { url } = await made();
    const visit = await opened(url);
    const applicant = typedApplicant('0001');
    await walkToLender(visit, applicant);
    await visit.lender.acceptTerms(applicant);
    const wayBack = (await visit.lender.wayBack.getAttribute('href')) ?? '';
    const other = await opened(wayBack);
    await other.checkout.at('accepted');
    await other.page.reload();
    await other.checkout.at('accepted');
    await saysInUse(await opened(url));
  });
});
