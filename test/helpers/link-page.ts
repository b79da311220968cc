import assert from 'node:assert/strict';
import type { CreatedCheckout } from '../../server/bff/merchant-api/checkouts.ts';
import { takenUpSchema } from '../../widget/contract/checkout.ts';
import type { PayPageRequest, PayPageView } from '../../widget/contract/pay-page.ts';
import type { CheckoutStep } from '../../widget/contract/step.ts';
import type { TestBff } from './bff.ts';
import { as, codeOf, type PageAnswer, ShopPage } from './shop-page.ts';
import type { Testbed } from './testbed.ts';

/** The token of a merchant's link. */
export function tokenOf({ url }: Pick<CreatedCheckout, 'url'>): string {
  return new URL(url).hash.slice(1);
}

/** The BFF's own page for links, in a browser of its own. */
export class LinkPage extends ShopPage {
  constructor(bff: TestBff) {
    super(bff, new URL(bff.url).origin);
  }

  /** POST `/v1/pay` */
  read(request: PayPageRequest): Promise<PageAnswer> {
    return this.call('POST', '/v1/pay', { body: request });
  }

  async state(link: string): Promise<PayPageView['state']> {
    return ((await this.read({ link })).body as PayPageView).state;
  }

  askToOpen(resume: string, parts: Record<string, unknown> = {}): Promise<PageAnswer> {
    return this.askToResume(resume, { parent_origin: this.origin, ...parts });
  }

  async openBy(resume: string, parts: Record<string, unknown> = {}): Promise<CheckoutStep> {
    return this.enter(await this.askToOpen(resume, parts));
  }

  askToTakeUp(): Promise<PageAnswer> {
    return this.on('POST', '/take-up', {});
  }

  /** The first input. */
  async takeUp(): Promise<void> {
    const { status, body } = await this.askToTakeUp();
    if (status !== 200) throw new Error(`not taken up: ${JSON.stringify(body)}`);
    this.resume = takenUpSchema.parse(body).resume;
  }
}

/** A browser that has opened the link. */
export async function openedBy(bff: TestBff, link: string): Promise<LinkPage> {
  const page = new LinkPage(bff);
  await page.openBy(link);
  return page;
}

/** Applies, chooses the first offer and accepts its terms. */
export async function acceptOn(testbed: Testbed, page: ShopPage): Promise<void> {
  const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
  await page.select(offers[0]?.offer_uuid ?? '');
  await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
  as(await page.step(), 'accepted');
}

/** The token opens nothing. */
export function assertVoid(answer: PageAnswer): void {
  assert.equal(codeOf(answer), 'not_found');
}
