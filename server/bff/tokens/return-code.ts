import type { KeyObject } from 'node:crypto';
import type { Reached } from '../../../widget/contract/problem.ts';
import { hmacToken, sha256Hex } from '../../platform/crypto/digest.ts';
import { isChosen } from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { payUrlOf } from './pay-link.ts';

const prefix = 'return';

interface Key {
  /** Of the return codes. */
  readonly returnCodeKey: KeyObject;
}

type Addresses = Parameters<typeof payUrlOf>[0];

/** The checkout with the code that its next return URL has; to be stored before the lender gets that. */
export function withNextCode({ returnCodeKey }: Key, checkout: Checkout): Checkout {
  const code = writeCode(returnCodeKey, checkout.id, nextCodeNumber(checkout));
  return withReturnCode(checkout, sha256Hex(code));
}

/**
 * `sponsor_redirect_url`: the return URL with the newest code of the checkout. Who came by the link comes
 * back to its page.
 */
export function returnUrlOf(
  context: Key & Addresses,
  { id, takenUpBy, returnUrl, returnCodes }: Checkout,
): string {
  const isOfLink = takenUpBy === 'link' || returnUrl === null;
  const code = writeCode(context.returnCodeKey, id, returnCodes.length - 1);
  return withParameter(isOfLink ? payUrlOf(context) : returnUrl, code);
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

/**
 * The number, from 0, of the code for the next return URL: the newest one while it is unused, so that
 * a repeated call has the same body, else one more. A new code voids no earlier one.
 */
function nextCodeNumber({ returnCodes }: Pick<Checkout, 'returnCodes'>): number {
  const newest = returnCodes.at(-1);
  return newest === undefined || newest.usedAt !== null
    ? returnCodes.length
    : returnCodes.length - 1;
}

/** The checkout with this code, which it may have already. */
function withReturnCode(checkout: Checkout, digest: string): Checkout {
  if (checkout.returnCodes.some((known) => known.digest === digest)) return checkout;
  return { ...checkout, returnCodes: [...checkout.returnCodes, { digest, usedAt: null }] };
}

/**
 * Exchanges a code of the checkout. Until an offer is chosen this may be repeated, since scanners and
 * a second device open a review's mail; later it uses the code up, unless the page vouches for its
 * consumer by the checkout's own order.
 * @throws BffError `not_found` for a code that it does not have, `code_used`
 */
export function exchangeCode(
  checkout: Checkout,
  { digest, isVouchedFor, now }: { digest: string; isVouchedFor: boolean; now: number },
): Checkout {
  const code = checkout.returnCodes.find((known) => known.digest === digest);
  if (code === undefined) throw new BffError('not_found');
  if (code.usedAt !== null) throw new BffError('code_used', { reached: reachedBy(checkout) });
  if (isVouchedFor || !isChosen(checkout)) return checkout;
  const returnCodes = checkout.returnCodes.map((known) =>
    known === code ? { ...known, usedAt: now } : known,
  );
  return { ...checkout, returnCodes };
}

/** How far the checkout is, without anything about the loan. */
function reachedBy(checkout: Checkout): Reached {
  const { screen } = stepOf(checkout);
  if (checkout.charges.some(({ state }) => state !== 'void')) return 'charged';
  if (checkout.loan?.account != null) return 'accepted';
  const isOver = screen === 'cancelled' || screen === 'expired' || screen === 'no_offers';
  return isOver ? 'ended' : 'chosen';
}

const parameter = 'soft_pull_resume';

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
