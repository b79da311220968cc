import { expect } from '@open-wc/testing';
import { payPageView } from '../helpers/pay-page-view.ts';
import { until } from '../helpers/until.ts';

describe('the page of links, which the browser draws before anybody sees it', () => {
  const main = document.createElement('main');
  const { fetch } = window;
  let asked = 0;

  before(() => {
    document.body.append(main);
    window.fetch = () => {
      asked += 1;
      return Promise.resolve(Response.json(payPageView()));
    };
    location.hash = 'a-link';
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });

  after(() => {
    window.fetch = fetch;
    main.remove();
    location.hash = '';
  });

  it('has the checkout once it is shown, as its element is registered then', async () => {
    await import('../../../widget/pay/main.ts');
    expect(asked).to.equal(0);
    customElements.define('soft-pull-checkout', class extends HTMLElement {});
    Reflect.deleteProperty(document, 'prerendering');
    document.dispatchEvent(new Event('prerenderingchange'));
    await until(() => main.getAttribute('aria-busy') === 'false');
    expect(main.querySelector('soft-pull-checkout') === null).to.equal(false);
  });
});
