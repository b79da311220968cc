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

/** What becomes of system calls: of the `nth` of a thread alone, or of all from it on. */
export interface Injection {
  calls: readonly WritingCall[];
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
  return ['strace', '-D', '-qq', '-y', '-o', logFile, ...rulesOf(injection)];
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
    injection: Injection,
    { logFile }: { logFile: string },
  ): Promise<Tracer> {
    const processes = pids.flatMap((pid) => ['-p', String(pid)]);
    const child = spawn('strace', ['-y', '-o', logFile, ...rulesOf(injection), ...processes], {
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

function rulesOf({ calls, nth, isOnwards = false, effect }: Injection): string[] {
  const names = calls.join();
  const rule = `${names}:${ruleOf(effect)}:when=${nth}${isOnwards ? '+' : ''}`;
  return ['-e', `trace=${names}`, '-e', `inject=${rule}`];
}

function ruleOf(effect: Injection['effect']): string {
  if (typeof effect === 'object') return `delay_enter=${effect.delayMs * 1_000}`;
  return effect === 'kill' ? 'signal=SIGKILL' : `error=${effect}`;
}
