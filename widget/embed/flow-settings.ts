import type { FlowSettings } from '../contract/flow-message.ts';
import { longestReturnUrl } from '../contract/limits.ts';
import { isWebUrl } from '../contract/shape.ts';
import type { CheckoutProperties } from './checkout-properties.ts';
import { pageLanguage, resolveLocale } from './locale.ts';
import { pageAddress } from './return-url.ts';
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

function returnUrlOf({ returnUrl }: CheckoutProperties): string | null {
  const address = returnUrl || pageAddress(location.href);
  if (!URL.canParse(address, document.baseURI)) return null;
  const { href } = new URL(address, document.baseURI);
  return href.length <= longestReturnUrl ? href : null;
}

/** What the flow is told, or `null` while the page has not said enough, or nothing of use. */
export function settingsOf(element: CheckoutProperties & Element): FlowSettings | null {
  const { merchant, amount, orderToken, headingLevel } = element;
  const server = serverOf(element);
  const returnUrl = returnUrlOf(element);
  if (!merchant || !isWebUrl(server) || returnUrl === null) return null;
  return {
    server,
    merchant,
    amount: amountText(amount),
    order_token: orderToken || null,
    locale: localeOf(element),
    return_url: returnUrl,
    heading_level: Math.min(Math.max(Math.trunc(headingLevel) || 2, 1), 6),
  };
}
