import { BffError } from '../errors.ts';

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
