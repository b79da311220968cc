import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { embedTexts } from '../../widget/embed/load-failure.ts';
import { en } from '../../widget/strings/en.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';
import { openOwnPage, shown } from './models/own-page.ts';
import { ShopServer } from './models/shop-server.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { openChargeLink, walkToAccepted, walkToLender, walkToOffers } from './models/walk.ts';

const orderNumber = ({ page }: Visit) => page.locator('#order-number').textContent();

describe('a checkout that the shop’s server made', () => {
  const here = journey();
  const shopServer = new ShopServer(here);

  it('opens by its client token, is accepted, and charged by the shop’s server', async () => {
    const visit = await here.visit();
    await visit.page.goto(`${here.product.demoUrl}/server-checkout`);
    const { element } = visit.checkout;
    assert.equal(await element.getAttribute('amount'), null);
    assert.equal(await element.getAttribute('order-token'), null);
    const applicant = typedApplicant('0001');
    await walkToAccepted(visit, applicant);
    const id = await element.evaluate((each) => String(Reflect.get(each, 'checkoutId')));
    const view = await shopServer.get<{ amount: string; order_id: string }>(`/${id}`);
    assert.equal(view.amount, '8400.00');
    assert.equal(view.order_id, await orderNumber(visit));

    const loanNumber = await visit.checkout.loanNumber();
    const charge = { transaction_description: 109, amount: '2500.00' };
    await shopServer.post(`/${id}/charges`, charge);
    await visit.checkout.at('charge_pending');
    await visit.checkout.text('$2,500.00').first().waitFor();
    const tab = await openChargeLink(visit, here.sandbox, applicant);
    await tab.lender.approveCharge(applicant, loanNumber);
    await visit.checkout.at('charge_outcome');
    const { charges } = await shopServer.get<{ charges: { status: string }[] }>(`/${id}/charges`);
    assert.deepEqual(
      charges.map(({ status }) => status),
      ['approved'],
    );
    assert.equal(visit.times('securitypolicyviolation'), 0);
  });

  for (const place of ['made by the script', 'in the markup'] as const) {
    it(`is shown in a frame ${place} once the page has its token in place of one that is too long`, async () => {
      const { bffUrl } = here.product;
      const { client_token } = await shopServer.makeCheckout();
      const { context } = await here.visit({ startsAt: 'nowhere' });
      const url = `${bffUrl}/v1/frame?merchant=pk_sandbox_hillside&locale=en`;
      const { page } = await openOwnPage(context, here.product, {
        head: `<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
        body: `<soft-pull-checkout merchant="pk_sandbox_hillside" client-token="${'x'.repeat(4_097)}">
          ${place === 'in the markup' ? `<iframe src="${url}" title="Financing application"></iframe>` : ''}
        </soft-pull-checkout>`,
      });
      const { element, inside } = new CheckoutPage(page, en, 'frame');
      await element.getByText(embedTexts.en.misconfigured).waitFor();
      await element.evaluate(
        (each, token) => each.setAttribute('client-token', token),
        client_token,
      );
      await shown(page, 'soft-pull-checkout');
      await inside.getByLabel(en.form.fields.first_name.label, { exact: true }).waitFor();
    });
  }

  it('keeps its offers while the consumer looks back at what they chose before', async () => {
    const visit = await here.visit();
    await visit.page.goto(`${here.product.demoUrl}/server-checkout/new`);
    await visit.checkout.text('$8,400.00').waitFor();
    await visit.page.getByText('2 ton', { exact: true }).click();
    await visit.checkout.text('$7,350.00').waitFor();
    await walkToOffers(visit, typedApplicant('0001'));
    assert.equal(await visit.page.locator('#options').getAttribute('inert'), '');
    await visit.page.goBack();
    await visit.checkout.text('$8,400.00').waitFor();
    await visit.checkout.at('details');
    await visit.page.goForward();
    await visit.checkout.at('offers');
  });

  it('is followed by one of another order for the same choice when the consumer starts again', async () => {
    const visit = await here.visit();
    await visit.page.goto(`${here.product.demoUrl}/server-checkout/new?size=2-ton`);
    const applicant = typedApplicant('0001');
    await walkToLender(visit, applicant);
    await visit.lender.declineTerms(applicant);
    await visit.lender.returnToMerchant();
    await visit.checkout.at('cancelled');
    const before = await orderNumber(visit);
    await visit.checkout.button(en.common.startAgain).click();
    await visit.checkout.at('details');
    assert.notEqual(await orderNumber(visit), before);
    assert.equal(new URL(visit.page.url()).searchParams.get('size'), '2-ton');
    await visit.checkout.text('$7,350.00').waitFor();
  });
});
