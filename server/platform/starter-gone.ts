const lookEveryMs = 1_000;

/**
 * Calls once, when the process that started this one has ended: a signal to `npm start` ends npm and
 * its shell, which hand it on to nobody. Windows does not tell.
 */
export function onceStarterIsGone(call: () => void): void {
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    call();
  }, lookEveryMs);
  timer.unref();
}
