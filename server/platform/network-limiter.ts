import { type Rate, RateLimiter } from './rate-limiter.ts';

/**
 * An IPv6 /48 may make the calls of so many networks. A provider's may hold many people; one that a
 * single customer rents has 65,536 networks of /64.
 */
export const networksInSite = 16;

/** The /48 of an IPv6 network that `clientNetwork()` has named; undefined for an IPv4 address. */
export function siteOf(network: string): string | undefined {
  return network.includes(':') ? network.split(':', 3).join(':') : undefined;
}

/** Token buckets by network, as `clientNetwork()` names it, and by the /48 around it. */
export class NetworkLimiter {
  readonly #networks: RateLimiter;
  readonly #sites: RateLimiter;

  /** @param now epoch milliseconds */
  constructor(now: () => number, rate: Rate) {
    this.#networks = new RateLimiter(now, rate);
    this.#sites = new RateLimiter(now, { ...rate, calls: networksInSite * rate.calls });
  }

  /** Takes one call of the network's. @returns 0, or the milliseconds until there is one to take */
  take(network: string): number {
    const waitMs = this.waitMs(network);
    if (waitMs > 0) return waitMs;
    const site = siteOf(network);
    if (site !== undefined) this.#sites.take(site);
    return this.#networks.take(network);
  }

  /** How long it takes until the network has a call again; 0 where it has one. */
  waitMs(network: string): number {
    const site = siteOf(network);
    const ofSite = site === undefined ? 0 : this.#sites.waitMs(site);
    // Networks of a /48 without calls left are not remembered.
    return ofSite > 0 ? ofSite : this.#networks.waitMs(network);
  }
}
