import assert from 'node:assert/strict';
import type { CreatedCheckout } from '../../../server/bff/merchant-api/checkouts.ts';
import type { Merchant } from '../../../server/bff/merchants.ts';
import { loadCheckout } from '../../../server/bff/store/checkouts.ts';
import { returnUrlOf } from '../../../server/bff/tokens/return-code.ts';
import { sha256Hex } from '../../../server/platform/crypto/digest.ts';
import { otherKey, otherOrigin, otherShop, shop, shopKey, shopOrigin } from '../../helpers/bff.ts';
import { hourMs, minuteMs } from '../../helpers/durations.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { as, ShopPage, signedOrder } from '../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../helpers/testbed.ts';

export const goneKey = 'sk_test_gone';
const goneShop: Merchant = {
  ...otherShop,
  publishable_key: 'pk_test_gone',
  secret_key_sha256: [sha256Hex(goneKey)],
  origins: ['https://gone.example'],
};

/** Nobody's port: what is sent there is tried again later. */
const endpoint = {
  id: 'shop',
  url: 'http://localhost:1/',
  secrets: ['whsec_dGVzdHRlc3R0ZXN0dGVzdHRlc3Q='],
};
export const seller = 'hillside-rep-2';

export interface Sale extends Record<string, string> {
  id: string;
  charge: string;
  refund: string;
  event: string;
}

/** Two merchants that have sold, one that was taken off the list, and pages of every kind. */
export interface BffBed {
  readonly testbed: Testbed;
  /** Of the merchant whose data nobody else may see. */
  readonly sale: Sale;
  /** Of the stranger: its charge waits for an approval. */
  readonly foreignSale: Sale;
  readonly settlement: string;
  readonly pages: Readonly<Record<PageName, ShopPage>>;
  /** What the merchant's server made and nobody has opened. */
  readonly made: CreatedCheckout;
  /** An `Idempotency-Key` of the merchant and what was sent with it. */
  readonly keyed: { key: string; body: Record<string, unknown> };
  /** What stands in no answer to anybody else. */
  readonly secrets: readonly string[];
  /** An offer of the checkout that came by a return code. */
  readonly offer: string;
  close(): Promise<void>;
}

export type PageName =
  /** Accepted, charged and settled. */
  | 'own'
  /** At its offers, another one of the same merchant. */
  | 'other'
  /** Of another merchant. */
  | 'foreign'
  /** Time has ended its token; later tokens have ended its token. */
  | 'ended'
  | 'revoked'
  /** It came by a return code: where an offer is chosen, and where the soft pull was undone. */
  | 'byCode'
  | 'byEarlyCode'
  /** It came by a link, in the frame. */
  | 'byLink'
  | 'framed'
  /** For an amount, without an order. */
  | 'plain';

const noLimits = Object.fromEntries(
  [
    'callsPerAddress',
    'opensPerAddress',
    'opensPerMerchant',
    'callsPerCheckout',
    'applicationsPerCheckout',
    'softPullsPerAddressAnHour',
    'applicationsAtATime',
    'wrongPasswordsPerAddress',
    'streamsPerCheckout',
    'streamsPerAddress',
  ].map((limit) => [limit, 1e9]),
);

export async function startBffBed(): Promise<BffBed> {
  const users = [{ user_id: seller, name: 'Sam', role: 'Salesrep' }];
  const own: Merchant = {
    ...shop,
    may_approve: true,
    may_split: true,
    users,
    webhooks: [endpoint],
  };
  const stranger: Merchant = { ...otherShop, webhooks: [endpoint] };
  const testbed = await startTestbed({
    isRunning: false,
    mayApprove: true,
    config: { merchants: [own, stranger, goneShop], limits: noLimits },
  });
  const { bff } = testbed;
  await bff.replaceMerchants([own, stranger]);
  const ended = await opened(bff, { amount: '900.00' });
  // Only what is of that time has ended by now.
  bff.tick(3 * hourMs);
  testbed.lending.tick(3 * hourMs);
  const foreign = await foreignPage(testbed);
  const foreignSale = await sellTo(testbed, new MerchantServer(bff, otherKey), foreign.checkoutId);
  const server = new MerchantServer(bff, shopKey);
  const keyed = {
    key: 'a-key-of-the-shop',
    body: {
      amount: '8412.34',
      order_id: 'HUSH-1',
      return_url: `${shopOrigin}/pay`,
      sold_by: seller,
    },
  };
  const made = await server.make(keyed.body, keyed.key);
  const page = await acceptedPage(testbed, { order_id: 'HUSH-2' });
  const sale = await sellTo(testbed, server, page.checkoutId);
  const { settlements } = await server.settlements();
  const settlement = settlements[0]?.settlement_id ?? assert.fail('nothing is settled');
  const pages = { own: page, foreign, ended, ...(await otherPages(testbed)) };
  // A use is noted once a minute: from here on none is.
  bff.tick(2 * minuteMs);
  for (const page of Object.values(pages)) await page.on('GET');
  // Every event was tried once, and waits.
  await bff.runDue();
  // From here on nothing happens but what is asked for.
  await testbed.lending.stop();
  const handles = Object.entries(pages).flatMap(([name, { resume, token }]) =>
    name === 'foreign' ? [] : [resume, token],
  );
  const secrets = [
    ...Object.values(sale),
    ...handles,
    ...[settlement, made.checkout_id, made.client_token, made.url, 'HUSH-', seller],
    pages.other.checkoutId,
    pages.plain.checkoutId,
    ...(await eventsOf(bff, shop.publishable_key)),
  ];
  return {
    testbed,
    sale,
    foreignSale,
    settlement,
    pages,
    made,
    keyed,
    secrets,
    offer: await anOfferOf(bff, pages.byCode),
    close: testbed.close,
  };
}

