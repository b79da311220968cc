import { connect, type Socket } from 'node:net';
import type { LoadRequest } from './load.ts';

/** A server closes what is idle for five seconds, and what is sent just then is lost. */
const longestIdleMs = 2_500;
/** Of all connections: what was read is copied before there is more. */
const readBuffer = Buffer.allocUnsafe(65_536);

export interface Answer {
  status: number;
  body: string;
}

/** A request as it travels. */
export function requestBytes(
  origin: string,
  { method, path, headers = {}, body }: LoadRequest,
): Buffer {
  const { host } = new URL(origin);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const fields = Object.entries({ host, connection: 'keep-alive', ...headers, ...length });
  const lines = [`${method} ${path} HTTP/1.1`, ...fields.map((field) => field.join(': '))];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/**
 * A connection that is kept open, for one request at a time. It takes half of the CPU of an HTTP client:
 * whoever sends shares the cores with what is measured. Answers have to say how long they are.
 */
export class Connection {
  readonly #address: { host: string; port: number };
  readonly #timeoutMs: number;
  #socket: Socket | null = null;
  #asked: PromiseWithResolvers<Answer> | null = null;
  #received: Buffer = Buffer.alloc(0);
  #usedAt = 0;

  constructor(origin: string, timeoutMs: number) {
    const { hostname, port } = new URL(origin);
    this.#address = { host: hostname, port: Number(port) };
    this.#timeoutMs = timeoutMs;
  }

  /** Sends what `requestBytes()` made. Rejects with an error that has a code. */
  send(request: Buffer): Promise<Answer> {
    if (performance.now() - this.#usedAt > longestIdleMs) this.close();
    this.#asked = Promise.withResolvers();
    this.#socket ??= this.#open();
    this.#socket.write(request);
    return this.#asked.promise;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    this.#received = Buffer.alloc(0);
    const fail = (code: string) => {
      if (this.#socket === socket) this.#fail(code);
    };
    const socket = connect({
      ...this.#address,
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (length, buffer) => {
          if (this.#socket === socket) this.#read(Buffer.from(buffer.subarray(0, length)));
          return true;
        },
      },
    });
    socket.setTimeout(this.#timeoutMs, () => fail('ETIMEDOUT'));
    socket.on('error', ({ code = 'ERROR' }: NodeJS.ErrnoException) => fail(code));
    socket.on('close', () => fail('ECONNRESET'));
    return socket;
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = answerIn(this.#received);
    if (answer === 'partial') return;
    if (answer === 'unreadable') return void this.#fail('UNREADABLE_ANSWER');
    this.#usedAt = performance.now();
    this.#received = Buffer.alloc(0);
    const { status, body, isLast } = answer;
    if (isLast) this.close();
    this.#asked?.resolve({ status, body });
    this.#asked = null;
  }

  #fail(code: string): void {
    this.close();
    this.#asked?.reject(Object.assign(new Error(code), { code }));
    this.#asked = null;
  }
}

/** The answer in what came, with whether it is the last one of its connection. */
function answerIn(received: Buffer): (Answer & { isLast: boolean }) | 'partial' | 'unreadable' {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return 'partial';
  const head = received.toString('latin1', 0, end);
  const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  const length = status === 204 ? '0' : /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) return 'unreadable';
  const start = end + '\r\n\r\n'.length;
  if (received.length < start + Number(length)) return 'partial';
  const body = received.toString('utf8', start, start + Number(length));
  return { status, body, isLast: /\r\nconnection: close/i.test(head) };
}
