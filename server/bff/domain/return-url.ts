import { longestReturnUrl } from '../../../widget/contract/limits.ts';
import { BffError } from '../errors.ts';

const parameter = 'soft_pull_resume';

/**
 * Lets an address pass that is one of the merchant's pages.
 * @throws BffError `origin_not_allowed`, `invalid_request` for one that is too long
 */
export function assertReturnUrl(returnUrl: string, merchantOrigins: readonly string[]): void {
  const { origin, username, password, href } = new URL(returnUrl);
  const isMerchants = merchantOrigins.includes(origin) && username === '' && password === '';
  if (!isMerchants) throw new BffError('origin_not_allowed');
  if (href.length <= longestReturnUrl) return;
  throw new BffError('invalid_request', { errors: { return_url: ['too_long'] } });
}

/**
 * The address at which the lender sends the consumer back, with a return code in its fragment, where
 * no server and no referrer sees it.
 *
 * @example
 * withParameter('https://shop.example/#/cart', 'abc')
 * => 'https://shop.example/#/cart?soft_pull_resume=abc'
 */
export function withParameter(returnUrl: string, code: string): string {
  const url = new URL(returnUrl);
  const fragment = withoutParameter(url.hash.slice(1));
  url.hash = `${fragment}${separatorAfter(fragment)}${parameter}=${code}`;
  return url.href;
}

function withoutParameter(fragment: string): string {
  return fragment.replace(new RegExp(`(^|[?&])${parameter}=[^&]*`), '');
}

function separatorAfter(fragment: string): string {
  if (fragment === '') return '';
  return fragment.includes('?') ? '&' : '?';
}
