import type { Socket } from 'node:net';

/** PostgreSQL sent nothing for as long as an answer may take, and its connection was given up. */
export class SilentServerError extends Error {
  override readonly name = 'SilentServerError';
  readonly code = 'ETIMEDOUT';
}

/**
 * Gives up a connection on which nothing comes for `ms` milliseconds while an answer is awaited:
 * the statements that wait fail with a SilentServerError. pg's `query_timeout` is a timer for each
 * statement and does not tell a busy process from a silent server; this is one timer a connection.
 */
export class SilenceWatch {
  readonly #socket: Socket;
  readonly #ms: number;
  readonly #isAnswerAwaited: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #bytesRead = 0;

  constructor(socket: Socket, ms: number, isAnswerAwaited: () => boolean) {
    this.#socket = socket;
    this.#ms = ms;
    this.#isAnswerAwaited = isAnswerAwaited;
    this.#timer = setTimeout(() => this.#look(), ms).unref();
    socket.once('close', () => clearTimeout(this.#timer));
  }

  /** Begins to wait, when a statement is sent while none was awaited. */
  restart(): void {
    this.#bytesRead = this.#socket.bytesRead;
    this.#timer.refresh();
  }

  #look(): void {
    // If this process stood still, the answer has come and is read before this runs.
    setImmediate(() => {
      if (!this.#isAnswerAwaited()) return;
      if (this.#socket.bytesRead > this.#bytesRead) this.restart();
      else
        this.#socket.destroy(new SilentServerError(`PostgreSQL sent nothing for ${this.#ms} ms`));
    });
  }
}
