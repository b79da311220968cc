import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { Hono } from 'hono';
import { type ListenOptions, listen } from '../../../../server/platform/http/listen.ts';

const app = new Hono().all('*', (c) => c.text('served'));

/** The status and the body of what is answered to lines of HTTP; `PORT` is the listener's. */
async function exchange(
  t: TestContext,
  options: Omit<ListenOptions, 'port'>,
  ...lines: string[]
): Promise<{ status: number; answer: string }> {
  const listening = await listen(app, { port: 0, ...options });
  t.after(() => listening.close(Promise.resolve()));
  const request = [...lines, 'Connection: close', '', ''].join('\r\n');
  const socket = connect(listening.port, options.address ?? '127.0.0.1');
  socket.write(request.replaceAll('PORT', String(listening.port)));
  const answer = await text(socket);
  return { status: Number(/^HTTP\/1\.\d (\d+)/.exec(answer)?.[1]), answer };
}

const hosts = {
  publicUrl: 'https://checkout.example',
  openPaths: ['/healthz'],
};
const onLoopback = { address: '127.0.0.1', hosts };
const everywhere = { hosts };

describe('listen(), by host', () => {
  const served: [string, Omit<ListenOptions, 'port'>, string[]][] = [
    ['its public host', onLoopback, ['GET / HTTP/1.1', 'Host: checkout.example']],
    ['its public host with the port', onLoopback, ['GET / HTTP/1.1', 'Host: checkout.example:443']],
    ['its public host in capitals', onLoopback, ['GET / HTTP/1.1', 'host: Checkout.Example']],
    ['its address', onLoopback, ['GET / HTTP/1.1', 'Host: 127.0.0.1:PORT']],
    ['localhost', onLoopback, ['GET / HTTP/1.1', 'Host: localhost:PORT']],
    ['localhost, by IPv6', onLoopback, ['GET / HTTP/1.1', 'Host: [::1]:PORT']],
    ['localhost, on all addresses', everywhere, ['GET / HTTP/1.1', 'Host: localhost:PORT']],
    ['HTTP/1.0 with a host', onLoopback, ['GET / HTTP/1.0', 'Host: localhost:PORT']],
    [
      'another address of loopback',
      { address: '127.0.0.2', hosts },
      ['GET / HTTP/1.1', 'Host: 127.0.0.2:PORT'],
    ],
    [
      'an own absolute target',
      onLoopback,
      ['GET http://localhost:PORT/ HTTP/1.1', 'Host: localhost:PORT'],
    ],
    ['any host at an open path', onLoopback, ['GET /healthz?full HTTP/1.1', 'Host: 10.0.0.7:8787']],
    ['no host at an open path', onLoopback, ['GET /healthz HTTP/1.0']],
  ];
  for (const [name, options, lines] of served) {
    it(`serves ${name}`, async (t) => {
      assert.equal((await exchange(t, options, ...lines)).status, 200);
    });
  }

  const refused: [string, string[]][] = [
    ['another name', ['GET / HTTP/1.1', 'Host: evil.example']],
    ['another name with the port', ['GET / HTTP/1.1', 'Host: evil.example:PORT']],
    ['a name that begins alike', ['GET / HTTP/1.1', 'Host: localhost.evil.example:PORT']],
    ['a name under its own', ['GET / HTTP/1.1', 'Host: x.checkout.example']],
    ['another port', ['GET / HTTP/1.1', 'Host: localhost:1']],
    ['no port', ['GET / HTTP/1.1', 'Host: localhost']],
    ['an empty host', ['GET / HTTP/1.1', 'Host:']],
    ['HTTP/1.0 without a host', ['GET / HTTP/1.0']],
    ['two hosts', ['GET / HTTP/1.1', 'Host: localhost:PORT', 'Host: evil.example']],
    ['the same host twice', ['GET / HTTP/1.1', 'Host: localhost:PORT', 'Host: localhost:PORT']],
    ['two hosts at an open path', ['GET /healthz HTTP/1.1', 'Host: a.example', 'Host: b.example']],
    ['a foreign absolute target', ['GET http://evil.example/ HTTP/1.1', 'Host: localhost:PORT']],
    ['a body for another name', ['POST / HTTP/1.1', 'Host: evil.example', 'Content-Length: 9']],
    ['an open path below another', ['GET /healthz/x HTTP/1.1', 'Host: evil.example']],
  ];
  for (const [name, lines] of refused) {
    it(`answers ${name} with 421 and its own address`, async (t) => {
      const { status, answer } = await exchange(t, onLoopback, ...lines);
      assert.equal(status, 421);
      assert.match(answer, /content-type: text\/plain/);
      assert.match(answer, /https:\/\/checkout\.example/);
      assert.doesNotMatch(answer, /served|evil/);
    });
  }

  it('answers 421 with the headers of every answer, with HSTS only at an https address [asvs:bff-headers]', async (t) => {
    for (const publicUrl of ['https://checkout.example', 'http://localhost:8787']) {
      const options = { address: '127.0.0.1', hosts: { publicUrl } };
      const { answer } = await exchange(t, options, 'GET / HTTP/1.1', 'Host: evil.example');
      const headers = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
      for (const header of [
        'cache-control: no-store',
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy: same-origin',
        'referrer-policy: no-referrer',
        'x-content-type-options: nosniff',
      ]) {
        assert.ok(headers.includes(header), header);
      }
      assert.equal(
        headers.includes('strict-transport-security: max-age=31536000; includeSubDomains'),
        publicUrl.startsWith('https:'),
      );
    }
  });

  it('serves any host where no host is given', async (t) => {
    const anyHost = ['GET / HTTP/1.1', 'Host: anything.example'];
    assert.equal((await exchange(t, {}, ...anyHost)).status, 200);
  });
});
