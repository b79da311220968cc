import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Checkout } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';
import { scheduleReconcile } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';
import { within } from './deadline.ts';

interface Call {
  readonly checkoutId: string;
  /**
   * Cleared when the call has ended: V8 keeps what a map held when its table was last replaced until a
   * full collection, and this leads to all of the checkout.
   */
  ended: Promise<Checkout> | undefined;
  /** Somebody has stopped waiting for it, and was answered that it goes on. */
  isLeft: boolean;
  /** How it ended is being written. */
  written: Promise<unknown> | undefined;
}

interface InFlightCallsOptions {
  database: Database<BffSchema>;
  clock: Clock;
  log: Logger;
  /** Milliseconds between one try to schedule a reconcile and the next. */
  pendingReconcileMs: number;
}

/**
 * Calls to the lender that this process has begun. They go on after their caller was answered. Each
 * has a key: its checkout's id, its charge's (`callKey`) or refund's, or a verb and an id, such as
 * `cancel <checkout id>`. The intent that is written before each call keeps it to one call per key at
 * a time.
 */
export class InFlightCalls {
  readonly #calls = new Map<string, Call>();
  readonly #pendingReconciles: PendingReconciles;
  readonly #log: Logger;

  constructor(options: InFlightCallsOptions) {
    this.#pendingReconciles = new PendingReconciles(options);
    this.#log = options.log;
  }

  /**
   * Begins the call whose intent is written. It ends with the checkout as it is then; its failure
   * reaches those who wait for it only. If its end cannot be written, a reconcile of the checkout is
   * scheduled as soon as the database takes writes: otherwise none is due for a day.
   */
  begin({ id, key }: { id: string; key: string }, call: () => Promise<Checkout>): void {
    const running: Call = {
      checkoutId: id,
      ended: this.#ended(id, call).finally(() => {
        running.ended = undefined;
        if (this.#calls.get(key) === running) this.#calls.delete(key);
      }),
      isLeft: false,
      written: undefined,
    };
    running.ended?.catch(() => undefined);
    this.#calls.set(key, running);
  }

  async #ended(checkoutId: string, call: () => Promise<Checkout>): Promise<Checkout> {
    try {
      return await call();
    } catch (error) {
      // A BffError says how the call ended, once that is written.
      if (!(error instanceof BffError)) {
        this.#log.error({ event: 'call_end_not_written', checkout_id: checkoutId, error });
        this.#pendingReconciles.add(checkoutId);
      }
      throw error;
    }
  }

  has(key: string): boolean {
    return this.#calls.has(key);
  }

  /** True if there is one of any of these checkouts, whatever its key. */
  hasOf(checkoutIds: ReadonlySet<string>): boolean {
    return [...this.#calls.values()].some(({ checkoutId }) => checkoutIds.has(checkoutId));
  }

  /**
   * Waits until the call has ended or the time is over. Rejects as the call does.
   * @returns the checkout as the call left it; undefined if there is none or it goes on
   */
  async wait(key: string, ms: number): Promise<Checkout | undefined> {
    const call = this.#calls.get(key);
    if (call?.ended === undefined) return undefined;
    const checkout = await within(call.ended, ms);
    if (checkout !== undefined) return checkout;
    call.isLeft = true;
    // Otherwise it would be answered that the call goes on, beside an end that does not know of it.
    await call.written?.catch(() => undefined);
    return undefined;
  }

  /**
   * Writes how the call has ended. Who stops waiting for it meanwhile reads what was written.
   * @param write is told whether somebody was answered that the call goes on
   */
  async writeEnd(key: string, write: (isLeft: boolean) => Promise<unknown>): Promise<void> {
    const call = this.#calls.get(key);
    const written = write(call?.isLeft ?? false);
    if (call) call.written = written;
    await written;
  }

  /** Until all calls have ended, well or not. */
  async drain(): Promise<void> {
    await Promise.allSettled([...this.#calls.values()].map(({ ended }) => ended));
  }

  /** Reconciles that are still pending are found at the next start, as calls of a dead process are. */
  stop(): void {
    this.#pendingReconciles.stop();
  }
}

/**
 * Checkouts whose reconcile the database could not take, as on a full disk. This process keeps their
 * ids and tries again until it can.
 */
class PendingReconciles {
  readonly #options: InFlightCallsOptions;
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: InFlightCallsOptions) {
    this.#options = options;
  }

  add(checkoutId: string): void {
    const isFirst = this.#ids.size === 0;
    this.#ids.add(checkoutId);
    if (isFirst) this.#tryLater();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #tryLater(): void {
    if (this.#isStopped) return;
    const { pendingReconcileMs } = this.#options;
    this.#timer = setTimeout(() => void this.#scheduleAll(), pendingReconcileMs).unref();
  }

  async #scheduleAll(): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      for (const id of this.#ids) {
        await database.transaction((tx) => scheduleReconcile(tx, id, clock.now()));
        this.#ids.delete(id);
        log.info({ event: 'reconcile_scheduled', checkout_id: id });
      }
    } catch {
      // Why the database takes nothing was logged with the call; the others would fail the same way.
      this.#tryLater();
    }
  }
}
