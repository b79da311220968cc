import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { clientAddress } from '../../../../server/platform/http/client-address.ts';
import { listen } from '../../../../server/platform/http/listen.ts';

describe('listen()', () => {
  it('serves at the address it tells', async (t) => {
    const app = new Hono().get('/', (c) => c.text(clientAddress(c, 0)));
    const listening = await listen(app, { port: 0, hostname: '127.0.0.1' });
    t.after(() => listening.close());
    assert.equal(await (await fetch(listening.url)).text(), '127.0.0.1');
  });

  it('rejects when the port is taken', async (t) => {
    const listening = await listen(new Hono(), { port: 0 });
    t.after(() => listening.close());
    await assert.rejects(listen(new Hono(), { port: listening.port }), { code: 'EADDRINUSE' });
  });

  it('lets a running request end before it is closed', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const app = new Hono().get('/', async (c) => {
      started.resolve();
      await release.promise;
      return c.text('done');
    });
    const listening = await listen(app, { port: 0 });
    const answer = fetch(listening.url);
    await started.promise;
    const closed = listening.close();
    release.resolve();
    assert.equal(await (await answer).text(), 'done');
    await closed;
    await assert.rejects(fetch(listening.url));
  });

  it('cuts a client that sends its headers a byte at a time', { timeout: 8_000 }, async (t) => {
    const listening = await listen(new Hono(), { port: 0 });
    t.after(() => listening.close());
    const socket = connect(listening.port, 'localhost');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('a'), 100);
    t.after(() => clearInterval(drip));
    socket.resume();
    await once(socket, 'close');
  });
});
