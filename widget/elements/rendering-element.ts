import { render, type TemplateResult } from 'lit/html.js';

/** Names of the properties that are others than before, with what they were. */
export type Changes = ReadonlyMap<string, unknown>;

/** Shares the life of the element that it was added to. */
export interface Controller {
  hostConnected?(): void;
  hostDisconnected?(): void;
  hostUpdated?(): void;
}

export interface ControllerHost {
  addController(controller: Controller): void;
  requestUpdate(): void;
  readonly updateComplete: Promise<unknown>;
}

/**
 * An element that Lit's templates draw into its shadow root, again whenever a property has changed:
 * as much of `LitElement` as the flow and its screens use, in a quarter of its bytes. Updates come
 * together in a microtask, and none comes before the element has been connected.
 */
export abstract class RenderingElement extends HTMLElement implements ControllerHost {
  /** Names of the properties that are drawn from. */
  static readonly properties: readonly string[] = [];
  static readonly styles: readonly CSSStyleSheet[] = [];

  readonly renderRoot = this.attachShadow({ mode: 'open' });
  readonly #controllers: Controller[] = [];
  readonly #values = new Map<string, unknown>();
  #changes = new Map<string, unknown>();
  #isUpdateDue = false;
  #hasUpdated = false;
  #enableUpdates = (): void => {};
  #lastUpdate = new Promise<void>((resolve) => {
    this.#enableUpdates = resolve;
  });

  constructor() {
    super();
    const { properties, styles } = new.target as unknown as typeof RenderingElement;
    for (const name of properties) this.#watch(name, new.target.prototype);
    this.renderRoot.adoptedStyleSheets = [...styles];
    this.requestUpdate();
  }

  /** What the element shows. */
  protected abstract render(): TemplateResult;

  protected willUpdate(_changes: Changes): void {}
  protected firstUpdated(): void {}
  protected updated(_changes: Changes): void {}

  connectedCallback(): void {
    this.#enableUpdates();
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  disconnectedCallback(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  addController(controller: Controller): void {
    this.#controllers.push(controller);
    if (this.isConnected) controller.hostConnected?.();
  }

  /** Settles when what has been asked for so far is drawn. */
  get updateComplete(): Promise<unknown> {
    return this.#lastUpdate;
  }

  requestUpdate(): void {
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    this.#lastUpdate = this.#updateAfter(this.#lastUpdate);
  }

  async #updateAfter(lastUpdate: Promise<void>): Promise<void> {
    try {
      await lastUpdate;
    } catch {
      // It has said so itself, and this one may succeed.
    }
    const changes = this.#changes;
    try {
      this.willUpdate(changes);
      const content = this.render();
      this.#settle();
      render(content, this.renderRoot, { host: this });
    } catch (error) {
      this.#settle();
      throw error;
    }
    this.#notify(changes);
  }

  /** What changes from here on needs another update. */
  #settle(): void {
    this.#changes = new Map();
    this.#isUpdateDue = false;
  }

  #notify(changes: Changes): void {
    for (const controller of this.#controllers) controller.hostUpdated?.();
    const isFirst = !this.#hasUpdated;
    this.#hasUpdated = true;
    if (isFirst) this.firstUpdated();
    this.updated(changes);
  }

  #watch(name: string, prototype: object): void {
    if (name in prototype) return;
    Object.defineProperty(prototype, name, {
      get(this: RenderingElement) {
        return this.#values.get(name);
      },
      set(this: RenderingElement, value: unknown) {
        this.#set(name, value);
      },
    });
  }

  #set(name: string, value: unknown): void {
    const before = this.#values.get(name);
    if (Object.is(before, value)) return;
    this.#values.set(name, value);
    if (!this.#changes.has(name)) this.#changes.set(name, before);
    this.requestUpdate();
  }
}
