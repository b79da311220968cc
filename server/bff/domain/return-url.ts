const parameter = 'soft_pull_resume';

/**
 * The address at which the lender sends the consumer back, with the handle in its fragment, where
 * no server and no referrer sees it.
 *
 * @example
 * withHandle('https://shop.example/#/cart', 'abc')
 * => 'https://shop.example/#/cart?soft_pull_resume=abc'
 */
export function withHandle(returnUrl: string, handle: string): string {
  const url = new URL(returnUrl);
  const fragment = withoutHandle(url.hash.slice(1));
  url.hash = `${fragment}${separatorAfter(fragment)}${parameter}=${handle}`;
  return url.href;
}

function withoutHandle(fragment: string): string {
  return fragment.replace(new RegExp(`(^|[?&])${parameter}=[^&]*`), '');
}

function separatorAfter(fragment: string): string {
  if (fragment === '') return '';
  return fragment.includes('?') ? '&' : '?';
}
