import {
  type Answer,
  detail,
  gatewayPage,
  gatewayProblem,
  serverError,
  unavailable,
} from './rest-framework.ts';
import type { Operation } from './routes.ts';

/**
 * What happens to one call.
 * - `cut_before`: the connection breaks, and nothing has happened.
 * - `cut_after`: the lender acts, the connection breaks before its answer.
 * - `hold`: the lender acts, its answer waits for `release()` or `drop()`.
 * - an answer: it is given and nothing has happened; with `acts`, the lender has acted all the same.
 */
export type Trouble = 'cut_before' | 'cut_after' | 'hold' | (Answer & { readonly acts?: true });

/** Answers that a lender gives when it is not well. */
export const unwell = {
  conflict: detail(409, 'Another request is in progress.'),
  serverError,
  /** In place of a list. Unlike a 5xx, the breaker does not count it. */
  noList: { status: 200, body: { detail: 'Please try again later.' } },
  /** A gateway's, which does not know whether anything happened. */
  gateway: gatewayPage(503),
  gatewayProblem,
  /** The service's own: nothing happened. */
  unavailable,
} as const;

/** A change of what the lender would have said. */
type Rewriting = (body: unknown) => unknown;

/** What goes wrong with calls, by operation. */
export class Troubles {
  readonly #next = new Map<Operation, Trouble[]>();
  readonly #lasting = new Map<Operation, Trouble>();
  readonly #rewritings = new Map<Operation, Rewriting[]>();
  #gate = Promise.withResolvers<'release' | 'drop'>();
  #heldCount = 0;
  #onHeld: () => void = () => undefined;

  /** The next calls meet these, one each. */
  next(operation: Operation, ...troubles: Trouble[]): void {
    this.#next.set(operation, [...(this.#next.get(operation) ?? []), ...troubles]);
  }

  /** Every call meets this until `heal()`. */
  always(operation: Operation, trouble: Trouble): void {
    this.#lasting.set(operation, trouble);
  }

  /** From now on the bodies of its 2xx are changed, until `heal()`. */
  rewrite(operation: Operation, change: Rewriting): void {
    this.#rewritings.set(operation, [...(this.#rewritings.get(operation) ?? []), change]);
  }

  heal(): void {
    this.#next.clear();
    this.#lasting.clear();
    this.#rewritings.clear();
  }

  take(operation: Operation): Trouble | undefined {
    return this.#next.get(operation)?.shift() ?? this.#lasting.get(operation);
  }

  rewritten(operation: Operation, answer: Answer): Answer {
    if (answer.status >= 300) return answer;
    const changes = this.#rewritings.get(operation) ?? [];
    return { ...answer, body: changes.reduce((body, change) => change(body), answer.body) };
  }

  /** How an answer that is held ends. */
  hold(): Promise<'release' | 'drop'> {
    this.#heldCount += 1;
    this.#onHeld();
    return this.#gate.promise;
  }

  /** When so many answers are held. */
  async held(count: number): Promise<void> {
    while (this.#heldCount < count) {
      await new Promise<void>((resolve) => {
        this.#onHeld = resolve;
      });
    }
  }

  /** Lets the answers that are held go. */
  release(): void {
    this.#open('release');
  }

  /** Breaks the connections whose answers are held. */
  drop(): void {
    this.#open('drop');
  }

  #open(end: 'release' | 'drop'): void {
    this.#gate.resolve(end);
    this.#gate = Promise.withResolvers();
    this.#heldCount = 0;
  }
}
