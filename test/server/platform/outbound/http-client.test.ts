import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import {
  createHttpClient,
  type HttpClientOptions,
  type HttpRequest,
} from '../../../../server/platform/outbound/http-client.ts';
import { freePort } from '../../../helpers/free-ports.ts';
import { rawHttpServer, rawTcpServer, tlsListener } from '../../../helpers/raw-server.ts';

function clientFor(t: TestContext, options: Partial<HttpClientOptions> = {}) {
  const client = createHttpClient({
    random: () => 0,
    probe: () => ({ url: 'http://127.0.0.1:1/' }),
    ...options,
  });
  t.after(() => client.close());
  return client;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const post = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url,
  body: { amount: '8400.00' },
  ...more,
});

describe('createHttpClient()', () => {
  it('has a name looked up once at a time, for all who wait for it', async (t) => {
    const { url } = await rawHttpServer(t, (_request, response) => sendJson(response, 200, {}));
    const asked: Parameters<LookupFunction>[] = [];
    const client = clientFor(t, {
      lookup: (...call) => void asked.push(call),
      limits: { connectMs: 10 },
    });
    const { port } = new URL(url);
    const call = () => client.call(post(`http://lender.test:${port}/`));
    for (const outcome of await Promise.all([call(), call(), call()])) {
      assert.partialDeepStrictEqual(outcome, { kind: 'not_sent', reason: 'no_connection' });
    }
    const waiting = call();
    await new Promise((resume) => setImmediate(resume));
    assert.equal(asked.length, 1);
    for (const [, , answer] of asked) answer(null, [{ address: '127.0.0.1', family: 4 }]);
    assert.partialDeepStrictEqual(await waiting, { kind: 'answered', status: 200 });
  });

  it('sends JSON and answers with what came', async (t) => {
    const server = await rawHttpServer(t, (request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        const { method, url, headers } = request;
        sendJson(response, 201, { method, url, text, type: headers['content-type'] });
      });
    });
    const outcome = await clientFor(t).call(post(`${server.url}/a?b=c`));
    assert.partialDeepStrictEqual(outcome, {
      kind: 'answered',
      status: 201,
      body: {
        method: 'POST',
        url: '/a?b=c',
        text: '{"amount":"8400.00"}',
        type: 'application/json',
      },
    });
  });

  it('says who calls, and asks for an answer that is not compressed', async (t) => {
    const server = await rawHttpServer(t, ({ headers }, response) => {
      response.setHeader('content-encoding', 'identity');
      sendJson(response, 200, headers);
    });
    assert.partialDeepStrictEqual(await clientFor(t).call({ method: 'GET', url: server.url }), {
      kind: 'answered',
      body: { 'accept-encoding': 'identity', 'user-agent': 'soft-pull-checkout/1.0' },
    });
  });

  for (const [name, status, body, expected] of [
    ['a 4xx', 400, { detail: 'no' }, { kind: 'refused', status: 400, detail: 'no' }],
    ['a 503 with a detail', 503, { detail: 'later' }, { kind: 'refused', detail: 'later' }],
    ['a 503 without', 503, { error: 'x' }, { kind: 'unknown', reason: 'server_error' }],
    ['a 500 with a detail', 500, { detail: 'x' }, { kind: 'unknown', reason: 'server_error' }],
    [
      'a redirect [asvs:no-redirect]',
      302,
      {},
      { kind: 'unknown', reason: 'unexpected_status', status: 302 },
    ],
  ] as const) {
    it(`tells what ${name} means for a POST, which is sent once`, async (t) => {
      const server = await rawHttpServer(t, (_request, response) => {
        response.setHeader('location', 'http://127.0.0.1:1/');
        sendJson(response, status, body);
      });
      const outcome = await clientFor(t).call(post(server.url));
      assert.partialDeepStrictEqual(outcome, expected);
      assert.equal(server.requests(), 1);
    });
  }

  it('does not know what happened at a 503 whose detail may be a gateway’s', async (t) => {
    const server = await rawHttpServer(t, (_request, response) => {
      response.setHeader('content-type', 'application/problem+json; charset=utf-8');
      response.writeHead(503);
      response.end(JSON.stringify({ status: 503, detail: 'upstream request timeout' }));
    });
    const outcome = await clientFor(t).call(post(server.url));
    assert.deepEqual(outcome, { kind: 'unknown', reason: 'server_error', status: 503 });
  });

  it('takes the answer that comes behind early hints, in pieces', async (t) => {
    const server = await rawTcpServer(t, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n');
        socket.write('transfer-encoding: chunked\r\n\r\n');
        for (const piece of ['{"a"', ':', '1}']) {
          socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
        }
        socket.write('0\r\n\r\n');
      });
    });
    const outcome = await clientFor(t).call(post(server.url));
    assert.partialDeepStrictEqual(outcome, { kind: 'answered', status: 200, body: { a: 1 } });
  });

  it('sends nothing any more when its time is over before a connection is free', async (t) => {
    const held: ServerResponse[] = [];
    const areHeld = Promise.withResolvers<void>();
    const server = await rawHttpServer(t, (_request, response) => {
      if (held.push(response) === 2) areHeld.resolve();
      if (held.length > 2) sendJson(response, 200, {});
    });
    const client = clientFor(t, { limits: { connections: 2 } });
    const first = [client.call(post(server.url)), client.call(post(server.url))];
    await areHeld.promise;
    const waiting = await client.call(post(server.url, { totalMs: 50 }));
    assert.deepEqual(waiting, { kind: 'not_sent', reason: 'no_connection' });
    const last = client.call(post(server.url));
    for (const response of held) sendJson(response, 200, {});
    for (const outcome of await Promise.all([...first, last])) {
      assert.equal(outcome.kind, 'answered');
    }
    assert.equal(server.requests(), 3);
  });

  it('speaks HTTP/1.1 alone: an HTTP/2 connection that died would fail every call', async (t) => {
    const { url, protocols } = await tlsListener(t);
    await clientFor(t).call(post(url));
    assert.deepEqual(await protocols, ['http/1.1']);
  });

  it('knows that nothing was sent when there is no connection', async (t) => {
    const outcome = await clientFor(t).call(post(`http://127.0.0.1:${await freePort()}/`));
    assert.deepEqual(outcome, { kind: 'not_sent', reason: 'no_connection', code: 'ECONNREFUSED' });
  });

  it('does not know what happened when the connection breaks after the request', async (t) => {
    const server = await rawTcpServer(t, (socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    const outcome = await clientFor(t).call(post(server.url));
    assert.partialDeepStrictEqual(outcome, { kind: 'unknown', reason: 'connection_lost' });
  });

  it('does not know what happened when the answer breaks off', async (t) => {
    const server = await rawTcpServer(t, (socket) => {
      const head =
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n';
      socket.once('data', () => socket.end(`${head}{"a":`));
    });
    const outcome = await clientFor(t).call(post(server.url));
    assert.partialDeepStrictEqual(outcome, { kind: 'unknown', reason: 'unreadable_answer' });
  });

  it('does not take an answer that breaks off before its first byte for an empty one', async (t) => {
    const outcomeOf = async (length: number) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}`;
      const server = await rawTcpServer(t, (socket) => {
        socket.once('data', () => socket.end(`${head}\r\n\r\n`));
      });
      return clientFor(t).call(post(server.url));
    };
    const unreadable = { kind: 'unknown', reason: 'unreadable_answer', status: 200 };
    assert.deepEqual(await outcomeOf(99), unreadable);
    assert.deepEqual(await outcomeOf(0), { ...unreadable, isEmpty: true });
  });

  it('takes a 204 for an answer', async (t) => {
    const server = await rawHttpServer(t, (_request, response) => response.writeHead(204).end());
    assert.partialDeepStrictEqual(await clientFor(t).call(post(server.url)), {
      kind: 'answered',
      status: 204,
      body: null,
    });
  });

  for (const [name, head, body] of [
    ['HTML', 'content-type: text/html', '<html></html>'],
    ['truncated JSON', 'content-type: application/json', '{"a":'],
    ['a duplicate key', 'content-type: application/json', '{"a":1,"a":2}'],
    ['bad UTF-8', 'content-type: application/json', Buffer.from([0x22, 0xff, 0x22])],
    ['nothing', 'content-type: application/json', ''],
    ['a compressed body', 'content-type: application/json\r\ncontent-encoding: gzip', '{}'],
    ['more than the limit', 'content-type: application/json', `"${'x'.repeat(2_000_000)}"`],
  ] as const) {
    it(`counts a 200 with ${name} as unknown`, async (t) => {
      const server = await rawTcpServer(t, (socket) => {
        socket.once('data', () => {
          const length = Buffer.byteLength(body);
          socket.write(`HTTP/1.1 200 OK\r\n${head}\r\ncontent-length: ${length}\r\n\r\n`);
          socket.end(body);
        });
      });
      const outcome = await clientFor(t).call(post(server.url));
      assert.partialDeepStrictEqual(outcome, { kind: 'unknown', reason: 'unreadable_answer' });
    });
  }

  for (const [name, answer, begun] of [
    ['never answers', '', {}],
    [
      'stalls within the body',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{',
      { status: 200 },
    ],
    [
      'stalls within the body of a refusal',
      'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n\r\n{',
      {},
    ],
  ] as const) {
    it(`gives up on a service that ${name}`, async (t) => {
      const server = await rawTcpServer(t, (socket) => {
        socket.once('data', () => socket.write(answer));
      });
      const outcome = await clientFor(t).call(post(server.url, { totalMs: 2_000 }));
      assert.deepEqual(outcome, { kind: 'unknown', reason: 'timeout', ...begun });
    });
  }

  it('retries a GET twice and no more [asvs:call-retries]', async (t) => {
    let fails = 2;
    const server = await rawHttpServer(t, (_request, response) => {
      sendJson(response, fails > 0 ? 500 : 200, {});
      fails -= 1;
    });
    const get = { method: 'GET', url: server.url } as const;
    assert.equal((await clientFor(t).call(get)).kind, 'answered');
    assert.equal(server.requests(), 3);
    fails = 9;
    assert.equal((await clientFor(t).call(get)).kind, 'unknown');
    assert.equal(server.requests(), 6);
  });

  it('does not retry a 404', async (t) => {
    const server = await rawHttpServer(t, (_request, response) => sendJson(response, 404, {}));
    await clientFor(t).call({ method: 'GET', url: server.url });
    assert.equal(server.requests(), 1);
  });

  it('keeps its retries within a tenth of its calls once the first ten are used', async (t) => {
    let retries = 0;
    const failed = new Set<string>();
    const server = await rawHttpServer(t, ({ url = '' }, response) => {
      const isAgain = failed.has(url);
      if (isAgain) retries += 1;
      // Fewer than the breaker opens for.
      const fails = url.endsWith('0') && !isAgain;
      if (fails) failed.add(url);
      sendJson(response, fails ? 500 : 200, {});
    });
    const client = clientFor(t);
    const calls = 120;
    for (let call = 0; call < calls; call += 1) {
      // One in four.
      const url = `${server.url}/${call}${call % 4 === 0 ? '0' : '1'}`;
      await client.call({ method: 'GET', url });
    }
    assert.equal(failed.size, calls / 4);
    assert.ok(retries > 10 && retries <= 10 + calls / 10, `${retries} retries`);
  });

  it('queues a few calls and refuses the rest [asvs:call-queue]', async (t) => {
    const held: ServerResponse[] = [];
    const twoArrived = Promise.withResolvers<void>();
    const server = await rawHttpServer(t, (_request, response) => {
      held.push(response);
      if (held.length === 2) twoArrived.resolve();
      if (held.length > 2) sendJson(response, 200, {});
    });
    const client = clientFor(t, { limits: { inFlight: 2, queued: 1 } });
    const calls = [1, 2, 3].map(() => client.call(post(server.url)));
    const queuedTooLong = await client.call(post(server.url));
    assert.deepEqual(queuedTooLong, { kind: 'not_sent', reason: 'overloaded' });
    await twoArrived.promise;
    for (const response of held.slice(0, 2)) sendJson(response, 200, {});
    for (const outcome of await Promise.all(calls)) assert.equal(outcome.kind, 'answered');
  });

  it('says that nothing was sent when the time ran out in the queue', async (t) => {
    const server = await rawHttpServer(t, () => undefined);
    const client = clientFor(t, { limits: { inFlight: 1, queued: 1 } });
    const first = client.call(post(server.url, { totalMs: 2_000 }));
    const second = await client.call(post(server.url, { totalMs: 50 }));
    assert.deepEqual(second, { kind: 'not_sent', reason: 'timeout' });
    assert.deepEqual(await first, { kind: 'unknown', reason: 'timeout' });
    assert.equal(server.requests(), 1);
  });
});
