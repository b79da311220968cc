import type { CanaryApplicant } from './canaries.ts';
import { CheckoutClient } from './checkout-client.ts';
import { inParallel } from './in-parallel.ts';
import { sampleOrder } from './sample-order.ts';
import { Sandbox } from './sandbox.ts';
import type { Product } from './serve.ts';
import { walkToOutcome } from './walk-checkout.ts';

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
