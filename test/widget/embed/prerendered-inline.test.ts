import { expect } from '@open-wc/testing';

describe('a page that the browser draws before anybody sees it, with the flow in the script', () => {
  it('has the element once it is shown: until then browsers keep nothing in the tab’s storage', async () => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    await import('../../../widget/soft-pull-checkout-inline.ts');
    const isDefined = () => customElements.get('soft-pull-checkout') !== undefined;
    expect(isDefined()).to.equal(false);
    Reflect.deleteProperty(document, 'prerendering');
    document.dispatchEvent(new Event('prerenderingchange'));
    expect(isDefined()).to.equal(true);
  });
});
