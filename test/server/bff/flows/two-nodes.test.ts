import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shop, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { startFaultyProxy } from '../../../helpers/faulty-proxy.ts';
import { LinkPage, tokenOf } from '../../../helpers/link-page.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { anApplication, as, codeOf, ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const softPull = /^POST .*\/soft-pull\//;
const selectCall = /^PATCH .*\/select\//;
const approveCall = /^POST .*\/approve\//;
const loanRead = /^GET .*\/loan\//;
const reason = 'two nodes need PostgreSQL';

describe('two nodes on one database', {
  skip: process.env.TEST_DATABASE_URL ? false : reason,
}, () => {
  let testbed: Testbed;
  let other: TestBff;

  before(async () => {
    const timing = { feedPollMs: 20 };
    const merchants = [{ ...shop, may_approve: true }];
    const config = { timing, merchants };
    testbed = await startTestbed({ isRunning: false, mayApprove: true, config });
    other = await startTestBff({
      lenderUrl: testbed.proxy.url,
      storage: testbed.bff.storage,
      config: { linkAllowedOrigins: [testbed.lenderUrl], ...config },
    });
  });
  after(async () => {
    await other.close();
    await testbed.close();
  });

  /** The same page, answered by the other node. */
  const onOther = (page: ShopPage) => {
    const twin = new ShopPage(other);
    Object.assign(twin, { token: page.token, checkoutId: page.checkoutId, resume: page.resume });
    return twin;
  };

  it('tell each other’s streams of a new step', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    const stream = await StepStream.open(onOther(page));
    assert.equal((await stream.next())?.step.screen, 'details');
    await page.on('PATCH', '', { amount: '9000.00' });
    assert.equal(
      as((await stream.next())?.step ?? (await page.step()), 'details').amount,
      '9000.00',
    );
    await stream.close();
  });

  it('ask the lender once for an application that comes to both', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    const application = anApplication();
    const twin = onOther(page);
    const answers = await Promise.all([
      page.on('POST', '/application', application),
      twin.on('POST', '/application', application),
    ]);
    for (const answer of answers) {
      assert.ok(['offers', 'working'].includes(stepOf(answer).screen));
    }
    assert.equal((await page.step()).screen, 'offers');
    assert.equal((await twin.step()).screen, 'offers');
    assert.equal(testbed.proxy.passed.filter((call) => softPull.test(call)).length, 1);
  });

  it('hide an application from whoever had the link before, and asks the other node', async (t) => {
    const { bff, proxy, lenderUrl } = testbed;
    const farProxy = await startFaultyProxy(() => lenderUrl);
    const far = await startTestBff({
      lenderUrl: farProxy.url,
      storage: bff.storage,
      config: { bffPublicUrl: bff.url, timing: { readMs: 60_000 } },
    });
    t.after(async () => {
      await far.close();
      await farProxy.close();
    });
    const server = new MerchantServer(bff);
    const made = await server.make({ order_id: 'two-links' });
    const before = new LinkPage(bff);
    await before.openBy(tokenOf(made));
    await before.takeUp();
    // The lender will refuse it.
    const refused = anApplication({ soft_pull_consent_version: 'none' });
    proxy.fail(softPull, 'hold');
    const applying = before.on('POST', '/application', refused);
    await proxy.held(1);
    const { token, checkoutId, origin } = before;
    const twin = Object.assign(new ShopPage(far, origin), { token, checkoutId });
    farProxy.fail(loanRead, 'hold');
    const asking = twin.on('GET');
    await farProxy.held(1);
    proxy.release();
    assert.notEqual((await applying).status, 200);
    const consumer = new LinkPage(bff);
    await consumer.openBy(tokenOf(await server.link(checkoutId)));
    as(await consumer.apply({ ssn: '900-10-0001' }), 'offers');
    farProxy.release();
    assert.equal(codeOf(await asking), 'token_expired');
  });

  it('keep the choice that the lender has, of two that are made at once', async () => {
    const { bff, proxy, lending } = testbed;
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    const { offers } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    const [first = '', second = ''] = offers.map(({ offer_uuid }) => offer_uuid);
    proxy.fail(selectCall, 'hold');
    const choosing = page.select(first);
    await proxy.held(1);
    as(await onOther(page).select(second), 'redirect');
    proxy.release();
    as(await choosing, 'redirect');
    const { selected_offer_id } = await lending.context.database.query
      .selectFrom('applications')
      .select('selected_offer_id')
      .where('external_application_id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    const { offer } = as(await page.step(), 'redirect');
    assert.equal(offer.offer_uuid, selected_offer_id);
  });

  it('keep how a charge was authorised, though the node that came second was refused', async () => {
    const { proxy } = testbed;
    const { checkoutId: id } = await acceptedPage(testbed);
    const [first, second] = [new MerchantServer(testbed.bff), new MerchantServer(other)];
    const { charge_id: chargeId } = await first.charge(id);
    const of = { id, chargeId };
    await first.view(id);
    // The second has read that the charge waits when the first one's answer is lost.
    proxy.fail(loanRead, 'hold');
    const late = second.askApproval(of, { authorization_reference: 'HC-2' });
    await proxy.held(1);
    proxy.fail(approveCall, 'lose_answer');
    assert.equal((await first.approve(of)).status, 'pending');
    proxy.release();
    // After its refusal it cannot read that the charge was approved.
    proxy.fail(loanRead, 503, 503, 503, 503);
    assert.equal((await late).status, 409);
    proxy.heal();
    assert.equal((await first.charges(id))[0]?.status, 'approved');
    const { authorization } = await testbed.bff.database.query
      .selectFrom('charges')
      .select('authorization')
      .where('id', '=', chargeId)
      .executeTakeFirstOrThrow();
    assert.equal(JSON.parse(authorization ?? 'null')?.reference, 'HC-1');
  });

  it('refund a charge once that both are asked to refund', async () => {
    const servers = [new MerchantServer(testbed.bff), new MerchantServer(other)] as const;
    for (let round = 0; round < 5; round += 1) {
      const { checkoutId: id } = await acceptedPage(testbed);
      const charge = await servers[0].charge(id);
      await testbed.sandbox.paymentRequest(charge.payment_request_uuid, 'approve');
      await testbed.sandbox.transaction(charge.payment_request_uuid, 'Transferred');
      const of = { id, chargeId: charge.charge_id };
      await servers[0].refunds(of);
      const answers = await Promise.all(
        servers.flatMap((server) => [
          server.askRefund(of),
          server.askRefund(of, { amount: '5000.00' }),
        ]),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 1);
      assert.equal((await servers[1].refunds(of)).length, 1);
    }
    const refunds = testbed.proxy.passed.filter((call) =>
      call.includes('/refund-payment-request/'),
    );
    assert.equal(refunds.length, 5);
  });
});
