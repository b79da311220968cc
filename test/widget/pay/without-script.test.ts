import { expect } from '@open-wc/testing';
import type { PayPageView } from '../../../widget/contract/pay-page.ts';
import { payTexts } from '../../../widget/pay/texts.ts';
import { until } from '../helpers/until.ts';

const view: PayPageView = {
  checkout_id: '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11',
  merchant: 'pk_test',
  state: 'open',
  is_held: false,
  shop: 'Hillside',
  theme: {},
  locale: 'en',
  lender: null,
  order: null,
};

describe('the page of links, where the script of the element did not come', () => {
  const main = document.createElement('main');
  const { fetch } = window;

  before(() => {
    document.body.append(main);
    window.fetch = () => Promise.resolve(Response.json(view));
    location.hash = 'a-link';
  });

  after(() => {
    window.fetch = fetch;
    main.remove();
    location.hash = '';
  });

  it('says that it did not load, in place of an empty page', async () => {
    expect(customElements.get('soft-pull-checkout')).to.equal(undefined);
    await import('../../../widget/pay/main.ts');
    await until(() => main.getAttribute('aria-busy') === 'false');
    expect(main.querySelector('h1')?.textContent).to.equal(payTexts.en.failed);
    expect(main.querySelector('section button')?.textContent).to.equal(payTexts.en.tryAgain);
  });
});
