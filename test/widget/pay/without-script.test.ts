import { expect } from '@open-wc/testing';
import { payTexts } from '../../../widget/pay/texts.ts';
import { payPageView } from '../helpers/pay-page-view.ts';
import { until } from '../helpers/until.ts';

describe('the page of links, where the script of the element did not come', () => {
  const main = document.createElement('main');
  const { fetch } = window;

  before(() => {
    document.body.append(main);
    window.fetch = () => Promise.resolve(Response.json(payPageView()));
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
