import type { Clock } from '../platform/clock.ts';
import { hourMs } from '../platform/durations.ts';
import type { Logger } from '../platform/logging.ts';
import type { LenderObserver } from './lender/lender.ts';

type Oddity = Parameters<LenderObserver['noticed']>[0];

/**
 * Logs what of a lender's answers was not understood: each kind once an hour, since a lender that has
 * a word of its own says it in every answer.
 */
export class OddityLog {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #loggedAt = new Map<string, number>();

  constructor({ clock, log }: { clock: Clock; log: Logger }) {
    this.#clock = clock;
    this.#log = log;
  }

  note({ operation, field, kind }: Oddity): void {
    const key = `${operation} ${field} ${kind}`;
    const now = this.#clock.now();
    // A clock that was set back is no reason to be silent.
    if (Math.abs(now - (this.#loggedAt.get(key) ?? Number.NEGATIVE_INFINITY)) < hourMs) return;
    this.#loggedAt.set(key, now);
    this.#log.warn({ event: 'lender_oddity', kind, part: operation, reason: field });
  }
}
