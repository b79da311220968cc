import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { rawHttpServer, rawTcpServer } from '../helpers/raw-server.ts';
import { Connection, requestBytes } from './load/connection.ts';

const timeoutMs = 60_000;

describe('Connection', () => {
  it('sends one request after the other', async (t) => {
    const ports = new Set<number | undefined>();
    const { url } = await rawHttpServer(t, async (request, response) => {
      ports.add(request.socket.remotePort);
      const { 'x-kept': kept, host } = request.headers;
      const answer = Buffer.from(
        JSON.stringify([request.method, request.url, kept, await text(request)]),
      );
      response.writeHead(host === new URL(url).host ? 201 : 421, {
        'content-length': answer.length,
      });
      response.end(answer);
    });
    const connection = new Connection(url, timeoutMs);
    const request = {
      method: 'POST',
      path: '/a?b',
      headers: { 'x-kept': '1' },
      body: 'ä',
    } as const;
    for (const times of [1, 2, 3]) {
      const body = 'ä'.repeat(times);
      const answer = await connection.send(requestBytes(url, { ...request, body }));
      assert.deepEqual(answer, { status: 201, body: JSON.stringify(['POST', '/a?b', '1', body]) });
    }
    assert.equal(ports.size, 1);
    connection.close();
  });

  it('waits for all of an answer that comes in pieces', async (t) => {
    const pieces = ['HTTP/1.1 20', '0 OK\r\nContent-Length: 4\r\n', '\r\nwh', 'ol'];
    const { url } = await rawTcpServer(t, (socket) => {
      socket.setNoDelay();
      socket.on('data', async () => {
        for (const piece of pieces)
          await new Promise((resolve) => socket.write(piece, () => setImmediate(resolve)));
      });
    });
    const connection = new Connection(url, timeoutMs);
    const answer = await connection.send(requestBytes(url, { method: 'GET', path: '/' }));
    assert.deepEqual(answer, { status: 200, body: 'whol' });
    connection.close();
  });

  it('opens another after the last answer of one', async (t) => {
    const ports = new Set<number | undefined>();
    const { url } = await rawHttpServer(t, ({ socket }, response) => {
      ports.add(socket.remotePort);
      response.writeHead(429, { connection: 'close', 'content-length': 0 }).end();
    });
    const connection = new Connection(url, timeoutMs);
    const request = requestBytes(url, { method: 'GET', path: '/' });
    for (const _ of [1, 2]) assert.equal((await connection.send(request)).status, 429);
    assert.equal(ports.size, 2);
    connection.close();
  });

  it('tells of an answer whose end it does not know, of none, and of nobody there', async (t) => {
    const { url } = await rawHttpServer(t, (request, response) => {
      if (request.url === '/none') request.socket.destroy();
      else if (request.url === '/pieces') response.writeHead(200).end('in chunks');
    });
    const codeOf = (origin: string, path: string, withinMs = timeoutMs) =>
      new Connection(origin, withinMs).send(requestBytes(origin, { method: 'GET', path })).then(
        () => 'answered',
        ({ code }: NodeJS.ErrnoException) => code,
      );
    assert.equal(await codeOf(url, '/pieces'), 'UNREADABLE_ANSWER');
    assert.equal(await codeOf(url, '/none'), 'ECONNRESET');
    assert.equal(await codeOf(url, '/never', 50), 'ETIMEDOUT');
    assert.equal(await codeOf('http://127.0.0.1:1', '/'), 'ECONNREFUSED');
  });
});
