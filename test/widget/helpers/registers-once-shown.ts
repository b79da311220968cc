import { expect } from '@open-wc/testing';

/** Loads a script into a page that is not shown yet: it registers the element once it is shown. */
export async function registersOnceShown(load: () => Promise<unknown>): Promise<void> {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  await load();
  const isDefined = () => customElements.get('soft-pull-checkout') !== undefined;
  expect(isDefined()).to.equal(false);
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(isDefined()).to.equal(true);
}
