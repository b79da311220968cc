import { BlockList, isIP } from 'node:net';

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

// IANA's special-purpose IPv4 ranges: this network, private, CGNAT, loopback, link-local with the
// cloud metadata address, 6to4 relays, benchmarking, documentation, multicast and reserved.
const closedIpv4: ReadonlyArray<readonly [network: string, prefix: number]> = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

// Of IPv6 only global unicast is open. Outside of it lie loopback, link-local, unique local,
// IPv4-mapped and NAT64; inside of it these lead to other networks or nowhere: IETF protocols with
// Teredo, documentation, 6to4.
const openIpv6 = ['2000::', 3] as const;
const closedIpv6: ReadonlyArray<readonly [network: string, prefix: number]> = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of closedIpv4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of closedIpv6) closed.addSubnet(network, prefix, 'ipv6');
const open = new BlockList();
open.addSubnet(...openIpv6, 'ipv6');

/** True if an IP address is one that anybody on the internet could be asked to call. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return (
        !address.includes('%') && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
      );
    default:
      return false;
  }
}
