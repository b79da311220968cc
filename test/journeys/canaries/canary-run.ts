import type { BrowserContext } from 'playwright-core';
import type { CanaryApplicant } from '../../helpers/canaries.ts';
import type { Product } from '../../helpers/serve.ts';
import { typedCanary } from '../models/typed-applicant.ts';
import { listen, Visit } from '../models/visit.ts';
import { walkToOffers } from '../models/walk.ts';

export interface TypingRecord {
  visit: Visit;
  /** The body of every answer of the BFF but the streams. */
  answers: string[];
}

/** Types the applications into the shop's page, one after the other in one browser. */
export async function typeAll(
  context: BrowserContext,
  product: Product,
  people: readonly CanaryApplicant[],
): Promise<TypingRecord> {
  const heard = await listen(context);
  const visit = new Visit(context.pages()[0] ?? (await context.newPage()), heard, {
    locale: 'en',
    isolation: 'frame',
    hasFrameProcess: true,
  });
  const answers: string[] = [];
  context.on('response', async (response) => {
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream');
    const isOfBff = response.url().startsWith(product.bffUrl);
    if (isOfBff && !isStream) answers.push(await response.text().catch(() => ''));
  });
  for (const person of people) {
    await visit.page.goto(`${product.demoUrl}/new`);
    await walkToOffers(visit, typedCanary(person), { isTyped: true });
  }
  return { visit, answers };
}
