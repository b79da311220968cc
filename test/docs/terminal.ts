import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const printedWithinMs = 60_000;

export interface TerminalOptions {
  /** What bash runs; it reads commands from `type()` when absent. */
  script?: string;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** A shell in a process group of its own, and all that it has printed. */
export class Terminal {
  #printed = '';
  /** Nobody prints there any more. */
  #isClosed = false;
  #onNews: () => void = () => undefined;
  readonly #shell: ChildProcess;
  readonly #killWithTests = () => this.signal('SIGKILL');

  constructor({ script, cwd, env }: TerminalOptions) {
    const args = script === undefined ? [] : ['-c', script];
    this.#shell = spawn('bash', args, { cwd, env, detached: true });
    process.on('exit', this.#killWithTests);
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#printed += text;
        this.#onNews();
      });
    }
    this.#shell.once('close', () => {
      this.#isClosed = true;
      this.#onNews();
    });
  }

  get printed(): string {
    return this.#printed;
  }

  type(line: string): void {
    this.#shell.stdin?.write(`${line}\n`);
  }

  /** @returns what was printed, from there to the end of what is waited for */
  async read(pattern: RegExp, from = 0): Promise<string> {
    const deadline = AbortSignal.timeout(printedWithinMs);
    for (;;) {
      const text = this.#printed.slice(from);
      const found = pattern.exec(text);
      if (found !== null) return text.slice(0, found.index + found[0].length);
      assert.ok(
        !this.#isClosed && !deadline.aborted,
        `no ${pattern} in what was printed:\n${text}`,
      );
      await new Promise<void>((resolve) => {
        this.#onNews = resolve;
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  /** To the shell and to all that it has started. */
  signal(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#shell;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
  }

  /** As Ctrl+C, until nobody prints there any more. */
  async end(): Promise<void> {
    process.off('exit', this.#killWithTests);
    if (this.#isClosed) return;
    const closed = once(this.#shell, 'close');
    this.signal('SIGTERM');
    await closed;
  }
}
