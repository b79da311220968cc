import type { Locator } from 'playwright-core';
import { until } from '../../helpers/until.ts';
import type { Isolation } from './checkout-page.ts';

/** Until the frame is as high as what is in it; `content` is the flow's `.frame`. */
export async function untilItFits(content: Locator, isolation: Isolation): Promise<void> {
  await until('the content fits its frame', async () => {
    const isStill = await content.evaluate(async ({ ownerDocument: { documentElement } }) => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return documentElement.scrollHeight <= documentElement.clientHeight + 1;
    });
    return isolation === 'inline' || isStill || undefined;
  });
}
