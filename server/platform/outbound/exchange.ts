import type { Dispatcher } from 'undici';

export type HttpHeaders = Record<string, string | string[] | undefined>;

/** Nothing was sent: no connection came about, or none was free in time. The cause says why. */
export class ConnectionFailedError extends Error {
  override readonly name = 'ConnectionFailedError';
}

export interface Reply {
  status: number;
  headers: HttpHeaders;
  bytes: Buffer;
  /** The body has more than the limit, or broke off: what came of it is in `bytes`. */
  isCut: boolean;
  /** It has more than the limit. */
  isTooLong: boolean;
}

export interface ExchangeOptions {
  /** Of the body; the connection is closed when there is more. */
  maxBytes: number;
  /** Cuts the exchange: once there is a status, what has come is the reply. */
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
    const running = new Exchange(options, { resolve, reject });
    if (!running.isOver) dispatcher.dispatch(request, running);
  });
}

interface Settle {
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

class Exchange implements Dispatcher.DispatchHandler {
  isOver = false;
  readonly #options: ExchangeOptions;
  readonly #settle: Settle;
  readonly #onAbort = this.#cutOff.bind(this);
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  #head: Pick<Reply, 'status' | 'headers'> | undefined;
  /** Set for good once the request may have been written, also where undici writes it again. */
  #controller: Dispatcher.DispatchController | undefined;

  constructor(options: ExchangeOptions, settle: Settle) {
    this.#options = options;
    this.#settle = settle;
    if (options.signal.aborted) this.#cutOff();
    else options.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici then writes nothing and keeps the connection, which an abort would close.
    if (this.isOver) throw new ConnectionFailedError('the time is over');
    this.#controller = controller;
  }

  onResponseStart(_controller: unknown, status: number, headers: HttpHeaders): void {
    // 100 Continue and 103 Early Hints come before the answer.
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.#add(chunk);
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
    this.#end(true, reason);
    this.#controller?.abort(reason);
  }

  /** Copies what comes after the first piece into room that doubles: pieces may be very small. */
  #add(chunk: Buffer): void {
    const length = this.#length + chunk.byteLength;
    if (this.#length === 0) {
      this.#bytes = chunk;
    } else {
      if (length > this.#bytes.byteLength) {
        const roomier = Buffer.allocUnsafe(2 * length);
        this.#bytes.copy(roomier, 0, 0, this.#length);
        this.#bytes = roomier;
      }
      chunk.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  #end(isCut: boolean, error?: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    const { signal, maxBytes } = this.#options;
    signal.removeEventListener('abort', this.#onAbort);
    if (this.#head === undefined) {
      this.#settle.reject(this.#failure(error));
      return;
    }
    const bytes = this.#bytes.subarray(0, Math.min(this.#length, maxBytes));
    this.#settle.resolve({ ...this.#head, bytes, isCut, isTooLong: this.#length > maxBytes });
  }

  #failure(cause: unknown): unknown {
    if (this.#controller !== undefined) return cause;
    return new ConnectionFailedError('nothing was sent', { cause });
  }
}
