import { BffError } from './errors.ts';

/** The event streams that are open, by the network of who reads them. */
export class OpenStreams {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a stream while it is read; no network, no limit.
   * @throws BffError `rate_limited` when the network has as many as it may
   */
  counted<Event>(
    network: string | undefined,
    stream: AsyncGenerator<Event>,
  ): AsyncGenerator<Event> {
    if (network === undefined) return stream;
    if (this.#countOf(network) >= this.#most) throw new BffError('rate_limited');
    return this.#whileRead(network, stream);
  }

  async *#whileRead<Event>(network: string, stream: AsyncGenerator<Event>): AsyncGenerator<Event> {
    this.#open.set(network, this.#countOf(network) + 1);
    try {
      yield* stream;
    } finally {
      const left = this.#countOf(network) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    }
  }

  #countOf(network: string): number {
    return this.#open.get(network) ?? 0;
  }
}
