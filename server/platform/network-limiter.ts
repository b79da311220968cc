import { type Rate, RateLimiter } from './rate-limiter.ts';

/**
 * How many networks' calls an IPv6 /48 has: one of a provider's holds many people, but a customer may have
 * one, too, and in it 65,536 networks of /64, of which each has calls of its own.
 */
export const networksInSite = 16;

/** The /48 around an IPv6 network, as `clientNetwork()` names that; an IPv4 address has none. */
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
    // Of a /48 that has none left no more networks are remembered.
    return ofSite > 0 ? ofSite : this.#networks.waitMs(network);
  }
}
