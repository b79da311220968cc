import { BffError } from '../errors.ts';

/** How long one caller waits for the lender, whatever it is that has to be asked. */
export class Deadline {
  readonly #endsAt: number;

  /** @param ms from now */
  constructor(ms: number) {
    this.#endsAt = performance.now() + ms;
  }

  /** Whole milliseconds; 0 when it is used up. */
  get left(): number {
    return Math.max(0, Math.floor(this.#endsAt - performance.now()));
  }

  /**
   * Waits for work that may be done again: when the deadline has passed first it goes on, and its end
   * is nobody's concern. Rejects as the work does.
   * @throws BffError `lender_unavailable`
   */
  async wait<Result>(work: Promise<Result>): Promise<Result> {
    const done = await within(
      work.then((result) => ({ result })),
      this.left,
    );
    if (done === undefined) throw new BffError('lender_unavailable');
    return done.result;
  }
}

/**
 * Waits for work, but not longer than `ms`; the work goes on. Rejects as the work does.
 * @returns undefined when the time was over first
 */
export async function within<Result>(
  work: Promise<Result>,
  ms: number,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, timeIsOver]);
  } finally {
    clearTimeout(timer);
  }
}
