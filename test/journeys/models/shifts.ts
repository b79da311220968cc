import type { Frame } from 'playwright-core';

/** An init script, run in the page and its frames: notes whatever moves unasked. */
export function watchShifts(): void {
  const shifts: unknown[] = [];
  Reflect.set(window, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!Reflect.get(entry, 'hadRecentInput')) shifts.push(entry.toJSON());
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What has moved in a frame up to now. */
export async function shiftsIn(frame: Frame): Promise<unknown[]> {
  return frame.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    return Reflect.get(window, 'shifts') as unknown[];
  });
}
