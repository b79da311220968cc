import type { FrameLocator, Locator } from 'playwright-core';
import { until } from '../../helpers/until.ts';

const presses = new Set<PropertyKey>(['check', 'click', 'dblclick']);

/**
 * What stands in a frame, pressed only where the pointer has arrived. A frame has a process of its
 * own: on a busy machine the browser gives what is pressed right after a scroll to the page around
 * it, while a person first sees the button and moves there.
 */
export function reached<Found extends FrameLocator | Locator>(found: Found): Found {
  return new Proxy(found, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return presses.has(name)
        ? async (...args: unknown[]) => {
            await arrive(target as Locator);
            return member.apply(target, args);
          }
        : (...args: unknown[]) => asReached(member.apply(target, args));
    },
  });
}

function asReached(answer: unknown): unknown {
  const isLocator = typeof answer === 'object' && answer !== null && 'getByRole' in answer;
  return isLocator ? reached(answer as Locator) : answer;
}

async function arrive(locator: Locator): Promise<void> {
  await until('the pointer is over what is pressed', async () => {
    await locator.hover();
    return (await locator.evaluate((element) => element.matches(':hover'))) || undefined;
  });
}
