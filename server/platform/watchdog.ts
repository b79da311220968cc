import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from './logging.ts';

const beatMs = 1_000;

/** The other thread sets a usual beat back to 0. At a breakpoint the loop stands still by right. */
const beat = { usual: 1, debugged: 2 } as const;

export interface WatchdogOptions {
  log: Logger;
  /** Not even errors are logged. */
  isSilent: boolean;
}

/**
 * Ends this process, for its supervisor to start it again, once its event loop has stood still for
 * more than 10 seconds: it answers nobody, and only another thread can notice. What takes longer by
 * right (a migration, the check of a database) is done before this is called.
 * @returns ends the watch
 */
export function startWatchdog({ log, isSilent }: WatchdogOptions): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL('watchdog-thread.js', import.meta.url), {
    workerData: { beats, isSilent },
    // Neither what others preload, nor the secrets of the environment.
    execArgv: [],
    env: {},
  });
  thread.unref();
  thread.once('error', (error) => log.warn({ event: 'watchdog_failed', error }));
  const strike = () => {
    Atomics.store(beats, 0, debuggerUrl() === undefined ? beat.usual : beat.debugged);
  };
  strike();
  const timer = setInterval(strike, beatMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    void thread.terminate();
  };
}
