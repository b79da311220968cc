import { type CircuitState, SamplingBreaker } from 'cockatiel';

// Four failures in ten, once ten calls were made within five seconds.
const sampling = { threshold: 0.4, duration: 5_000, minimumRps: 2 };

/** Opens when too many calls fail, or at once when one of them shows that none can succeed. */
export class FailureBreaker extends SamplingBreaker {
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
