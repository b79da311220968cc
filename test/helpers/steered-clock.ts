// node --import ./steered-clock.ts: a process whose clock is two minutes ahead after each SIGUSR2.

/** How far one signal moves the clock. */
const stepMs = 120_000;

const realNow = Date.now;
let aheadMs = 0;

Date.now = () => realNow() + aheadMs;
process.on('SIGUSR2', () => {
  aheadMs += stepMs;
});
