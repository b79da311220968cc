import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Timers } from './timers.ts';

const retryAfterMs = 2_000;

/** Fetches what comes after the form, again and again where the network fails. */
export class LazyScreens implements ReactiveController {
  areHere = false;
  readonly #host: ReactiveControllerHost;
  readonly #timers: Timers;
  readonly #loadStrings: () => Promise<void>;
  #isLoading = false;
  #callOff = () => {};

  constructor(host: ReactiveControllerHost, timers: Timers, loadStrings: () => Promise<void>) {
    this.#host = host;
    this.#timers = timers;
    this.#loadStrings = loadStrings;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#callOff();
  }

  async load(): Promise<void> {
    if (this.areHere || this.#isLoading) return;
    this.#isLoading = true;
    try {
      const [{ defineLaterScreens }] = await Promise.all([
        import('./later-screens.ts'),
        this.#loadStrings(),
      ]);
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
