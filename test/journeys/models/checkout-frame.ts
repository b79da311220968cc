import type { CheckoutPage } from './checkout-page.ts';

/** Tells one document of the frame from another: each load has a time of its own. */
export function loadedAt({ inside }: CheckoutPage): Promise<number> {
  return inside.locator('html').evaluate(() => performance.timeOrigin);
}

/** How many frames the page's markup holds, and how many the element has made. */
export function framesOf({ element }: CheckoutPage) {
  return element.evaluate((checkout) => ({
    inMarkup: checkout.querySelectorAll('iframe').length,
    made: checkout.shadowRoot?.querySelectorAll('iframe').length,
  }));
}
