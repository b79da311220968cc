import { setTimeout as sleep } from 'node:timers/promises';

/** Docker kills what has not ended 10 s after SIGTERM: this leaves two services their last writes. */
const stopMs = 7_000;
const lastWritesMs = 1_000;

/** Resolves when a process that stops no longer waits for running work. */
export type StopDeadline = Promise<unknown>;

export function stopDeadline(): StopDeadline {
  return sleep(stopMs, undefined, { ref: false });
}

/**
 * Waits for work. What goes on at the deadline is cut off, and then has a second to write down what
 * became of it.
 * @param cutOff is called in any case, with what the work needs no more
 */
export async function endBy(
  deadline: StopDeadline,
  work: Promise<unknown>,
  cutOff: () => Promise<void>,
): Promise<void> {
  await Promise.race([work, deadline]);
  await cutOff();
  await Promise.race([work, sleep(lastWritesMs, undefined, { ref: false })]);
}

const pollMs = 1_000;

/**
 * Calls once, when the process that started this one has ended: a signal to `npm start` ends npm and
 * its shell, which do not forward it. Not detectable on Windows.
 * @param starter the `process.ppid` of this process's first moment: later it may be another's
 */
export function onParentExit(starter: number, call: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    call();
  }, pollMs);
  timer.unref();
}
