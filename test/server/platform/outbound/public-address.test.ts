import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress } from '../../../../server/platform/outbound/callback-url.ts';

const open = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];

const closed: Record<string, string[]> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  'this network': ['0.0.0.0', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1'],
  'link-local and metadata': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  CGNAT: ['100.64.0.1', '100.127.255.255'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  '6to4 and Teredo': ['2002:7f00:1::1', '2001:0:1::1', '192.88.99.1'],
  'documentation and benchmarking': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1'],
  'multicast and reserved': ['224.0.0.1', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  'no address at all': ['', 'localhost', '127.1', '0x7f.1', '2130706433'],
};

/** First and last address of each range that is closed, and the neighbours outside where they are open. */
const ends: readonly (readonly [
  range: string,
  inside: readonly string[],
  outside: readonly string[],
])[] = [
  ['0.0.0.0/8', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  ['100.64.0.0/10', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
  ['127.0.0.0/8', ['127.0.0.0', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['169.254.0.0/16', ['169.254.0.0', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
  ['172.16.0.0/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['192.0.0.0/24', ['192.0.0.0', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['192.0.2.0/24', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
  ['192.88.99.0/24', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
  ['192.168.0.0/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['198.18.0.0/15', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['198.51.100.0/24', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['203.0.113.0/24', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['224.0.0.0/3', ['224.0.0.0', '239.255.255.255', '240.0.0.0'], ['223.255.255.255']],
  ['beside 2000::/3', ['1fff:ffff::1', '4000::1'], ['2000::1', '3ffe:ffff::1']],
  ['2001::/23', ['2001::', '2001:1ff:ffff::1'], ['2000:ffff::1', '2001:200::1']],
  ['2001:db8::/32', ['2001:db8::', '2001:db8:ffff::1'], ['2001:db7:ffff::1', '2001:db9::1']],
  ['2002::/16', ['2002::', '2002:ffff::1'], ['2001:ffff::1', '2003::1']],
  ['3fff::/20', ['3fff::', '3fff:fff:ffff::1'], ['3ffe:ffff::1', '3fff:1000::1']],
];

describe('isPublicAddress()', () => {
  for (const [range, inside, outside] of ends) {
    it(`blocks ${range} from end to end, and nothing beside it`, () => {
      for (const address of inside) assert.equal(isPublicAddress(address), false, address);
      for (const address of outside) assert.equal(isPublicAddress(address), true, address);
    });
  }
  for (const address of open) {
    it(`lets ${address} through`, () => assert.equal(isPublicAddress(address), true));
  }
  for (const [kind, addresses] of Object.entries(closed)) {
    it(`blocks ${kind}`, () => {
      for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
    });
  }
});
