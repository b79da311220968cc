import type { BffConfig } from '../../server/bff/context.ts';
import { listen } from '../../server/platform/http/listen.ts';
import type { CheckoutStep, Screen } from '../../widget/contract/step.ts';
import { type AcceptedLoan, pageWithAcceptedTerms } from './accepted-page.ts';
import { bffStart, startTestBff, type TestBff, type TestBffOptions } from './bff.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { freePort } from './free-ports.ts';
import { startTestLending, type TestLending, testSponsors } from './lending.ts';
import { Sandbox } from './sandbox.ts';
import type { ShopPage } from './shop-page.ts';
import type { Storage } from './storage.ts';
import { until } from './until.ts';

/** The BFF over the real lending service, with a network between them that can fail. */
export interface Testbed {
  readonly bff: TestBff;
  readonly lending: TestLending;
  readonly lenderUrl: string;
  readonly proxy: FaultyProxy;
  readonly sandbox: Sandbox;
  /** The lender's id of a page's application. */
  applicationOf(page: ShopPage): Promise<string>;
  /** Waits until the page's checkout is at a screen, without asking the BFF for it. */
  arrive(page: ShopPage, screen: Screen): Promise<CheckoutStep>;
  close(): Promise<void>;
  /** All but the BFF, which the test has closed. */
  closeRest(): Promise<void>;
}

export interface TestbedOptions {
  config?: Partial<BffConfig>;
  /** The BFF takes up its due work by itself. */
  isRunning?: boolean;
  /** The lender lets the sponsor approve charges for consumers. */
  mayApprove?: boolean;
  /** Of the BFF, when it outlives it. */
  storage?: Storage;
  clockOf?: TestBffOptions['clockOf'];
  /** By the clocks of both, which the test moves. */
  startsAt?: number;
  /** Of the network between them, from `freePorts` where the test closes it. */
  proxyPort?: number;
}

export async function startTestbed({
  config = {},
  isRunning = true,
  mayApprove = false,
  storage,
  clockOf,
  startsAt = bffStart,
  proxyPort,
}: TestbedOptions = {}): Promise<Testbed> {
  const port = await freePort();
  const lenderUrl = `http://localhost:${port}`;
  const sponsors = testSponsors({ allow_approve_on_behalf: mayApprove });
  const lending = await startTestLending(
    { publicUrl: lenderUrl, sponsors },
    undefined,
    undefined,
    startsAt,
  );
  const listening = await listen(lending.app, { port });
  const proxy = await startFaultyProxy(() => lenderUrl, proxyPort);
  const bff = await startTestBff({
    lenderUrl: proxy.url,
    isRunning,
    startsAt,
    ...(storage && { storage }),
    ...(clockOf && { clockOf }),
    config: { linkAllowedOrigins: [lenderUrl], ...config },
  });
  const rowOf = (page: ShopPage) =>
    bff.database.query
      .selectFrom('checkouts')
      .select(['id', 'screen', 'earlier_application_id'])
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
  const closeRest = async () => {
    await proxy.close();
    await listening.close();
    await lending.close();
  };
  return {
    bff,
    lending,
    lenderUrl,
    proxy,
    sandbox: new Sandbox(lenderUrl),
    applicationOf: async (page) => {
      const { id, earlier_application_id } = await rowOf(page);
      return earlier_application_id ?? id;
    },
    arrive: async (page, screen) => {
      await until(`the screen ${screen}`, async () =>
        (await rowOf(page)).screen === screen ? true : undefined,
      );
      return page.step();
    },
    close: async () => {
      await bff.close();
      await closeRest();
    },
    closeRest,
  };
}

/** A page whose consumer has accepted the terms of the cheapest offer. */
export function acceptedPage(testbed: Testbed, loan: AcceptedLoan = {}): Promise<ShopPage> {
  return pageWithAcceptedTerms(testbed.bff, loan, async (page) =>
    testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms'),
  );
}
