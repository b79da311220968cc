import { launchChromium } from '../../helpers/chromium.ts';
import { serve } from '../../helpers/serve.ts';
import { type JourneyReport, liveJourney } from './shopper.ts';

/** People wait for most of their time. */
const atOnce = 6;

/** Journeys of so many people, each with a seed of its own, beside the running product. */
export async function runJourneys(seeds: readonly number[]): Promise<JourneyReport[]> {
  const product = await serve();
  const browser = await launchChromium();
  const reports: JourneyReport[] = [];
  const left = seeds.values();
  const work = async (): Promise<void> => {
    for (const seed of left) reports.push(await liveJourney(browser, product, seed));
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await browser.close();
    await product.remove();
  }
  return reports.toSorted((one, other) => one.seed - other.seed);
}
