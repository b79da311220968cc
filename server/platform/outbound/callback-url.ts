import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type UrlRefusal =
  | 'not_a_url'
  | 'not_https'
  | 'has_credentials'
  | 'port_not_allowed'
  | 'address_not_public';

const openPorts = new Set(['', '443', '8443']);

/**
 * Why a URL that somebody else gave may not be called, or undefined when it may. A name is only
 * checked once it is resolved, when the connection is made (`guardedConnector`).
 * `allowedHosts` are host names or addresses of a development machine: they may be called by http,
 * on any port.
 */
export function refusalOfUrl(
  text: string,
  allowedHosts: readonly string[],
): UrlRefusal | undefined {
  const url = URL.parse(text);
  if (!url) return 'not_a_url';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_https';
  const host = bareHost(url.hostname);
  if (isAllowedHost(host, allowedHosts)) return undefined;
  if (url.protocol !== 'https:') return 'not_https';
  if (!openPorts.has(url.port)) return 'port_not_allowed';
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'address_not_public';
  return undefined;
}

export function isAllowedHost(host: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((allowed) => bareHost(allowed) === host);
}

/** A host in one spelling: lower case, without the brackets of IPv6 and the dot at the end. */
export function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
