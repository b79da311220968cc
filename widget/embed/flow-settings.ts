import type { FlowSettings } from '../contract/flow-message.ts';
import { resolveLocale } from '../contract/language.ts';
import { LONGEST_RETURN_URL } from '../contract/limits.ts';
import { parseUrl } from '../contract/parse-url.ts';
import { isWebUrl } from '../contract/shape.ts';
import type { CheckoutProperties } from './checkout-properties.ts';
import { pageLanguage } from './locale.ts';
import { scriptOrigin } from './script-origin.ts';

export function localeOf(element: CheckoutProperties & Element): FlowSettings['locale'] {
  return resolveLocale(element.locale || pageLanguage(element));
}

/** As it is written while it is typed: `' 8400.' => '8400'`; frameworks also set numbers. */
function amountText(amount: unknown): string | null {
  const text = String(amount ?? '').trim();
  return text.replace(/\.$/, '') || null;
}

/** Where the BFF is, by what the element or the script's address says. */
export function serverOf({ server }: Pick<CheckoutProperties, 'server'>): string | null {
  return server || scriptOrigin(import.meta.url);
}

/** An element of the page can take the place of the document's `baseURI`, not of the element's. */
function returnUrlOf({ returnUrl, baseURI }: CheckoutProperties & Element): string | null {
  const address = returnUrl || pageAddress(location.href);
  const url = parseUrl(address, baseURI);
  return url !== null && url.href.length <= LONGEST_RETURN_URL ? url.href : null;
}

/** What the flow is told, or `null` while the page has not said enough, or nothing of use. */
export function settingsOf(element: CheckoutProperties & Element): FlowSettings | null {
  const { merchant, amount, orderToken, offerCode, headingLevel } = element;
  const server = serverOf(element);
  const returnUrl = returnUrlOf(element);
  if (!merchant || !isWebUrl(server) || returnUrl === null) return null;
  return {
    server,
    merchant,
    amount: amountText(amount),
    order_token: orderToken || null,
    // A frame that is older knows none.
    ...(offerCode && { offer_code: offerCode }),
    locale: localeOf(element),
    return_url: returnUrl,
    heading_level: Math.min(Math.max(Math.trunc(headingLevel) || 2, 1), 6),
  };
}

/** What a query or fragment says about a person, by a parameter's name or an e-mail's `@`. */
const personal =
  /([?&#])(?:name=|[^?&#=]*(?:mail|phone|mobile|(?:first|middle|last|full|given|family|sur|user)[-_]?name|birth|dob|ssn|address|street|zip|postal|income)[^?&#=]*=|[^?&#]*(?:@|%40))[^&#]*/gi;

/**
 * The page as an address to come back to: it is kept and goes to the lender, so without what it
 * says of a person, and without its query and fragment where they make it too long.
 *
 * @example
 * pageAddress('https://shop.example/pay?order=7&email=a@b.example')
 * => 'https://shop.example/pay?order=7&'
 */
export function pageAddress(href: string): string {
  const address = href.replace(personal, '$1');
  return address.length > LONGEST_RETURN_URL ? address.replace(/[?#].*/s, '') : address;
}
