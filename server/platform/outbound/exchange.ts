import type { Dispatcher } from 'undici';
import { ConnectionFailedError } from './connection-failure.ts';
import type { HttpHeaders } from './http-outcome.ts';

export interface Reply {
  status: number;
  headers: HttpHeaders;
  bytes: Buffer;
  /** The body has more than the limit, or broke off: what came of it is in `bytes`. */
  isCut: boolean;
}

export interface ExchangeOptions {
  /** Of the body; the connection is let go of when there is more. */
  maxBytes: number;
  /** Ends the exchange: with what has come, or by its reason while no status has. */
  signal: AbortSignal;
}

/**
 * Sends a request and takes its reply, without the stream that undici's `request()` reads it from:
 * a reply of a few kilobytes is there in one piece. Rejects when no status came, with a
 * ConnectionFailedError when nothing was sent.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  options: ExchangeOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Exchange(options, { resolve, reject }));
  });
}

interface Settle {
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #settle: Settle;
  readonly #onAbort = this.#cutOff.bind(this);
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #head: Pick<Reply, 'status' | 'headers'> | undefined;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(options: ExchangeOptions, settle: Settle) {
    this.#options = options;
    this.#settle = settle;
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    const { signal } = this.#options;
    if (signal.aborted) controller.abort(signal.reason);
  }

  onResponseStart(_controller: unknown, status: number, headers: HttpHeaders): void {
    // 100 Continue and 103 Early Hints come before the answer.
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    if (this.#length <= this.#options.maxBytes) return;
    this.#end(true);
    controller.abort(new RangeError('the reply is too long'));
  }

  onResponseEnd(): void {
    this.#end(false);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#end(true, error);
  }

  #cutOff(): void {
    const { reason } = this.#options.signal;
    // A request that still waits for a connection is taken back as soon as it gets one.
    const isWaiting = this.#controller === undefined;
    this.#end(true, isWaiting ? new ConnectionFailedError('no turn', { cause: reason }) : reason);
    this.#controller?.abort(reason);
  }

  /** The first end counts: a promise is settled once. */
  #end(isCut: boolean, error?: unknown): void {
    const { signal, maxBytes } = this.#options;
    signal.removeEventListener('abort', this.#onAbort);
    if (this.#head === undefined) {
      this.#settle.reject(error);
      return;
    }
    const [first] = this.#chunks;
    const bytes = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#settle.resolve({ ...this.#head, bytes: bytes.subarray(0, maxBytes), isCut });
  }
}
