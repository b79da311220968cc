import { LONGEST_RETURN_URL } from '../../../widget/contract/limits.ts';
import { minuteMs } from '../../platform/durations.ts';
import { BffError } from '../errors.ts';
import { type Checkout, chosenOf, type Order } from './checkout.ts';

/** How a request came, by what its browser says of it. */
export interface Approach {
  /** The `Origin` header. */
  origin: string | undefined;
  /** The `Sec-Fetch-Site` header. */
  fetchSite: string | undefined;
}

/** Where a caller stands: on the merchant's page, or in the BFF's own frame on such a page. */
export interface Caller {
  readonly isFramed: boolean;
  /** The origin of the request itself; null when a same-origin request names none. */
  readonly origin: string | null;
}

interface AdmissionRules {
  merchantOrigins: readonly string[];
  /** The BFF's own. */
  ownOrigin: string;
}

/** @throws BffError `origin_not_allowed` */
export function admit(
  { origin, fetchSite }: Approach,
  { merchantOrigins, ownOrigin }: AdmissionRules,
): Caller {
  if (origin === undefined && fetchSite === 'same-origin') return { isFramed: true, origin: null };
  if (origin === ownOrigin) return { isFramed: true, origin };
  if (origin !== undefined && merchantOrigins.includes(origin)) return { isFramed: false, origin };
  throw new BffError('origin_not_allowed');
}

/**
 * The origin of the page that the consumer sees: the frame's parent says its own, a page is it.
 * @throws BffError `origin_not_allowed`
 */
export function pageOrigin(
  caller: Caller,
  parentOrigin: string | undefined,
  merchantOrigins: readonly string[],
): string {
  const origin = caller.isFramed ? parentOrigin : (caller.origin ?? undefined);
  if (origin !== undefined && merchantOrigins.includes(origin)) return origin;
  throw new BffError('origin_not_allowed');
}

/** A checkout that was begun or resumed in the frame answers the frame only. */
export function mayGoOn(caller: Caller, checkout: { isFramed: boolean }): boolean {
  return caller.isFramed || !checkout.isFramed;
}

/** @throws BffError `origin_not_allowed` */
export function assertMayGoOn(caller: Caller, checkout: { isFramed: boolean }): void {
  if (!mayGoOn(caller, checkout)) throw new BffError('origin_not_allowed');
}

/**
 * Lets an address pass that is one of the merchant's pages.
 * @throws BffError `origin_not_allowed`, `invalid_request` for one that is too long
 */
export function assertReturnUrl(returnUrl: string, merchantOrigins: readonly string[]): void {
  const { origin, username, password, href } = new URL(returnUrl);
  const isMerchants = merchantOrigins.includes(origin) && username === '' && password === '';
  if (!isMerchants) {
    throw new BffError('origin_not_allowed', { errors: { return_url: ['not_accepted'] } });
  }
  if (href.length <= LONGEST_RETURN_URL) return;
  throw new BffError('invalid_request', { errors: { return_url: ['too_long'] } });
}

/**
 * What a handle and the sessions opened by it may do.
 * `all`: the tab that began the checkout.
 * `link`: a handle that came by a URL, or from the merchant's server: all but bring the first order.
 * `code`: a return code was exchanged for it: read, make the first choice of an offer, ask for the
 * Payment Portal invitation, and charge.
 * `pay`: the link to `/pay`, until a browser has the first input. That browser's session keeps it.
 */
export const allRights = ['all', 'link', 'code', 'pay'] as const;
export type Rights = (typeof allRights)[number];

/** A stranger's checkout must not get the order of whoever was sent its link. */
export function mayBringOrder(rights: Rights, checkout: Checkout, { id }: Pick<Order, 'id'>) {
  return rights === 'all' || checkout.order?.id === id;
}

/**
 * True if its page may say where the lender sends the consumer back. With a code the lender has done
 * so already, and others may have the code, too.
 */
export function maySayReturnUrl(rights: Rights): boolean {
  return rights !== 'code';
}

/** Whether what is typed, or which amount, may become this checkout's. @throws BffError `wrong_step` */
export function assertMayApply(rights: Rights): void {
  if (rights === 'code') throw new BffError('wrong_step');
}

/** A choice that was made stands for a return code. @throws BffError `wrong_step` */
export function assertMayChoose(rights: Rights, checkout: Checkout): void {
  if (rights === 'code' && isChosen(checkout)) throw new BffError('wrong_step');
}

/** @throws BffError `wrong_step` */
export function assertMayChooseAgain(rights: Rights): void {
  if (rights === 'code') throw new BffError('wrong_step');
}

/** True if an offer was chosen, here or in another checkout of the same application. */
export function isChosen(checkout: Checkout): boolean {
  const { loan } = checkout;
  const isSaid = loan?.status === 'Approved: Offer Selected' || loan?.account != null;
  return isSaid || chosenOf(checkout) !== undefined;
}

const idleMs = 30 * minuteMs;
const lifetimeMs = 2 * 60 * minuteMs;

/** How many tokens of one checkout are good at a time; the one used longest ago goes first. */
export const maxLiveSessions = 5;

/**
 * How many tokens that have ended a checkout remembers: a page that slept for long gets
 * `token_expired`, after which it resumes by its handle, and not `unauthorized`.
 */
export const maxEndedSessions = 100;

/** A use is recorded at most this often, so that a read does not cost a write. */
export const touchEveryMs = minuteMs;

/** One bearer token of a checkout; epoch milliseconds. */
export interface SessionTimes {
  readonly createdAt: number;
  readonly usedAt: number;
}

/** True if a token is still good: used within 30 minutes and made within 2 hours. */
export function isLiveSession({ createdAt, usedAt }: SessionTimes, now: number): boolean {
  return now < usedAt + idleMs && now < createdAt + lifetimeMs;
}

/** True if a token was ended before its time, by those of later pages or with its checkout. */
export function isRevokedSession({ usedAt }: SessionTimes): boolean {
  return usedAt === 0;
}

/** When a token made then ends, however much it is used. */
export function endOfSession({ createdAt }: SessionTimes): number {
  return createdAt + lifetimeMs;
}