/** A charge of two of which one is settled and partly given back, and what its webhooks said. */
async function sellTo(testbed: Testbed, server: MerchantServer, id: string): Promise<Sale> {
  const { charge_id, payment_request_uuid: uuid } = await server.charge(id, { amount: '800.00' });
  await testbed.sandbox.paymentRequest(uuid, 'approve');
  await testbed.sandbox.transaction(uuid, 'Transferred');
  await server.view(id);
  const { refund_id } = await server.refund({ id, chargeId: charge_id }, { amount: '100.00' });
  const { charge_id: waiting } = await server.charge(id, {
    amount: '50.00',
    transaction_description: 113,
  });
  const { body } = await server.call('GET', `/events?checkout_id=${id}`);
  const [event] = (body as { events: { event_id: string }[] }).events;
  return {
    id,
    charge: charge_id,
    refund: refund_id,
    waiting,
    event: event?.event_id ?? assert.fail(),
  };
}

async function anOfferOf({ database }: Testbed['bff'], page: ShopPage): Promise<string> {
  const checkout = await loadCheckout(database.query, page.checkoutId);
  return checkout?.softPull?.offersShown[1] ?? assert.fail('there is one offer');
}

async function eventsOf({ database }: Testbed['bff'], merchant: string): Promise<string[]> {
  const rows = await database.query
    .selectFrom('webhook_events')
    .select('id')
    .where('merchant', '=', merchant)
    .execute();
  return rows.map(({ id }) => id);
}

async function opened(bff: Testbed['bff'], parts: Record<string, unknown>): Promise<ShopPage> {
  const page = new ShopPage(bff);
  await page.open(parts);
  return page;
}

/** A consumer of the other merchant, who has accepted. */
async function foreignPage(testbed: Testbed): Promise<ShopPage> {
  const { bff } = testbed;
  const server = new MerchantServer(bff, otherKey);
  const { client_token } = await server.make({ return_url: `${otherOrigin}/pay`, order_id: 'F-1' });
  const page = new ShopPage(bff, otherOrigin);
  const merchant = otherShop.publishable_key;
  page.enter(await page.askToResume(client_token, { merchant }));
  const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
  as(await page.select(offers[0]?.offer_uuid ?? ''), 'redirect');
  await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
  as(await page.step(), 'accepted');
  return page;
}

async function otherPages({ bff }: Testbed) {
  const other = await opened(bff, { order_token: await signedOrder(bff, { order_id: 'HUSH-3' }) });
  as(await other.apply({ ssn: '900-10-0001' }), 'offers');
  const plain = await opened(bff, { amount: '8412.34' });
  // Five are good at a time.
  const revoked = await opened(bff, { amount: '8412.34' });
  for (let later = 0; later < 5; later += 1) {
    bff.tick(1);
    await new ShopPage(bff).open({ amount: '8412.34', resume: revoked.resume });
  }
  const chosen = await opened(bff, { order_token: await signedOrder(bff, { order_id: 'HUSH-4' }) });
  const { offers } = as(await chosen.apply({ ssn: '900-10-0001' }), 'offers');
  as(await chosen.select(offers[0]?.offer_uuid ?? ''), 'redirect');
  const undone = await opened(bff, { amount: '8412.34' });
  as(await undone.apply({ ssn: '900-10-0201' }), 'details');
  const [byCode, byEarlyCode] = [await resumedByCode(chosen), await resumedByCode(undone)];
  const byLink = new ShopPage(bff);
  byLink.enter(await byLink.askToResume(plain.resume));
  const framed = new ShopPage(bff, new URL(bff.url).origin);
  await framed.open({ amount: '8412.34', parent_origin: shopOrigin });
  return { other, plain, revoked, byCode, byEarlyCode, byLink, framed };
}

/** Another browser, by the return code that the lender was given last. */
async function resumedByCode({ bff, checkoutId }: ShopPage): Promise<ShopPage> {
  const checkout = await loadCheckout(bff.database.query, checkoutId);
  const url = returnUrlOf(bff.context, checkout ?? assert.fail());
  const page = new ShopPage(bff);
  page.enter(
    await page.askToResume(/soft_pull_resume=(.+)$/.exec(url ?? '')?.[1] ?? assert.fail()),
  );
  return page;
}
