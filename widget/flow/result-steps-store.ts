import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Lazy } from '../load-lazy.ts';
import type { Timers } from './timers.ts';

const retryAfterMs = 5_000;

interface ResultStepsOptions {
  timers: Timers;
  /** All that has to be here before a step after the form can be drawn. */
  fetchSteps: () => Promise<Lazy>;
  onHere: (steps: Lazy) => void;
}

/** What comes after the form: fetched ahead, and once it is needed, until it is here. */
export class ResultStepsStore implements ReactiveController {
  current: Lazy | null = null;
  /** What is needed is out of reach; that it is tried again meanwhile changes nothing. */
  hasFailed = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: ResultStepsOptions;
  #isNeeded = false;
  #isFetching = false;
  #callOff = () => {};

  constructor(host: ReactiveControllerHost, options: ResultStepsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#isNeeded) void this.#fetch();
  }

  hostDisconnected(): void {
    this.#callOff();
  }

  /** Nobody is waiting yet: a failure is left to whoever asks next. */
  fetchAhead(): void {
    void this.#fetch();
  }

  need(): void {
    if (this.#isNeeded) return;
    this.#isNeeded = true;
    void this.#fetch();
  }

  /** The person asks for it again. */
  retry(): void {
    this.hasFailed = false;
    this.#callOff();
    void this.#fetch();
    this.#host.requestUpdate();
  }

  async #fetch(): Promise<void> {
    if (this.current !== null || this.#isFetching) return;
    this.#isFetching = true;
    try {
      const steps = await this.#options.fetchSteps();
      this.current = steps;
      this.hasFailed = false;
      this.#options.onHere(steps);
    } catch {
      if (this.#isNeeded) this.#fail();
    } finally {
      this.#isFetching = false;
    }
    this.#host.requestUpdate();
  }

  #fail(): void {
    this.#callOff = this.#options.timers.after(retryAfterMs, () => void this.#fetch());
    this.hasFailed = true;
  }
}
