import type { BrowserContext } from 'playwright-core';
import type { CanaryApplicant } from '../../helpers/canaries.ts';
import { CheckoutClient } from '../../helpers/checkout-client.ts';
import { inParallel } from '../../helpers/in-parallel.ts';
import { sampleOrder } from '../../helpers/sample-order.ts';
import { Sandbox } from '../../helpers/sandbox.ts';
import type { Product } from '../../helpers/serve.ts';
import { walkToOutcome } from '../../helpers/walk-checkout.ts';
import { typedCanary } from '../models/typed-applicant.ts';
import { listen, Visit } from '../models/visit.ts';
import { walkToOffers } from '../models/walk.ts';

const atOnce = 8;

export interface OverHttpOptions {
  /** How many of them go on to an approved charge, so that there are callbacks and messages. */
  wholeWays: number;
}

/** Sends the applications as browsers would. @returns what the event streams said first */
export async function applyOverHttp(
  product: Product,
  people: readonly CanaryApplicant[],
  { wholeWays }: OverHttpOptions,
): Promise<string[]> {
  const streamed: string[] = [];
  const sandbox = new Sandbox(product.lendingUrl);
  const { bffUrl, demoUrl: origin } = product;
  // A browser reads the texts while the form is filled; here, once for all of them.
  const consents = await new CheckoutClient({ bffUrl, origin }).consents();
  await inParallel(atOnce, people, async (applicant, index) => {
    const client = new CheckoutClient({ bffUrl, origin });
    await client.open(await sampleOrder(bffUrl));
    await client.apply({ ...consents, ...applicant });
    streamed.push(await client.firstEvent());
    if (index < wholeWays) await walkToOutcome({ client, sandbox, applicant: { ...applicant } });
  });
  return streamed;
}

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
