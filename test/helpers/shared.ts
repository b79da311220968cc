/**
 * Something that test files of one process have in common: opened for the first that needs it, and
 * closed after the last.
 */
export class Shared<Value> {
  /** Those without a user that the next file may need; nothing where a file runs alone. */
  static #kept: Set<() => Promise<void>> | undefined;

  readonly #open: () => Promise<Value>;
  readonly #close: (value: Value) => Promise<void>;
  readonly #isForAll: boolean;
  #users = 0;
  #opening: Promise<Value> | undefined;
  readonly #end = async (): Promise<void> => {
    const opening = this.#opening;
    if (opening === undefined) return;
    this.#opening = undefined;
    await this.#close(await opening);
  };

  /** @param options.isForAll files that begin later may use it as well */
  constructor(
    open: () => Promise<Value>,
    close: (value: Value) => Promise<void>,
    { isForAll = false } = {},
  ) {
    this.#open = open;
    this.#close = close;
    this.#isForAll = isForAll;
  }

  /** Before the first file, where more of them follow: `closeKept` comes after the last. */
  static keepBetweenFiles(): void {
    Shared.#kept = new Set();
  }

  static async closeKept(): Promise<void> {
    const kept = [...(Shared.#kept ?? [])];
    Shared.#kept = undefined;
    await Promise.all(kept.map((end) => end()));
  }

  /** Before any test runs: from here on it stays open until this user has left as well. */
  join(): void {
    this.#users += 1;
    Shared.#kept?.delete(this.#end);
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
    if (this.#users > 0) return;
    if (this.#isForAll && Shared.#kept !== undefined) Shared.#kept.add(this.#end);
    else await this.#end();
  }
}
