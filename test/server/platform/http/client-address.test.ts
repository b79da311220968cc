import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import {
  addAddressOrRange,
  clientAddress,
  clientNetwork,
  countedNetwork,
  noProxies,
} from '../../../../server/platform/http/client-address.ts';

function listOf(...items: string[]): BlockList {
  const list = new BlockList();
  for (const item of items) assert.ok(addAddressOrRange(list, item), item);
  return list;
}

const addresses = listOf('10.0.0.0/8', '192.0.2.4', '2001:db8:ffff::/48');

async function addressOf(socket: string, forwarded: string | undefined, hops: number) {
  const proxies = hops === 0 ? noProxies : { hops, addresses };
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, proxies)));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const incoming = { socket: { remoteAddress: socket } };
  return (await app.request('/', { headers }, { incoming })).text();
}

describe('clientAddress() [asvs:client-address]', () => {
  for (const [name, socket, forwarded, hops, address] of [
    ['nominal: no proxy', '203.0.113.7', undefined, 0, '203.0.113.7'],
    ['without proxies nothing that was sent counts', '10.0.0.2', '1.1.1.1', 0, '10.0.0.2'],
    ['one proxy', '10.0.0.2', '203.0.113.9', 1, '203.0.113.9'],
    ['a proxy by its IPv6 form', '::ffff:10.0.0.2', '203.0.113.9', 1, '203.0.113.9'],
    ['a proxy that is listed alone', '192.0.2.4', '203.0.113.9', 1, '203.0.113.9'],
    ['a proxy of an IPv6 range', '2001:db8:ffff::5', '203.0.113.9', 1, '203.0.113.9'],
    [
      'one proxy and a client that sends its own',
      '10.0.0.2',
      '1.1.1.1, 203.0.113.9',
      1,
      '203.0.113.9',
    ],
    ['two proxies', '10.0.0.2', '1.1.1.1, 203.0.113.9 ,10.0.0.1', 2, '203.0.113.9'],
    [
      'two proxies, the inner one called directly',
      '10.0.0.2',
      '6.6.6.6, 203.0.113.9',
      2,
      '203.0.113.9',
    ],
    ['an outer proxy of IPv6', '10.0.0.2', '203.0.113.9, [2001:db8:ffff::5]:443', 2, '203.0.113.9'],
    ['two of three proxies', '10.0.0.2', '1.1.1.1, 203.0.113.9, 192.0.2.4', 3, '203.0.113.9'],
    [
      'one proxy and a client of its range that sends its own',
      '10.0.0.2',
      '1.1.1.1, 10.9.9.9',
      1,
      '10.9.9.9',
    ],
    ['fewer entries than proxies', '10.0.0.2', '203.0.113.9', 3, '203.0.113.9'],
    ['who is no proxy writes nothing', '203.0.113.7', '1.1.1.1', 1, '203.0.113.7'],
    ['the neighbour of a proxy neither', '192.0.2.5', '1.1.1.1', 1, '192.0.2.5'],
    ['IPv4 with its port', '10.0.0.2', '203.0.113.9:4711', 1, '203.0.113.9'],
    ['IPv6', '10.0.0.2', '2001:db8::1', 1, '2001:db8::1'],
    ['IPv6 in brackets', '10.0.0.2', '[2001:db8::1]', 1, '2001:db8::1'],
    ['IPv6 in brackets with its port', '10.0.0.2', '[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['IPv4 in IPv6 form', '10.0.0.2', '[::ffff:203.0.113.9]:80', 1, '203.0.113.9'],
    ['an empty header', '10.0.0.2', ' , ', 1, '10.0.0.2'],
    ['what is no address', '10.0.0.2', 'unknown', 1, '10.0.0.2'],
    ['IPv4 in brackets', '10.0.0.2', '[203.0.113.9]', 1, '10.0.0.2'],
    ['no address at the end of two', '10.0.0.2', '203.0.113.9, unknown', 2, '10.0.0.2'],
    ['no address in front of one', '10.0.0.2', '<b>Ada</b>, 203.0.113.9', 2, '203.0.113.9'],
    ['a connection of one’s own machine', '::1', undefined, 1, '::1'],
  ] as const) {
    it(name, async () => assert.equal(await addressOf(socket, forwarded, hops), address));
  }
});

async function networkOf(socket: string) {
  const app = new Hono().get('/', (c) => c.text(clientNetwork(c, noProxies)));
  return (await app.request('/', {}, { incoming: { socket: { remoteAddress: socket } } })).text();
}

describe('clientNetwork()', () => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:3:4:5:7', '2001:db8:1:2'],
    ['2001:db8:1:2::7', '2001:db8:1:2'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['2001:db8:0:3::', '2001:db8:0:3'],
    ['2001::4:5:6:7:8', '2001:0:0:4'],
    ['::4:5:6:7:8', '0:0:0:4'],
    ['::1', '0:0:0:0'],
  ] as const) {
    it(`${address} => ${network}`, async () => assert.equal(await networkOf(address), network));
  }
});

describe('countedNetwork()', () => {
  const proxied = { hops: 1, addresses: listOf('127.0.0.1') };
  for (const [name, isSandbox, trustedProxies, headers, network] of [
    ['not a developer’s call', true, noProxies, {}, 'none'],
    ['nobody else’s as a developer’s', false, noProxies, {}, '127.0.0.1'],
    ['what a proxy passes on', true, noProxies, { 'x-forwarded-for': '1.1.1.1' }, '127.0.0.1'],
    ['all as one behind a proxy that says no address', true, proxied, {}, '127.0.0.1'],
  ] as const) {
    it(`counts ${name}`, async () => {
      const app = new Hono().get('/', (c) =>
        c.text(countedNetwork(c, { isSandbox, trustedProxies }) ?? 'none'),
      );
      const incoming = { socket: { remoteAddress: '127.0.0.1' } };
      const answer = await app.request('/', { headers }, { incoming });
      assert.equal(await answer.text(), network);
    });
  }
});

describe('addAddressOrRange()', () => {
  for (const text of [
    '',
    '10.0.0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/8',
    '/8',
    'proxy',
    '10.0.0.0/x',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(addAddressOrRange(new BlockList(), text), false);
    });
  }

  it('takes a range of everything', () => {
    assert.ok(listOf('0.0.0.0/0').check('203.0.113.9'));
  });
});
