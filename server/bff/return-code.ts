import type { KeyObject } from 'node:crypto';
import { hmacToken, sha256Hex } from '../platform/crypto/digest.ts';
import type { Checkout } from './domain/checkout.ts';
import { nextCodeNumber, withReturnCode } from './domain/return-code.ts';
import { withParameter } from './domain/return-url.ts';

const prefix = 'return';

interface Key {
  /** Of the return codes. */
  readonly returnCodeKey: KeyObject;
}

/** The checkout with the code that its next return URL has; to be stored before the lender gets that. */
export function withNextCode({ returnCodeKey }: Key, checkout: Checkout): Checkout {
  const code = writeCode(returnCodeKey, checkout.id, nextCodeNumber(checkout));
  return withReturnCode(checkout, sha256Hex(code));
}

/** `sponsor_redirect_url`: the return URL with the newest code of the checkout. */
export function returnUrlOf(
  { returnCodeKey }: Key,
  { id, returnUrl, returnCodes }: Checkout,
): string {
  return withParameter(returnUrl, writeCode(returnCodeKey, id, returnCodes.length - 1));
}

/** What a return code names; undefined for what is none. Whether it is good, the checkout knows. */
export function readCode(text: string): { checkoutId: string; digest: string } | undefined {
  const [kind, checkoutId = '', secret, ...rest] = text.split('.');
  if (kind !== prefix || secret === undefined || rest.length > 0) return undefined;
  return { checkoutId, digest: sha256Hex(text) };
}

/** It can be made again for a call that is repeated; what is stored of it is its digest. */
function writeCode(key: KeyObject, checkoutId: string, number: number): string {
  return [prefix, checkoutId, hmacToken(key, 'return code', checkoutId, String(number))].join('.');
}
