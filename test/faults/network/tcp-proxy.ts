import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../fuzz/random.ts';
import type { Fault, Trouble } from './troubles.ts';

/** A request as it came over the wire. */
export interface PassingCall {
  /** `POST /path` */
  name: string;
  /** Head and body. */
  text: string;
}

export interface TcpProxy {
  url: string;
  close(): Promise<void>;
}

export interface MetTrouble extends Pick<Trouble, 'fault' | 'phase'> {
  random: Random;
}

export interface TcpProxyOptions {
  /** The server's URL, as soon as there is a request. */
  target: () => string;
  /** What it is asked as: its `Host`. */
  host?: string;
  /** What becomes of a call, if anything. */
  troubleOf: (call: PassingCall) => MetTrouble | undefined;
}

const shortestLatencyMs = 500;
const mostLatencyMs = 7_000;
const slowCloseMs = 4_000;
const bytesASecond = 300;
const trickleMs = 50;
const mostSlice = 24;
const lengthHeader = /^content-length: *(\d+)/im;

/**
 * Stands between two of our services, reads the bytes of each request, and lets some meet trouble.
 * One connection to the server for each request; the answer's bytes pass as they are.
 */
export async function startTcpProxy({
  target,
  host,
  troubleOf,
}: TcpProxyOptions): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const open = () => {
    const { hostname, port } = new URL(target());
    return keep(connect(Number(port), hostname));
  };

  const serve = async (client: Socket): Promise<void> => {
    const request = await readRequest(client);
    if (request === undefined) return void client.destroy();
    const [line = ''] = request.toString('latin1').split('\r\n', 1);
    const name = line.split(' ', 2).join(' ');
    const met = troubleOf({ name, text: request.toString() });
    const call = new Call({ client, open, request: addressed(request, host) });
    if (met === undefined) await call.pass();
    else await call.meet(met);
  };

  const server = createServer((socket) => {
    serve(keep(socket)).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

/** One request of a client, which meets its trouble. */
class Call {
  readonly #client: Socket;
  readonly #open: () => Socket;
  readonly #request: Buffer;

  constructor(given: { client: Socket; open: () => Socket; request: Buffer }) {
    this.#client = given.client;
    this.#open = given.open;
    this.#request = given.request;
  }

  async pass(): Promise<void> {
    this.#client.end(await this.#askWith(this.#request));
  }

  async meet({ fault, phase, random }: MetTrouble): Promise<void> {
    if (phase === 'request') return this.#meetInRequest(fault, random);
    const answer = await this.#askWith(this.#request);
    if (fault === 'duplicate' && phase === 'effect') {
      // The server hears it again, and that is what the client is told.
      return void this.#client.end(await this.#askWith(this.#request));
    }
    // In the head, or in the middle of the body.
    const body = answer.indexOf('\r\n\r\n') + 4;
    const from = phase === 'effect' ? 0 : body + Math.floor((answer.length - body) / 2);
    await deliver(this.#client, answer, { fault, from, random });
  }

  async #meetInRequest(fault: Fault, random: Random): Promise<void> {
    const request = this.#request;
    switch (fault) {
      case 'latency':
        await sleep(latency(random));
        return this.pass();
      case 'duplicate': {
        const [first] = await Promise.all([this.#askWith(request), this.#askWith(request)]);
        return void this.#client.end(first);
      }
      case 'reset':
        return void this.#client.resetAndDestroy();
      case 'close':
        return void this.#client.end();
      case 'slow_close':
        await sleep(slowCloseMs);
        return void this.#client.end();
      case 'black_hole':
        return undefined;
      case 'gateway':
        return void this.#client.end(gatewayPage(random));
      case 'truncation':
      case 'wrong_length':
      case 'garbage':
      case 'bandwidth':
      case 'slices': {
        const upstream = this.#open();
        const answered = readAll(upstream);
        await deliver(upstream, request, { fault, from: 0, random });
        return void this.#client.end(await answered);
      }
    }
  }

  /** Sends a request over a connection of its own. @returns the bytes of the answer */
  async #askWith(request: Buffer): Promise<Buffer> {
    const upstream = this.#open();
    const answered = readAll(upstream);
    upstream.write(request);
    return answered;
  }
}

/** Writes bytes with a fault from one of them on, and ends the connection as the fault has it. */
async function deliver(
  socket: Socket,
  bytes: Buffer,
  { fault, from, random }: { fault: Fault; from: number; random: Random },
): Promise<void> {
  const rest = bytes.subarray(from);
  const isAnswer = bytes.subarray(0, 5).toString() === 'HTTP/';
  const end = () => (isAnswer ? void socket.end() : undefined);
  if (!['wrong_length', 'truncation', 'garbage'].includes(fault))
    socket.write(bytes.subarray(0, from));
  switch (fault) {
    case 'latency':
      await sleep(latency(random));
      socket.write(rest);
      return end();
    case 'bandwidth':
      await trickle(socket, rest, () => Math.ceil((bytesASecond * trickleMs) / 1_000), trickleMs);
      return end();
    case 'slices':
      await trickle(socket, rest, () => 1 + random.below(mostSlice), 1);
      return end();
    case 'reset':
      // What was written has to be on its way before.
      await sleep(trickleMs);
      return void socket.resetAndDestroy();
    case 'black_hole':
      return;
    case 'close':
      return void socket.end();
    case 'slow_close':
      socket.write(rest);
      await sleep(slowCloseMs);
      return end();
    case 'truncation': {
      const short = bytes.subarray(0, from + Math.floor(rest.length / 2));
      // Now and then what says how long it is has been set right, as by a proxy that cut it.
      return void socket.end(random.chance(0.5) ? short : withLength(short, 0));
    }
    case 'garbage':
      socket.write(scrambled(bytes, from, random));
      return end();
    case 'wrong_length':
      // Nothing is less than no body.
      socket.write(withLength(bytes, random.chance(0.5) || !hasBody(bytes) ? 37 : -11));
      return end();
    case 'duplicate':
      socket.write(rest);
      socket.write(bytes);
      return end();
    case 'gateway':
      socket.write(gatewayPage(random));
      return void socket.end();
  }
}

async function trickle(
  socket: Socket,
  bytes: Buffer,
  size: () => number,
  pauseMs: number,
): Promise<void> {
  for (let at = 0; at < bytes.length && !socket.destroyed; ) {
    const end = at + size();
    socket.write(bytes.subarray(at, end));
    at = end;
    await sleep(pauseMs);
  }
}

/** A stretch of the body, or of all there is without one, is other bytes. */
function scrambled(bytes: Buffer, from: number, random: Random): Buffer {
  const other = Buffer.from(bytes);
  const body = bytes.indexOf('\r\n\r\n') + 4;
  const first =
    from === 0 && random.chance(0.5) ? 0 : Math.min(Math.max(from, body), bytes.length - 1);
  const end = Math.min(bytes.length, first + 20 + random.below(200));
  for (let at = first; at < end; at += 1) other[at] = 128 + random.below(128);
  return other;
}

function hasBody(bytes: Buffer): boolean {
  return !bytes.toString('latin1').endsWith('\r\n\r\n');
}

/** The length that the head says, or that it says now, becomes that of the body, and so much more. */
function withLength(bytes: Buffer, more: number): Buffer {
  const body = bytes.indexOf('\r\n\r\n') + 4;
  const head = bytes.subarray(0, body).toString('latin1');
  const length = `content-length: ${Math.max(0, bytes.length - body + more)}`;
  const changed = lengthHeader.test(head)
    ? head.replace(lengthHeader, length)
    : head.replace(/\r\n$/, `${length}\r\n\r\n`);
  return Buffer.concat([Buffer.from(changed, 'latin1'), bytes.subarray(body)]);
}

function gatewayPage(random: Random): string {
  const status = random.pick(['502 Bad Gateway', '503 Service Unavailable', '504 Gateway Timeout']);
  const page = `<html><h1>${status}</h1></html>`;
  return `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\nconnection: close\r\n\r\n${page}`;
}

function latency(random: Random): number {
  return shortestLatencyMs + random.below(mostLatencyMs);
}

/** One request, by its length; undefined when the connection ended before. */
async function readRequest(client: Socket): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    client.once('close', () => resolve(undefined));
    client.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const read = Buffer.concat(chunks);
      const body = read.indexOf('\r\n\r\n') + 4;
      if (body < 4) return;
      const length = Number(lengthHeader.exec(read.subarray(0, body).toString('latin1'))?.[1] ?? 0);
      if (read.length >= body + length) resolve(read);
    });
  });
}

/** All that a server sends until it closes; what has come when the connection breaks. */
async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('close', () => resolve(Buffer.concat(chunks)));
  });
}

/** The same request for the server itself, which closes the connection after its answer. */
function addressed(request: Buffer, host: string | undefined): Buffer {
  const body = request.indexOf('\r\n\r\n') + 4;
  const head = request
    .subarray(0, body)
    .toString('latin1')
    .replace(/^host: .*$/im, (own) => (host === undefined ? own : `host: ${host}`))
    .replace(/^connection: .*\r\n/im, '')
    .replace(/\r\n\r\n$/, '\r\nconnection: close\r\n\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), request.subarray(body)]);
}
