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

/** Tells which protocols its first client offers to speak over TLS (RFC 7301), and hangs up. */
export async function tlsListener(
  t: TestContext,
): Promise<{ url: string; protocols: Promise<string[]> }> {
  const { promise: hello, resolve } = Promise.withResolvers<Buffer>();
  const { port } = await rawTcpServer(t, (socket) => {
    socket.once('data', (chunk) => {
      resolve(chunk);
      socket.destroy();
    });
  });
  return { url: `https://127.0.0.1:${port}`, protocols: hello.then(protocolsIn) };
}

const protocolsExtension = 16;

/** A client's hello has a thousand random bytes: a name that stands in it somewhere says nothing. */
function protocolsIn(hello: Buffer): string[] {
  let at = 43;
  const skip = (lengthBytes: number) => {
    at += lengthBytes + hello.readUIntBE(at, lengthBytes);
  };
  // The session, the ciphers, the compressions; behind the length of all extensions stands the first.
  for (const lengthBytes of [1, 2, 1]) skip(lengthBytes);
  for (at += 2; at < hello.length; skip(2)) {
    const type = hello.readUInt16BE(at);
    at += 2;
    if (type === protocolsExtension)
      return namesIn(hello.subarray(at + 4, at + 2 + hello.readUInt16BE(at)));
  }
  return [];
}

/** Each stands behind its length. */
function namesIn(list: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at < list.length; at += 1 + list.readUInt8(at)) {
    names.push(list.toString('latin1', at + 1, at + 1 + list.readUInt8(at)));
  }
  return names;
}
