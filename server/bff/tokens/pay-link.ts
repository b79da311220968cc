import type { KeyObject } from 'node:crypto';
import type { Checkout } from '../domain/checkout.ts';
import { writeHandle } from './resume-handle.ts';

/** Where the BFF is. */
interface Addresses {
  readonly config: { readonly bffPublicUrl: string };
}

/** The BFF's own page, for links. */
export function payUrlOf({ config }: Addresses): string {
  return `${config.bffPublicUrl}/pay`;
}

/**
 * `url` of the merchant API, as it was given out last, whether or not it still opens anything. Its token
 * stands in the fragment, which no server and no referrer sees.
 */
export function payLinkOf(
  context: Addresses & { readonly handleKey: KeyObject },
  { id, issuedGeneration: generation }: Checkout,
): string {
  const token = writeHandle(context.handleKey, { checkoutId: id, generation, rights: 'pay' });
  return `${payUrlOf(context)}#${token}`;
}
