import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostInUrl, plainAddress } from '../../../../server/platform/http/ip-address.ts';

describe('hostInUrl()', () => {
  for (const [address, host] of [
    [undefined, 'localhost'],
    ['0.0.0.0', 'localhost'],
    ['::', 'localhost'],
    ['127.0.0.1', 'localhost'],
    ['::1', '[::1]'],
    ['192.0.2.4', '192.0.2.4'],
  ] as const) {
    it(`${address} => ${host}`, () => assert.equal(hostInUrl(address), host));
  }
});

describe('plainAddress()', () => {
  for (const [address, plain] of [
    ['192.0.2.4', '192.0.2.4'],
    ['::ffff:192.0.2.4', '192.0.2.4'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
  ] as const) {
    it(`${address} => ${plain}`, () => assert.equal(plainAddress(address), plain));
  }
});
