import {
  BrokenCircuitError,
  type BulkheadPolicy,
  BulkheadRejectedError,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  handleWhenResult,
  SamplingBreaker,
} from 'cockatiel';
import { type HttpOutcome, isFailure, isUnauthorized } from './http-outcome.ts';

// Four failures in ten, once ten calls were made within five seconds.
const sampling = { threshold: 0.4, duration: 5_000, minimumRps: 2 };

/** Opens when too many calls fail, or at once when one of them shows that none can succeed. */
class FailureBreaker extends SamplingBreaker {
  #isHopeless = false;

  constructor() {
    super(sampling);
  }

  /** The failure that is counted next opens it. */
  openAtOnce(): void {
    this.#isHopeless = true;
  }

  override failure(state: CircuitState): boolean {
    const isHopeless = this.#isHopeless;
    this.#isHopeless = false;
    return super.failure(state) || isHopeless;
  }
}

const halfOpenAfterMs = 1_000;

const outOfTime: HttpOutcome = { kind: 'not_sent', reason: 'timeout' };
const breakerOpen: HttpOutcome = { kind: 'not_sent', reason: 'breaker_open' };

export interface CallGateLimits {
  /** Calls in flight, and calls that wait for one of them to end. */
  inFlight: number;
  queued: number;
}

/**
 * What every call of a client passes: the bulkhead, then the breaker. Only a probe tries a service
 * whose breaker is open: nothing else is sent meanwhile, and a call may take a minute.
 */
export class CallGate {
  readonly #bulkhead: BulkheadPolicy;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #failures = new FailureBreaker();
  #probing: Promise<void> | undefined;

  constructor({ inFlight, queued }: CallGateLimits) {
    this.#bulkhead = bulkhead(inFlight, queued);
    this.#breaker = circuitBreaker(
      handleWhenResult((result) => this.#isFailure(result)),
      {
        halfOpenAfter: halfOpenAfterMs,
        breaker: this.#failures,
      },
    );
  }

  /** The service failed too often: until a probe gets through, nothing else is sent. */
  get isOpen(): boolean {
    return this.#breaker.state !== CircuitState.Closed;
  }

  /**
   * Sends the probe, unless the breaker opened just now; whoever asks meanwhile shares it. Ends when
   * the breaker has closed or has opened again.
   */
  probe(send: () => Promise<HttpOutcome>): Promise<void> {
    this.#probing ??= this.#tryToClose(send).finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async pass(signal: AbortSignal, send: () => Promise<HttpOutcome>): Promise<HttpOutcome> {
    const call = { isSent: false };
    const mayWait = this.#bulkhead.executionSlots === 0;
    const guarded = this.#bulkhead.execute(() => {
      if (signal.aborted) return outOfTime;
      if (this.isOpen) return breakerOpen;
      return this.#breaker.execute(() => {
        call.isSent = true;
        return send();
      });
    });
    try {
      return await (mayWait ? Promise.race([guarded, outOfTimeUnsent(signal, call)]) : guarded);
    } catch (error) {
      if (error instanceof BulkheadRejectedError) return { kind: 'not_sent', reason: 'overloaded' };
      throw error;
    }
  }

  /** Asked right before the breaker counts the failure. */
  #isFailure(result: unknown): boolean {
    const outcome = result as HttpOutcome;
    if (isUnauthorized(outcome)) this.#failures.openAtOnce();
    return isFailure(outcome);
  }

  async #tryToClose(send: () => Promise<HttpOutcome>): Promise<void> {
    try {
      await this.#breaker.execute(send);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
    }
  }
}

/** A call that waits in the queue ends with its deadline; one that was sent says itself how. */
function outOfTimeUnsent(signal: AbortSignal, call: { isSent: boolean }): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    const settle = () => {
      if (!call.isSent) resolve(outOfTime);
    };
    if (signal.aborted) settle();
    else signal.addEventListener('abort', settle, { once: true });
  });
}
