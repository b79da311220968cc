import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import {
  clientAddress,
  forwardedAddress,
} from '../../../../server/platform/http/client-address.ts';

describe('forwardedAddress()', () => {
  for (const [name, forwardedFor, hops, address] of [
    ['nominal: no proxy', undefined, 0, '10.0.0.2'],
    ['no proxy is trusted, so nothing that was sent counts', '1.1.1.1', 0, '10.0.0.2'],
    ['one proxy', '203.0.113.9', 1, '203.0.113.9'],
    ['one proxy and a client that sends its own', '1.1.1.1, 203.0.113.9', 1, '203.0.113.9'],
    ['two proxies', '1.1.1.1, 203.0.113.9 ,10.0.0.1', 2, '203.0.113.9'],
    ['fewer entries than proxies', '203.0.113.9', 3, '203.0.113.9'],
    ['an empty header', ' , ', 1, '10.0.0.2'],
  ] as const) {
    it(name, () => assert.equal(forwardedAddress('10.0.0.2', forwardedFor, hops), address));
  }
});

describe('clientAddress()', () => {
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, 1)));
  for (const [name, remoteAddress, forwardedFor, address] of [
    ['IPv4 in its own form', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['IPv6 as it is', '::1', '2001:db8::1', '2001:db8::1'],
    ['none for what is no address', '::1', 'unknown', '0.0.0.0'],
    ['none for what a client wrote', '::1', '<b>Ada</b>', '0.0.0.0'],
  ] as const) {
    it(name, async () => {
      const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
      const incoming = { socket: { remoteAddress } };
      const answer = await app.request('/', { headers }, { incoming });
      assert.equal(await answer.text(), address);
    });
  }
});
