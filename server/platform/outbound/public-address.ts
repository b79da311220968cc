import { BlockList, isIP } from 'node:net';

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

/** Whether an IP address is one that anybody on the internet could be asked to call. */
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
