/**
 * From now on this thread has the time of a testbed's clock, and no chance of its own: what goes by
 * the real time, as the breaker of the client that calls the lender does, and the pauses between a
 * read and its repeat, come again with the seed.
 */
export function steerProcess(): { setClock(now: () => number): void } {
  let clock = Date.now;
  Date.now = () => clock();
  Math.random = () => 0;
  return {
    setClock: (now) => {
      clock = now;
    },
  };
}
