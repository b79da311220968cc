const lookEveryMs = 1_000;

/**
 * Calls once, when the process that started this one has ended: a signal to `npm start` ends npm and
 * its shell, which hand it on to nobody. Windows does not tell.
 * @param starter the `process.ppid` of this process's first moment: later it may be another's
 */
export function onceStarterIsGone(starter: number, call: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    call();
  }, lookEveryMs);
  timer.unref();
}
