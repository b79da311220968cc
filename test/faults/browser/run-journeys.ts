import { launchChromium } from '../../helpers/chromium.ts';
import { serve } from '../../helpers/serve.ts';
import { type JourneyReport, liveJourney } from './shopper.ts';

const atATime = 2;

/** Journeys of so many people, each with a seed of its own, beside the running product. */
export async function* runJourneys(seeds: readonly number[]): AsyncGenerator<JourneyReport> {
  const product = await serve();
  const browser = await launchChromium();
  try {
    for (let first = 0; first < seeds.length; first += atATime) {
      const together = seeds.slice(first, first + atATime);
      yield* await Promise.all(together.map((seed) => liveJourney(browser, product, seed)));
    }
  } finally {
    await browser.close();
    await product.remove();
  }
}
