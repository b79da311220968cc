import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface DrawnScreen extends Element {
  updateComplete?: Promise<unknown>;
}

/**
 * Tells how high the content is, whenever that changes. Browsers observe no sizes in a frame that
 * nobody can see yet, so it is measured after each drawing as well.
 */
export class HeightReporter implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #report: (height: number) => void;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #reported = 0;

  constructor(host: ReactiveControllerHost & HTMLElement, report: (height: number) => void) {
    this.#host = host;
    this.#report = report;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdated(): void {
    void this.#measureDrawn();
  }

  async #measureDrawn(): Promise<void> {
    await this.#host.updateComplete;
    await this.#host.shadowRoot?.querySelector<DrawnScreen>('.screen')?.updateComplete;
    this.#measure();
  }

  #measure(): void {
    const height = Math.ceil(this.#host.getBoundingClientRect().height);
    if (height === this.#reported) return;
    this.#reported = height;
    this.#report(height);
  }
}
