// The thread of startWatchdog(). It is not TypeScript, for which it would load a compiler of 20 MB.
import { readFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const lookMs = 1_000;
const longestMs = 10_000;
/** The code by which shells and container engines know the end by SIGKILL. */
const killedCode = 137;

const { beats, isSilent } = workerData;
let standsMs = 0;

// Its own looks are counted, and no clock is read: while the whole process is stopped, so is this.
setInterval(() => {
  // A beat of 1 is taken; the 2 of a debugger stays.
  if (Atomics.compareExchange(beats, 0, 1, 0) !== 0) standsMs = 0;
  else if (!isHeldUp()) standsMs += lookMs;
  if (standsMs > longestMs) end();
}, lookMs);

/** Linux says that the main thread waits for the disk (D), or that a tracer has stopped it (t). */
function isHeldUp() {
  try {
    return /^\d+ \(.*\) [Dt] /.test(readFileSync('/proc/self/stat', 'latin1'));
  } catch {
    return false;
  }
}

/** As kill -9 would: what was answered is on the disk. A thread's process.exit() ends it alone. */
function end() {
  if (!isSilent) tell();
  process.kill(process.pid, 'SIGKILL');
  // The kernel spares the first process of a container. WASI's exit ends any, and is not loaded
  // before: Node would warn that it is experimental.
  const { WASI } = process.getBuiltinModule('node:wasi');
  const wasi = new WASI({ version: 'preview1', returnOnExit: false });
  const memory = new WebAssembly.Memory({ initial: 1 });
  wasi.start({ exports: { memory, _start: () => wasi.wasiImport.proc_exit(killedCode) } });
}

/** In the form of logging.ts, whose logger belongs to the main thread. */
function tell() {
  const line = { event: 'loop_blocked', duration_ms: standsMs };
  const head = { level: 50, time: new Date().toISOString(), service: 'server' };
  try {
    writeSync(1, `${JSON.stringify({ ...head, ...line })}\n`);
  } catch {
    // Nobody reads it, which may be what the main thread waits for.
  }
}
