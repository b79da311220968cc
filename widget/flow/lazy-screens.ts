import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Timers } from './timers.ts';

const retryAfterMs = 2_000;

/** Fetches the screens that come after the form, again and again where the network fails. */
export class LazyScreens implements ReactiveController {
  areHere = false;
  readonly #host: ReactiveControllerHost;
  readonly #timers: Timers;
  #isLoading = false;
  #callOff = () => {};

  constructor(host: ReactiveControllerHost, timers: Timers) {
    this.#host = host;
    this.#timers = timers;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#callOff();
  }

  async load(): Promise<void> {
    if (this.areHere || this.#isLoading) return;
    this.#isLoading = true;
    try {
      const { defineLaterScreens } = await import('./later-screens.ts');
      defineLaterScreens();
      this.areHere = true;
      this.#host.requestUpdate();
    } catch {
      this.#callOff = this.#timers.after(retryAfterMs, () => void this.load());
    } finally {
      this.#isLoading = false;
    }
  }
}
