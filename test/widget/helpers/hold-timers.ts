/** In each test of a describe(), holds the page's timers from this delay on; shorter ones run. */
export function holdTimers(fromMs: number): { letTimePass(): void } {
  const { setTimeout } = window;
  let held: { delay: number; run: () => void }[];

  beforeEach(() => {
    held = [];
    window.setTimeout = ((run: () => void, delay = 0) => {
      if (delay < fromMs) return setTimeout(run, delay);
      return held.push({ delay, run });
    }) as typeof window.setTimeout;
  });
  afterEach(() => {
    window.setTimeout = setTimeout;
  });

  return {
    /** Runs those that wait for this long, and forgets the others. */
    letTimePass() {
      for (const { run, delay } of held.splice(0)) if (delay === fromMs) run();
    },
  };
}
