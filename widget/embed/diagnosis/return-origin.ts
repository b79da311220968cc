import type { Patient } from './finding.ts';

/**
 * The origin to which the consumer would come back, where the attribute leads to another than the
 * page's. With a client token the merchant's server has said where that is.
 */
export function otherReturnOrigin({ returnUrl, clientToken }: Patient): string | null {
  if (!returnUrl || clientToken || !URL.canParse(returnUrl, document.baseURI)) return null;
  const { origin, protocol } = new URL(returnUrl, document.baseURI);
  return /^https?:$/.test(protocol) && origin !== location.origin ? origin : null;
}
