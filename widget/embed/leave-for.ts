import { SoftPullRedirectEvent } from './events.ts';

/** Goes to the lender, unless the page prevents it; never to what is no web page. */
export function leaveFor(url: string, element: EventTarget): void {
  const isWebPage = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (isWebPage && element.dispatchEvent(new SoftPullRedirectEvent(url))) location.assign(url);
}
