import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { until } from '../helpers/until.ts';
import { openHostPage } from './models/host-page.ts';
import { journey } from './models/journey.ts';

interface Counts {
  frames: number;
  documents: number;
  listeners: number;
}

const patienceMs = 20_000;

async function collected(session: CDPSession, page: Page): Promise<Counts> {
  // What only an earlier collection has set free goes with the next one.
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
  }
  const { documents, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { frames: page.frames().length, documents, listeners: jsEventListeners };
}

const nothing: Counts = { frames: 0, documents: 0, listeners: 0 };

/** What there is more of than before. Calls that were given up let go of theirs a moment later. */
async function leftBehind(session: CDPSession, page: Page, before: Counts): Promise<Counts> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const now = await collected(session, page);
    const more = {
      frames: Math.max(0, now.frames - before.frames),
      documents: Math.max(0, now.documents - before.documents),
      listeners: Math.max(0, now.listeners - before.listeners),
    };
    if (isDeepStrictEqual(more, nothing) || performance.now() > deadline) return more;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
}

/** Counts the timers that the page's scripts wait for, from the next page on. */
async function countTimers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const waiting = new Set<unknown>();
    const { setTimeout, clearTimeout } = window;
    window.setTimeout = ((run: TimerHandler, delay?: number, ...rest: unknown[]) => {
      const fire = () => {
        waiting.delete(timer);
        if (typeof run === 'function') run(...rest);
      };
      const timer: number = setTimeout(fire, delay);
      waiting.add(timer);
      return timer;
    }) as typeof window.setTimeout;
    window.clearTimeout = (timer) => {
      waiting.delete(timer);
      clearTimeout(timer);
    };
    Reflect.set(window, 'timersWaiting', () => waiting.size);
  });
  return () => page.evaluate(() => Reflect.get(window, 'timersWaiting')());
}

/** Takes the element off its page; what comes back puts another like it there, and takes it away. */
async function mounting(element: Locator) {
  const template = await element.evaluateHandle((mounted) => {
    mounted.remove();
    return mounted.cloneNode();
  });
  return (count: number, untilReady: boolean) =>
    template.evaluate(
      async (like, [times, waits]) => {
        for (let round = 0; round < times; round += 1) {
          const mounted = like.cloneNode();
          const ready = new Promise((resolve) =>
            mounted.addEventListener('soft-pull-ready', resolve),
          );
          document.querySelector('main')?.append(mounted);
          // Some are taken away in the middle of it all.
          await (waits ? ready : new Promise((resolve) => setTimeout(resolve, 3 * round)));
          mounted.parentNode?.removeChild(mounted);
        }
      },
      [count, untilReady] as const,
    );
}

describe('100 mounts and unmounts', () => {
  const here = journey({ hasMotion: true, hasFrameProcess: true });

  for (const isolation of ['frame', 'inline'] as const) {
    it(`leave no frame, document, listener or timer behind: ${isolation}`, async () => {
      const { page, context, checkout } = await here.visit({ isolation });
      const timers = await countTimers(page);
      await openHostPage(page, here.product, { isolation });
      await checkout.at('details');
      const session = await context.newCDPSession(page);
      const mountAndUnmount = await mounting(checkout.element);
      await mountAndUnmount(5, true);
      const before = await collected(session, page);
      await mountAndUnmount(50, true);
      await mountAndUnmount(50, false);
      await until('no timer', async () => (await timers()) === 0 || undefined);
      assert.deepEqual(await leftBehind(session, page, before), nothing);
    });
  }
});
