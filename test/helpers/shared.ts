/**
 * Something that test files of one process have in common: opened for the first that needs it, and
 * closed after the last.
 */
export class Shared<Value> {
  readonly #open: () => Promise<Value>;
  readonly #close: (value: Value) => Promise<void>;
  #users = 0;
  #opening: Promise<Value> | undefined;

  constructor(open: () => Promise<Value>, close: (value: Value) => Promise<void>) {
    this.#open = open;
    this.#close = close;
  }

  /** Before any test runs: from here on it stays open until this user has left as well. */
  join(): void {
    this.#users += 1;
  }

  async get(): Promise<Value> {
    this.#opening ??= this.#open();
    try {
      return await this.#opening;
    } catch (error) {
      // The next user tries again.
      this.#opening = undefined;
      throw error;
    }
  }

  async leave(): Promise<void> {
    this.#users -= 1;
    const opening = this.#opening;
    if (this.#users > 0 || opening === undefined) return;
    this.#opening = undefined;
    await this.#close(await opening);
  }
}
