import { isIPv4, isIPv6 } from 'node:net';

/** `10.0.0.2`, also where a socket of both families says `::ffff:10.0.0.2`; without an IPv6 zone. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

/** True if an address, of 127.0.0.0/8 or `::1`, is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || (plain.startsWith('127.') && isIPv4(plain));
}

/** True if a URL's host is this machine: `localhost` or a loopback address. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return ['localhost', '[::1]'].includes(hostname) || isLoopbackAddress(hostname);
}

/** True if a browser takes a URL's host for this machine: names below localhost too (RFC 6761, 6.3). */
export function isLoopbackPage(url: string): boolean {
  return isLoopbackUrl(url) || new URL(url).hostname.endsWith('.localhost');
}

/** True if a listener at this address takes connections at every one of this machine. */
export function isEveryAddress(
  address: string | undefined,
): address is undefined | '0.0.0.0' | '::' {
  return address === undefined || address === '0.0.0.0' || address === '::';
}

/**
 * The host by which a URL names what listens at an address.
 *
 * @example
 * hostInUrl('0.0.0.0') => 'localhost'
 * hostInUrl('::1') => '[::1]'
 */
export function hostInUrl(listenAddress: string | undefined): string {
  if (isEveryAddress(listenAddress) || listenAddress === '127.0.0.1') return 'localhost';
  return isIPv6(listenAddress) ? `[${listenAddress}]` : listenAddress;
}
