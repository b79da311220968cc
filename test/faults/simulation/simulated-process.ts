import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<SimulatedProcess>();

/** One life of a service, or the world around the services, which never ends. */
export class SimulatedProcess {
  readonly name: string;
  isDead = false;
  readonly #lastWishes = new Set<() => void>();

  constructor(name: string) {
    this.name = name;
  }

  /** Everything that comes of `work`, however late, belongs to this process. */
  run<T>(work: () => T): T {
    return running.run(this, work);
  }

  /** As after SIGKILL: no timer of it fires, nothing reaches it, and nobody hears of it. */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const wish of this.#lastWishes) wish();
    this.#lastWishes.clear();
  }

  /** @returns takes it back */
  onDeath(wish: () => void): () => void {
    this.#lastWishes.add(wish);
    return () => this.#lastWishes.delete(wish);
  }
}

const world = new SimulatedProcess('world');

/** Whose code is running. */
export function currentProcess(): SimulatedProcess {
  return running.getStore() ?? world;
}
