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

describe('isPublicAddress()', () => {
  for (const address of open) {
    it(`lets ${address} through`, () => assert.equal(isPublicAddress(address), true));
  }
  for (const [kind, addresses] of Object.entries(closed)) {
    it(`blocks ${kind}`, () => {
      for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
    });
  }
});
