import { errors, type FrameLocator, type Locator } from 'playwright-core';
import { until } from '../../helpers/until.ts';

/** How often the button goes down. */
const presses: ReadonlyMap<PropertyKey, number> = new Map([
  ['click', 1],
  ['dblclick', 2],
]);

/**
 * How long a pointer is on its way. Where the page's glide to the frame is broken off, nothing of the
 * frame is in view, so that the browser draws nothing of it, and nobody can see it come to rest: the
 * next try scrolls again.
 */
const moveMs = 10_000;

/**
 * What stands in a frame with a process of its own, pressed only where the pointer has arrived: on a
 * busy machine the browser gives what is pressed right after a scroll to the page around
 * it, while a person first sees the button and moves there.
 */
export function reached<Found extends FrameLocator | Locator>(found: Found): Found {
  return new Proxy(found, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const times = presses.get(name);
      return times === undefined
        ? (...args: unknown[]) => asReached(member.apply(target, args))
        : () => press(target as Locator, times);
    },
  });
}

function asReached(answer: unknown): unknown {
  const isLocator = typeof answer === 'object' && answer !== null && 'getByRole' in answer;
  return isLocator ? reached(answer as Locator) : answer;
}

async function press(locator: Locator, times: number): Promise<void> {
  await until('the pointer is over what is pressed', async () => {
    try {
      await locator.hover({ timeout: moveMs });
    } catch (error) {
      if (error instanceof errors.TimeoutError) return undefined;
      throw error;
    }
    return (await locator.evaluate(isUnderPointer)) || undefined;
  });
  const { mouse } = locator.page();
  for (let clickCount = 1; clickCount <= times; clickCount += 1) {
    await mouse.down({ clickCount });
    await mouse.up({ clickCount });
  }
}

/** Runs in the frame. */
function isUnderPointer(element: Element): boolean {
  return element.matches(':hover:not(:disabled)');
}
