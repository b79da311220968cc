import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A Node server on a free port of 127.0.0.1, gone after the test. */
export async function rawHttpServer(
  t: TestContext,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}

/** A TCP server that does with each connection what it is told. */
export async function rawTcpServer(
  t: TestContext,
  handle: (socket: Socket) => void,
): Promise<{ url: string; port: number }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

/** Tells what its first client says to begin TLS, and hangs up. */
export async function tlsListener(
  t: TestContext,
): Promise<{ url: string; hello: Promise<Buffer> }> {
  const { promise: hello, resolve } = Promise.withResolvers<Buffer>();
  const { port } = await rawTcpServer(t, (socket) => {
    socket.once('data', (chunk) => {
      resolve(chunk);
      socket.destroy();
    });
  });
  return { url: `https://127.0.0.1:${port}`, hello };
}
