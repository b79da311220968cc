import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface PageWatcherOptions {
  onShown: () => void;
  onLeft: () => void;
}

/** Tells when a page is left, and when one that was hidden or kept aside is looked at again. */
export class PageWatcher implements ReactiveController {
  readonly #options: PageWatcherOptions;

  constructor(host: ReactiveControllerHost, options: PageWatcherOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('pageshow', this.#handlePageShow);
    window.addEventListener('pagehide', this.#options.onLeft);
    document.addEventListener('visibilitychange', this.#handleVisibility);
  }

  hostDisconnected(): void {
    window.removeEventListener('pageshow', this.#handlePageShow);
    window.removeEventListener('pagehide', this.#options.onLeft);
    document.removeEventListener('visibilitychange', this.#handleVisibility);
  }

  #handlePageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#options.onShown();
  };

  #handleVisibility = (): void => {
    if (document.visibilityState === 'visible') this.#options.onShown();
  };
}
