import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { clientAddress, noProxies } from '../../../../server/platform/http/client-address.ts';
import { listen } from '../../../../server/platform/http/listen.ts';

/** Nobody wakes whoever waits in it. */
const waitingRoom = new Int32Array(new SharedArrayBuffer(4));

/** Resolves when the server has taken the connection. */
async function connectTo(port: number): Promise<Socket> {
  const taken = Promise.withResolvers<void>();
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    if (socket.localPort === port) taken.resolve();
  };
  subscribe('net.server.socket', note);
  const connection = connect(port, '127.0.0.1');
  await taken.promise;
  unsubscribe('net.server.socket', note);
  return connection;
}

/** Says when it is asked, and answers `done` once it is let go. */
function heldApp() {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const app = new Hono().get('/', async (c) => {
    started.resolve();
    await release.promise;
    return c.text('done');
  });
  return { app, started, release };
}

describe('listen()', () => {
  it('serves at the address it tells', async (t) => {
    const app = new Hono().get('/', (c) => c.text(clientAddress(c, noProxies)));
    const listening = await listen(app, { port: 0, address: '127.0.0.1' });
    t.after(() => listening.close());
    assert.equal(await (await fetch(listening.url)).text(), '127.0.0.1');
  });

  it('asks the app for what is not answered early', async (t) => {
    const app = new Hono().post('/', async (c) => c.text(await c.req.text()));
    const listening = await listen(app, {
      port: 0,
      hosts: { publicUrl: 'http://service.example' },
      answerEarly: ({ headers }, response) => {
        if (headers.authorization !== undefined) return false;
        response.writeHead(429).end();
        return true;
      },
    });
    t.after(() => listening.close());
    const send = (headers: Record<string, string>) =>
      fetch(listening.url, { method: 'POST', body: 'of the app', headers });
    assert.equal((await send({})).status, 429);
    assert.equal(await (await send({ authorization: 'any' })).text(), 'of the app');
    const misdirected = get(listening.url, { headers: { host: 'other.example' } });
    const [refused] = (await once(misdirected, 'response')) as [IncomingMessage];
    assert.equal(refused.resume().statusCode, 421);
  });

  it('rejects when the port is taken', async (t) => {
    const listening = await listen(new Hono(), { port: 0 });
    t.after(() => listening.close());
    await assert.rejects(listen(new Hono(), { port: listening.port }), { code: 'EADDRINUSE' });
  });

  it('takes many connections in a turn of the event loop', {
    skip: process.platform !== 'linux',
  }, async (t) => {
    const listening = await listen(new Hono(), { port: 0, address: '127.0.0.1' });
    t.after(() => listening.close());
    const clients = 128;
    let taken = 0;
    const count = () => {
      taken += 1;
    };
    subscribe('http.server.request.start', count);
    t.after(() => unsubscribe('http.server.request.start', count));
    for (let client = 0; client < clients; client += 1) {
      const socket = connect(listening.port, '127.0.0.1');
      socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').resume();
    }
    let turns = 0;
    while (taken < clients) {
      const before = taken;
      await nextTurn();
      // A turn in which none has come yet says nothing.
      if (taken > before) turns += 1;
    }
    assert.ok(turns < clients / 2, `${turns} turns`);
  });

  it('lets a running request end before it is closed', async () => {
    const { app, started, release } = heldApp();
    const listening = await listen(app, { port: 0 });
    const answer = fetch(listening.url);
    await started.promise;
    const closed = listening.close();
    release.resolve();
    const response = await answer;
    assert.equal(response.headers.get('connection'), 'close');
    assert.equal(await response.text(), 'done');
    await closed;
    await assert.rejects(fetch(listening.url));
  });

  it('does not wait for who has connected and asks for nothing', { timeout: 5_000 }, async (t) => {
    const listening = await listen(new Hono(), { port: 0, address: '127.0.0.1' });
    const silent = await connectTo(listening.port);
    t.after(() => silent.destroy());
    await listening.close(new Promise(() => undefined));
  });

  it('answers who has connected before it is closed and asks after that', async (t) => {
    const app = new Hono().get('/', (c) => c.text('done'));
    const listening = await listen(app, { port: 0, address: '127.0.0.1' });
    const silent = await connectTo(listening.port);
    t.after(() => silent.destroy());
    const closed = listening.close();
    silent.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = await once(silent, 'data');
    assert.match(String(answer), /^HTTP\/1.1 200 .*\r\nconnection: close\r\n.*done$/is);
    await closed;
  });

  it('cuts nobody for that who has asked, or has connected less than a second ago', {
    timeout: 5_000,
  }, async (t) => {
    const { app, started, release } = heldApp();
    const listening = await listen(app, { port: 0, address: '127.0.0.1' });
    const connections: Socket[] = [];
    t.after(() => connections.map((each) => each.destroy()));
    const connected = async () => {
      const connection = await connectTo(listening.port);
      connections.push(connection);
      return connection;
    };
    const silent = await connected();
    const running = await connected();
    running.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await started.promise;
    const now = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => now() + 1_000);
    const late = await connected();
    const closed = listening.close(new Promise(() => undefined));
    await once(silent.resume(), 'close');
    const answers = Promise.all([running, late].map((each) => once(each, 'data')));
    late.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    release.resolve();
    for (const [answer] of await answers) assert.match(String(answer), /done$/);
    await closed;
  });

  it('ends a connection together with the stream on it', { timeout: 4_000 }, async (t) => {
    const release = Promise.withResolvers<void>();
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('began')),
      pull: async (controller) => {
        await release.promise;
        controller.close();
      },
    });
    const app = new Hono().get('/', (c) => c.body(stream));
    const listening = await listen(app, { port: 0, address: '127.0.0.1' });
    const reader = await connectTo(listening.port);
    t.after(() => reader.destroy());
    const began = Promise.withResolvers<void>();
    reader.on('data', (data) => {
      if (String(data).includes('began')) began.resolve();
    });
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await began.promise;
    // Without the sweep, nothing else ends it for seconds.
    t.mock.timers.enable({ apis: ['setInterval'] });
    const closed = listening.close(new Promise(() => undefined));
    release.resolve();
    await closed;
  });

  it('cuts a request that still runs at the deadline', { timeout: 5_000 }, async () => {
    const started = Promise.withResolvers<void>();
    const app = new Hono().get('/', async () => {
      started.resolve();
      return new Promise<Response>(() => undefined);
    });
    const listening = await listen(app, { port: 0 });
    const answer = assert.rejects(fetch(listening.url));
    await started.promise;
    await listening.close(Promise.resolve());
    await answer;
  });
});

// At the same time, since each of them waits for seconds.
describe('listen(), over time', { concurrency: true }, () => {
  it('cuts a client that sends its headers a byte at a time [asvs:slow-client]', {
    timeout: 20_000,
  }, async (t) => {
    const listening = await listen(new Hono(), { port: 0 });
    t.after(() => listening.close());
    const socket = connect(listening.port, 'localhost');
    // The cut may reach the client as a reset, which `once()` would reject with.
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('a'), 100);
    t.after(() => clearInterval(drip));
    socket.resume();
    await cut;
  });

  it('answers a request that came while the process stood still for 5 seconds', async (t) => {
    const app = new Hono().get('/', (c) => c.text('late'));
    const listening = await listen(app, { port: 0 });
    t.after(() => listening.close());
    const standStill = (message: unknown) => {
      const { socket } = message as { socket: Socket };
      if (socket.localPort === listening.port) Atomics.wait(waitingRoom, 0, 0, 5_000);
    };
    subscribe('net.server.socket', standStill);
    t.after(() => unsubscribe('net.server.socket', standStill));
    // Not by fetch(), which asks again after a 408.
    const [answer] = (await once(get(listening.url), 'response')) as [IncomingMessage];
    assert.equal(answer.resume().statusCode, 200);
  });
});
