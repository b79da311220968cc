interface Reading {
  running: Promise<void>;
  next: Promise<void> | undefined;
}

/**
 * Reads of the lender, one at a time for each checkout. Who asks while one is running is served by
 * the next, since the running one may have looked before what it is asked about happened.
 */
export class SerialReads {
  readonly #readings = new Map<string, Reading>();

  read(checkoutId: string, work: () => Promise<void>): Promise<void> {
    const known = this.#readings.get(checkoutId);
    if (known === undefined) return this.#run(checkoutId, work);
    known.next ??= known.running.then(
      () => this.#run(checkoutId, work),
      () => this.#run(checkoutId, work),
    );
    return known.next;
  }

  #run(checkoutId: string, work: () => Promise<void>): Promise<void> {
    const reading: Reading = { running: work(), next: undefined };
    this.#readings.set(checkoutId, reading);
    const forget = () => {
      if (reading.next === undefined) this.#readings.delete(checkoutId);
    };
    reading.running.then(forget, forget);
    return reading.running;
  }
}
