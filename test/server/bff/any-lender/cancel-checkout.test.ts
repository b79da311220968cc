import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Lender, LenderOptions } from '../../../../server/bff/lender/lender.ts';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  openPage,
  pageWithOffers,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { as, type ShopPage } from '../../../helpers/shop-page.ts';
import { callLimitMs } from '../flows/charge-calls.ts';

describe('a checkout that its merchant cancels at a lender that says little', () => {
  let testbed: BareTestbed;
  let server: MerchantServer;

  const start = async (createLender?: (options: LenderOptions) => Lender) => {
    testbed = await startBareTestbed({ ...(createLender && { createLender }) });
    server = new MerchantServer(testbed.bff);
  };
  beforeEach(() => start());
  afterEach(() => testbed.close());

  const passDays = (days: number) => testbed.bff.pass(dayMs, days);
  const looks = () => testbed.lender.heard.filter(({ operation }) => operation === 'loan').length;
  const chosen = async (): Promise<ShopPage> => {
    const page = await pageWithOffers(testbed);
    const { offers } = as(await page.step(), 'offers');
    await page.select(offers[0]?.offer_uuid ?? '');
    return page;
  };

  it('is followed for 60 days, since nobody says when its offers end', async () => {
    const page = await chosen();
    await server.cancel(page.checkoutId);
    await passDays(58);
    const until = looks();
    assert.ok(until > 50);
    await testbed.lender.controls.acceptTerms(page.checkoutId);
    await passDays(1);
    assert.equal(testbed.lender.controls.loan(page.checkoutId).state, 'cancelled');
    assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
  });

  it('is followed no longer after that', async () => {
    const page = await pageWithOffers(testbed);
    await server.cancel(page.checkoutId);
    await passDays(61);
    const before = looks();
    await passDays(5);
    assert.equal(looks(), before);
    assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
  });

  it('leaves the account to a checkout with which the same person has come since', async () => {
    const applicant = { email: 'twice@example.test' };
    const first = await pageWithOffers(testbed, applicant);
    await server.cancel(first.checkoutId);
    const second = await pageWithOffers(testbed, applicant);
    const { offers } = as(await second.step(), 'offers');
    await second.select(offers[0]?.offer_uuid ?? '');
    await testbed.lender.controls.acceptTerms(first.checkoutId);
    await passDays(1);
    assert.equal(testbed.lender.controls.loan(first.checkoutId).state, 'accepted');
    assert.equal((await server.view(second.checkoutId)).status, 'accepted');
    assert.equal((await server.view(first.checkoutId)).status, 'cancelled');
  });

  it('is accepted again where the account has activity', async () => {
    const page = await chosen();
    await server.cancel(page.checkoutId);
    await testbed.lender.controls.acceptTerms(page.checkoutId);
    testbed.lender.troubles.next('cancel', { status: 403, body: { detail: 'It has activity.' } });
    const { status, timeline } = await server.view(page.checkoutId);
    assert.equal(status, 'accepted');
    assert.equal(timeline.at(-1)?.type, 'checkout.accepted');
  });

  it('has its account cancelled once it is accepted', async () => {
    const page = await acceptedAtBareLender(testbed);
    assert.equal((await server.cancel(page.checkoutId)).status, 'cancelled');
    assert.equal(testbed.lender.controls.loan(page.checkoutId).state, 'cancelled');
  });

  it('is cancelled where the lender does not say that it was', async () => {
    const page = await acceptedAtBareLender(testbed);
    testbed.lender.troubles.next('cancel', { status: 204, body: '' });
    assert.equal((await server.cancel(page.checkoutId)).status, 'cancelled');
    assert.equal((await server.view(page.checkoutId)).status, 'cancelled');
  });

  it('goes on where a page of a gateway came in place of the lender’s answer', async () => {
    const page = await acceptedAtBareLender(testbed);
    testbed.lender.troubles.next('cancel', { status: 200, body: '<h1>Maintenance</h1>' });
    const { status, cancellation } = await server.cancel(page.checkoutId);
    assert.deepEqual([status, cancellation], ['accepted', 'working']);
    testbed.bff.tick(callLimitMs);
    assert.equal((await server.view(page.checkoutId)).cancellation, null);
    assert.equal((await server.cancel(page.checkoutId)).status, 'cancelled');
  });

  it('is 501 where the lender cannot, unless nobody has applied', async () => {
    await testbed.close();
    await start((options) => {
      const { cancelAccount: _none, ...lender } = createSponsorLendingApi(options);
      return lender;
    });
    const page = await pageWithOffers(testbed);
    const answer = await server.askCancel(page.checkoutId);
    assert.equal(answer.status, 501);
    assert.equal(problemOf(answer).code, 'not_supported');
    assert.equal((await server.view(page.checkoutId)).status, 'offers');
    const open = await openPage(testbed);
    assert.equal((await server.cancel(open.checkoutId)).status, 'cancelled');
  });
});
