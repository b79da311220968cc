import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hostInUrl,
  isLoopbackPage,
  isLoopbackUrl,
  plainAddress,
} from '../../../../server/platform/http/ip-address.ts';

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

describe('isLoopbackUrl()', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '[::1]', '[::1]:8788']) {
    it(`is true of ${host}`, () => assert.equal(isLoopbackUrl(`http://${host}`), true));
  }

  // Anybody may have a name that begins or ends like an address or a name of this machine.
  for (const host of [
    '127.lender.example',
    '127.0.0.1.lender.example',
    'localhost.lender.example',
    'lender.localhost',
    '10.0.0.2',
    '[::2]',
  ]) {
    it(`is false of ${host}`, () => assert.equal(isLoopbackUrl(`http://${host}`), false));
  }
});

describe('isLoopbackPage()', () => {
  for (const [host, isOne] of [
    ['localhost', true],
    ['shop.localhost', true],
    ['notlocalhost', false],
    ['localhost.shop.example', false],
    ['127.shop.example', false],
  ] as const) {
    it(`is ${isOne} of ${host}`, () => assert.equal(isLoopbackPage(`http://${host}`), isOne));
  }
});
