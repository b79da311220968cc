import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Tells when a page that was hidden, or kept in the back/forward cache, is looked at again. */
export class PageWatcher implements ReactiveController {
  readonly #onShown: () => void;

  constructor(host: ReactiveControllerHost, onShown: () => void) {
    this.#onShown = onShown;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('pageshow', this.#handlePageShow);
    document.addEventListener('visibilitychange', this.#handleVisibility);
  }

  hostDisconnected(): void {
    window.removeEventListener('pageshow', this.#handlePageShow);
    document.removeEventListener('visibilitychange', this.#handleVisibility);
  }

  #handlePageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#onShown();
  };

  #handleVisibility = (): void => {
    if (document.visibilityState === 'visible') this.#onShown();
  };
}
