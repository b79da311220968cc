import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import {
  type CallbackClientOptions,
  createCallbackClient,
} from '../../../../server/platform/outbound/callback-client.ts';
import { freePort } from '../../../helpers/free-ports.ts';
import { rawHttpServer, rawTcpServer, tlsListener } from '../../../helpers/raw-server.ts';

const headers = { authorization: 'Basic of-a-sponsor' };

function clientFor(t: TestContext, options: Partial<CallbackClientOptions> = {}) {
  const client = createCallbackClient({ allowedHosts: ['127.0.0.1'], ...options });
  t.after(() => client.close());
  return (url: string) => client.post({ url, body: '{"event_id":"1"}', headers });
}

type Lookup = NonNullable<CallbackClientOptions['lookup']>;
const resolvingTo =
  (...addresses: string[]): Lookup =>
  (_host, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all === true) callback(null, found);
    else callback(null, addresses[0] ?? '', 4);
  };

describe('createCallbackClient()', () => {
  it('posts JSON with the headers of the callback', async (t) => {
    const server = await rawHttpServer(t, (request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        const { method, url, headers } = request;
        response.end([method, url, headers.authorization, headers['content-type'], text].join('|'));
      });
    });
    const result = await clientFor(t)(`${server.url}/callbacks?x=1`);
    const reply = `POST|/callbacks?x=1|${headers.authorization}|application/json|{"event_id":"1"}`;
    assert.deepEqual(result, { kind: 'answered', status: 200, reply });
  });

  it('reaches a listener of 127.0.0.1 where localhost is ::1 first', async (t) => {
    const server = await rawHttpServer(t, (_request, response) => response.end());
    const post = clientFor(t, {
      allowedHosts: ['localhost'],
      lookup: resolvingTo('::1', '127.0.0.1'),
    });
    const url = server.url.replace('127.0.0.1', 'localhost');
    assert.partialDeepStrictEqual(await post(url), { status: 200 });
  });

  it('follows no redirect [asvs:no-redirect]', async (t) => {
    const target = await rawHttpServer(t, (_request, response) => response.end());
    const server = await rawHttpServer(t, (_request, response) =>
      response.writeHead(307, { location: target.url }).end(),
    );
    assert.partialDeepStrictEqual(await clientFor(t)(server.url), { status: 307 });
    assert.equal(target.requests(), 0);
  });

  it('keeps the first 64 KiB of a reply that does not end', async (t) => {
    const server = await rawHttpServer(t, (_request, response) => {
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', flood);
      flood();
    });
    const result = await clientFor(t)(server.url);
    assert.equal(result.kind === 'answered' && result.reply.length, 65_536);
  });

  it('counts an answer whose reply stalls', async (t) => {
    const server = await rawHttpServer(t, (_request, response) => {
      response.write('part');
    });
    const result = await clientFor(t, { totalMs: 1_000 })(server.url);
    assert.deepEqual(result, { kind: 'answered', status: 200, reply: 'part' });
  });

  it('fails by its time limit, a refused connection and a lost one', async (t) => {
    const silent = await rawTcpServer(t, () => undefined);
    const resetting = await rawTcpServer(t, (socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    const errorOf = async (url: string, options: Partial<CallbackClientOptions> = {}) => {
      const result = await clientFor(t, options)(url);
      return result.kind === 'failed' ? result.error : result.status;
    };
    assert.equal(await errorOf(silent.url, { totalMs: 100 }), 'timeout');
    assert.equal(await errorOf(`http://127.0.0.1:${await freePort()}/`), 'ECONNREFUSED');
    assert.match(String(await errorOf(resetting.url)), /ECONNRESET|UND_ERR_SOCKET/);
  });

  it('speaks HTTP/1.1 alone', async (t) => {
    const { url, protocols } = await tlsListener(t);
    await clientFor(t)(url);
    assert.deepEqual(await protocols, ['http/1.1']);
  });

  it('calls nobody on an address that is not public', async (t) => {
    const server = await rawHttpServer(t, (_request, response) => response.end());
    const post = clientFor(t, { allowedHosts: [] });
    const result = await post(server.url.replace('http:', 'https:').replace(/:\d+$/, ':8443'));
    assert.deepEqual(result, { kind: 'failed', error: 'address_not_public' });
  });

  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['8.8.8.8', '127.0.0.1'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
  ]) {
    it(`does not connect to a name that resolves to ${addresses.join(' and ')}`, async (t) => {
      const post = clientFor(t, { allowedHosts: [], lookup: resolvingTo(...addresses) });
      const result = await post('https://rebinding.example/');
      assert.deepEqual(result, { kind: 'failed', error: 'ERR_BLOCKED_ADDRESS' });
    });
  }

  for (const [what, answersIpv6] of [
    ['with an answer to each question', true],
    ['with none to that for IPv6', false],
  ] as const) {
    it(`does not connect to what DNS says of a name when that is not public: ${what}`, async (t) => {
      const server = createSocket('udp4');
      server.bind(0, '127.0.0.1');
      await once(server, 'listening');
      t.after(() => server.close());
      server.on('message', (question, from) => {
        const endOfName = question.indexOf(0, 12) + 1;
        const isIpv4 = question.readUInt16BE(endOfName) === 1;
        if (!isIpv4 && !answersIpv6) return;
        const reply = Buffer.from(question.subarray(0, endOfName + 4));
        // An answer without errors: one question, an answer or none.
        reply.set([0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0], 2);
        const loopback = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
        server.send(isIpv4 ? Buffer.concat([reply, loopback]) : reply, from.port, from.address);
      });
      const nameServers = [`127.0.0.1:${server.address().port}`];
      const client = createCallbackClient({ allowedHosts: [], nameServers });
      t.after(() => client.close());
      const result = await client.post({ url: 'https://hooks.example/', body: '{}', headers: {} });
      assert.deepEqual(result, { kind: 'failed', error: 'ERR_BLOCKED_ADDRESS' });
    });
  }

  it('asks DNS itself, and keeps nobody from the system’s resolver while it has no answer', async (t) => {
    const server = createSocket('udp4');
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const nameServers = [`127.0.0.1:${server.address().port}`];
    const client = createCallbackClient({ allowedHosts: [], totalMs: 200, nameServers });
    const asked = once(server, 'message');
    const hooks = Array.from({ length: 8 }, (_none, index) => `https://hooks-${index}.example/`);
    const posts = hooks.map((url) => client.post({ url, body: '{}', headers: {} }));
    await asked;
    await lookup('localhost');
    const results = await Promise.all(posts);
    assert.ok(results.every((each) => each.kind === 'failed' && each.error === 'timeout'));
    await client.close();
  });

  it('connects to the very address it checked [asvs:callback-address]', async (t) => {
    const asked: string[] = [];
    const lookup: Lookup = (host, options, callback) => {
      asked.push(host);
      return resolvingTo(asked.length === 1 ? '192.0.3.1' : '127.0.0.1')(host, options, callback);
    };
    const tried: string[] = [];
    const { connect } = Socket.prototype;
    function watched(this: Socket, ...call: Parameters<typeof connect>): Socket {
      this.once('connectionAttempt', (address: string) => {
        tried.push(address);
        // It is known by then: nobody has to answer there.
        setImmediate(() => this.destroy(new Error('tried')));
      });
      return connect.apply(this, call);
    }
    t.mock.method(Socket.prototype, 'connect', watched);
    const post = clientFor(t, { allowedHosts: [], lookup });
    const result = await post('https://rebinding.example:8443/');
    assert.equal(result.kind, 'failed');
    assert.deepEqual(asked, ['rebinding.example']);
    assert.deepEqual(tried, ['192.0.3.1']);
  });
});
