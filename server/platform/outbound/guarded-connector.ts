import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { bareHost, isAllowedHost } from './callback-url.ts';
import { isPublicAddress } from './public-address.ts';

/** The connection would have gone to an address that is not public. */
class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'ERR_BLOCKED_ADDRESS';
}

export interface GuardOptions {
  allowedHosts: readonly string[];
  connectMs: number;
  /** The resolver, for tests of names that change their address. */
  lookup?: LookupFunction;
}

/**
 * Connects to public addresses only. The socket goes to the very addresses that were checked, so a
 * name that resolves differently a moment later leads nowhere else. undici calls no `lookup` for
 * IP literals: they are checked before.
 */
export function guardedConnector({
  allowedHosts,
  connectMs,
  lookup = systemLookup as LookupFunction,
}: GuardOptions): buildConnector.connector {
  const connect = (checked: LookupFunction) =>
    buildConnector({ timeout: connectMs, lookup: checked } as buildConnector.BuildOptions);
  const openConnect = connect(lookup);
  const guardedConnect = connect(checkedLookup(lookup));
  return (options, callback) => {
    const host = bareHost(options.hostname);
    if (isAllowedHost(host, allowedHosts)) return openConnect(options, callback);
    if (isIP(host) !== 0 && !isPublicAddress(host))
      return callback(new BlockedAddressError(), null);
    return guardedConnect(options, callback);
  };
}

function checkedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family);
      const isBlocked = addressesOf(address).some((each) => !isPublicAddress(each));
      return isBlocked
        ? callback(new BlockedAddressError(), address, family)
        : callback(null, address, family);
    });
}

function addressesOf(found: string | LookupAddress[]): string[] {
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}
