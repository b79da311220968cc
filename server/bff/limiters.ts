import type { Clock } from '../platform/clock.ts';
import type { RateLimits } from './context.ts';
import { RateLimiter } from './rate-limiter.ts';

/** The limits of calls. Each throws a BffError `rate_limited`; no address, no limit by address. */
export interface Limiters {
  call(address: string | undefined): void;
  open(address: string | undefined, publishableKey: string): void;
  /** A merchant's server opens all of its checkouts from one address. */
  openByServer(publishableKey: string): void;
  callOf(checkoutId: string): void;
  /** Apart from those of the consumer's page, also where the checkout is another merchant's. */
  callByServer(publishableKey: string, checkoutId: string): void;
  application(checkoutId: string): void;
}

export function createLimiters(clock: Clock, limits: RateLimits): Limiters {
  const calls = new RateLimiter(clock, limits.callsPerAddress);
  const opens = new RateLimiter(clock, limits.opensPerAddress);
  const opensOfMerchant = new RateLimiter(clock, limits.opensPerMerchant);
  const callsOfCheckout = new RateLimiter(clock, limits.callsPerCheckout);
  const applications = new RateLimiter(clock, limits.applicationsPerCheckout);
  return {
    call: (address) => takeOf(calls, address),
    open: (address, publishableKey) => {
      takeOf(opens, address);
      opensOfMerchant.take(publishableKey);
    },
    openByServer: (publishableKey) => opensOfMerchant.take(publishableKey),
    callOf: (checkoutId) => callsOfCheckout.take(checkoutId),
    callByServer: (publishableKey, checkoutId) =>
      callsOfCheckout.take(`${publishableKey} ${checkoutId}`),
    application: (checkoutId) => applications.take(checkoutId),
  };
}

function takeOf(limiter: RateLimiter, address: string | undefined): void {
  if (address !== undefined) limiter.take(networkOf(address));
}

/** Whoever has one IPv6 address has its whole /64. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':');
}
