import type { FlowSettings } from '../contract/flow-message.ts';
import { pageLanguage, resolveLocale } from './locale.ts';
import { scriptOrigin } from './script-origin.ts';

/** The element's properties, as far as the flow has to know them. */
export interface CheckoutProperties {
  server: string | null;
  merchant: string | null;
  amount: string | null;
  orderToken: string | null;
  locale: string | null;
  returnUrl: string | null;
  headingLevel: number;
}

export function localeOf(element: CheckoutProperties & Element): FlowSettings['locale'] {
  return resolveLocale(element.locale || pageLanguage(element));
}

/** What the flow is told, or `null` while the page has not said enough. */
export function settingsOf(element: CheckoutProperties & Element): FlowSettings | null {
  const { merchant, amount, orderToken, returnUrl, headingLevel } = element;
  const server = element.server || scriptOrigin(import.meta.url);
  if (!merchant || !server || !URL.canParse(server)) return null;
  return {
    server,
    merchant,
    amount: amount || null,
    order_token: orderToken || null,
    locale: localeOf(element),
    return_url: new URL(returnUrl || location.href, document.baseURI).href,
    heading_level: Math.min(Math.max(Math.trunc(headingLevel) || 2, 1), 6),
  };
}
