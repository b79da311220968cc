import { type ChildProcess, spawn } from 'node:child_process';
import { findExecutable } from '../../helpers/find-executable.ts';

/** System calls by which files and sockets are written. */
export type WritingCall =
  | 'pwrite64'
  | 'pwritev'
  | 'fsync'
  | 'fdatasync'
  | 'write'
  | 'writev'
  | 'sendto'
  | 'unlink';

/** strace counts no further. */
export const LAST_CALL = 65_535;

/** System calls that are written down, with the addresses of sockets, and pass. */
export interface Watch {
  calls: readonly WritingCall[];
}

/** What becomes of system calls: of the `nth` of a thread alone, or of all from it on. */
export interface Injection extends Watch {
  /** From 1. */
  nth: number;
  isOnwards?: boolean;
  /** Killed before the call is made; an error in its place; or the call, so much later. */
  effect: 'kill' | 'ENOSPC' | 'EIO' | { delayMs: number };
}

/** Why crash points cannot be had here, or false. */
export async function reasonToSkipStrace(): Promise<string | false> {
  return (await findExecutable(['strace'])) === undefined && 'no strace';
}

/** A command before another that is started with the injection, and keeps its own process id. */
export function tracer(injection: Injection, logFile: string): string[] {
  return ['strace', '-D', '-qq', '-o', logFile, ...rulesOf(injection)];
}

/** strace beside processes that run already. */
export class Tracer {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', resolve));
  }

  /** Resolves once it is attached to their first threads: those of Node run all of our code. */
  static async attach(
    pids: readonly number[],
    rules: Watch | Injection,
    { logFile }: { logFile: string },
  ): Promise<Tracer> {
    const processes = pids.flatMap((pid) => ['-p', String(pid)]);
    const child = spawn('strace', ['-o', logFile, ...rulesOf(rules), ...processes], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const tracing = new Tracer(child);
    const { stderr } = child;
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      stderr.on('data', (chunk: Buffer) => {
        printed += chunk;
        if ((printed.match(/ attached/g)?.length ?? 0) >= pids.length) resolve();
      });
      child.once('close', () => reject(new Error(`strace did not attach: ${printed}`)));
    });
    return tracing;
  }

  /** The process goes on without it. */
  async detach(): Promise<void> {
    this.#child.kill('SIGINT');
    await this.#ended;
  }
}

function rulesOf(rules: Watch | Injection): string[] {
  const names = rules.calls.join();
  const watch = ['-e', `trace=${names}`];
  if (!('effect' in rules)) return ['-yy', ...watch];
  const { nth, isOnwards = false, effect } = rules;
  const rule = `${names}:${ruleOf(effect)}:when=${nth}${isOnwards ? '+' : ''}`;
  return ['-y', ...watch, '-e', `inject=${rule}`];
}

function ruleOf(effect: Injection['effect']): string {
  if (typeof effect === 'object') return `delay_enter=${effect.delayMs * 1_000}`;
  return effect === 'kill' ? 'signal=SIGKILL' : `error=${effect}`;
}
