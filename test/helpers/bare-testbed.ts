import type { BffConfig, Merchant } from '../../server/bff/context.ts';
import type { CreateLender } from '../../server/bff/lender/lender.ts';
import type { CheckoutStep } from '../../widget/contract/step.ts';
import { type AcceptedLoan, pageWithAcceptedTerms } from './accepted-page.ts';
import type { Settings } from './bare-lender/settings.ts';
import { type BareLender, startBareLender } from './bare-lender.ts';
import { bffStart, shop, startTestBff, type TestBff } from './bff.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { as, ShopPage } from './shop-page.ts';

/** Whom the shop's consumers borrow from, since the lender's answers do not say. */
export const lenderContact = {
  name: 'Prairie Savings Bank',
  nmls_id: '412345',
  phone: '+1-800-555-0199',
  address: '1 Main Street, Lincoln, NE 68508',
} as const;

/** The shop as a sponsor writes it down for a lender that says little. */
export const bareShop: Merchant = {
  ...shop,
  lender: lenderContact,
  fees: { platform_fee_percent: '3.00', sponsor_fee_percent: '1.00' },
};

/** The BFF over a lender that is not ours, with a network between them that can fail. */
export interface BareTestbed {
  readonly bff: TestBff;
  readonly lender: BareLender;
  readonly proxy: FaultyProxy;
  close(): Promise<void>;
}

export interface BareTestbedOptions {
  config?: Partial<BffConfig>;
  settings?: Partial<Settings>;
  /** By how much the lender's clock is ahead of the BFF's. */
  lenderAheadMs?: number;
  createLender?: CreateLender;
  /** The BFF takes up its due work by itself. */
  isRunning?: boolean;
}

export async function startBareTestbed({
  config = {},
  settings = {},
  lenderAheadMs = 0,
  isRunning = false,
  createLender,
}: BareTestbedOptions = {}): Promise<BareTestbed> {
  let now = () => bffStart;
  const lender = await startBareLender({ now: () => now() + lenderAheadMs, settings });
  const proxy = await startFaultyProxy(() => lender.url);
  const bff = await startTestBff({
    lenderUrl: proxy.url,
    isRunning,
    ...(createLender && { createLender }),
    config: {
      merchants: [bareShop],
      isEmbeddedLender: false,
      linkAllowedOrigins: [lender.pagesUrl],
      ...config,
    },
  });
  now = () => bff.now();
  return {
    bff,
    lender,
    proxy,
    close: async () => {
      await bff.close();
      await proxy.close();
      await lender.close();
    },
  };
}

/** A page that asks for 8400.00 and nobody has applied on. */
export async function openPage({ bff }: BareTestbed): Promise<ShopPage> {
  const page = new ShopPage(bff);
  await page.open({ amount: '8400.00' });
  return page;
}

/** A page whose consumer has offers to choose from. */
export async function pageWithOffers(
  testbed: BareTestbed,
  applicant: Readonly<Record<string, unknown>> = {},
): Promise<ShopPage> {
  const page = await openPage(testbed);
  as(await page.apply(applicant), 'offers');
  return page;
}

/** A page whose consumer has chosen the first offer and is at the lender. */
export async function pageWithChoice(testbed: BareTestbed): Promise<ShopPage> {
  const page = await pageWithOffers(testbed);
  const { offers } = as(await page.step(), 'offers');
  as(await page.select(offers[0]?.offer_uuid ?? ''), 'redirect');
  return page;
}

/** A page whose consumer has accepted the terms of the first offer. */
export function acceptedAtBareLender(
  { bff, lender }: BareTestbed,
  loan: AcceptedLoan = {},
): Promise<ShopPage> {
  return pageWithAcceptedTerms(bff, loan, ({ checkoutId }) =>
    lender.controls.acceptTerms(checkoutId),
  );
}

/** The consumer opens the page again; its session has ended meanwhile. */
export async function comeBack(page: ShopPage): Promise<CheckoutStep> {
  return page.enter(await page.askToResume(page.resume));
}

/** A lender that has answered for one of our loans before: its 404 now says that there is none. */
export async function proveLoans(testbed: BareTestbed): Promise<void> {
  const page = await pageWithOffers(testbed);
  await page.step();
}
