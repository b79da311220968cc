import { isWebUrl } from '../contract/shape.ts';
import { SoftPullRedirectEvent } from './events.ts';

/**
 * Goes to the lender, unless the page prevents it; never to what is no web page. The lender's pages
 * stand in no frame: a page that itself stands in one is left with the page around it.
 */
export function leaveFor(url: string, element: EventTarget): void {
  if (!isWebUrl(url) || !element.dispatchEvent(new SoftPullRedirectEvent(url))) return;
  try {
    (top ?? window).location.href = url;
  } catch {
    // A frame without `allow-top-navigation` may only go itself.
    location.assign(url);
  }
}
