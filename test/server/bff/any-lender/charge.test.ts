import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { bankMissing } from '../../../helpers/bare-lender/funding.ts';
import { detail } from '../../../helpers/bare-lender/rest-framework.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  bareShop,
  lenderContact,
  openPage,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { blockerOf, MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, type ShopPage, signedOrder, stepOf } from '../../../helpers/shop-page.ts';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a charge at a lender that says little', () => {
  let testbed: BareTestbed;

  beforeEach(async () => {
    testbed = await startBareTestbed();
  });
  afterEach(() => testbed.close());

  const accepted = (applicant: Record<string, unknown> = {}) =>
    acceptedAtBareLender(testbed, { applicant });
  const charged = () => testbed.lender.books.charges.length;
  const pending = async (page: ShopPage) => as(stepOf(await page.charge()), 'charge_pending');
  const blocked = async (page: ShopPage) => as(await page.step(), 'accepted').blocked;

  it('needs the payment_request_uuid alone', async () => {
    const page = await accepted();
    const { charge_id, ...step } = await pending(page);
    const [made] = testbed.lender.books.charges;
    assert.match(charge_id, uuidForm);
    assert.deepEqual(step, {
      screen: 'charge_pending',
      payment_request_uuid: made?.uuid.toLowerCase(),
      loan_number: null,
      lender: lenderContact,
      amount: '8400.00',
      expires_at: new Date(testbed.bff.now() + 48 * hourMs).toISOString().replace('.000', ''),
      notifications: { sms: 'sent', email: 'sent' },
      warning: null,
    });
    // The lender's rows say the number.
    const { loan_number, ...read } = as(await page.step(), 'charge_pending');
    assert.deepEqual({ ...read, loan_number: null }, { charge_id, ...step });
    assert.equal(loan_number, '7342055188');
    assert.notEqual(charge_id, step.payment_request_uuid);
  });

  it('is asked for under our ids, with the fees of the merchant’s entry', async () => {
    const page = await accepted();
    await pending(page);
    const { body } = testbed.lender.heard.find(({ operation }) => operation === 'charge') ?? {};
    assert.equal(body?.external_application_id, page.checkoutId);
    assert.deepEqual(
      [body?.net_to_merchant_amount, body?.net_platform_fee, body?.net_to_sponsor_amount],
      ['8064.00', '252.00', '84.00'],
    );
  });

  it('is asked of the loan that the offers belong to, where a person has applied twice', async () => {
    const email = 'twice@example.test';
    const [first, second] = [await openPage(testbed), await openPage(testbed)];
    await first.apply({ email });
    const { offers } = as(await second.apply({ email }), 'offers');
    await second.select(offers[0]?.offer_uuid ?? '');
    await testbed.lender.controls.acceptTerms(first.checkoutId);
    await second.on('PATCH', '', { order_token: await signedOrder(testbed.bff) });
    await pending(second);
    assert.equal(testbed.lender.books.charges[0]?.loan.loanId, first.checkoutId);
  });

  for (const [what, body] of [
    ['a rate sheet', undefined],
    ['one that can be read: a page', '<h1>Welcome</h1>'],
    ['one that can be read: an object', {}],
  ] as const) {
    it(`is refused by a code that says so without fees and without ${what}`, async () => {
      await testbed.close();
      const { fees: _fees, ...shopWithoutFees } = bareShop;
      testbed = await startBareTestbed({ config: { merchants: [shopWithoutFees] } });
      if (body !== undefined) testbed.lender.troubles.always('rate_sheet', { status: 200, body });
      const page = await accepted();
      assert.equal(codeOf(await page.charge()), 'fees_unknown');
      assert.equal(charged(), 0);
    });
  }

  it('shows a warning that the answer has', async () => {
    const page = await accepted();
    testbed.lender.troubles.rewrite('charge', (body) => ({
      ...(body as object),
      warning: 'The phone is opted out of SMS; an e-mail was sent.',
    }));
    const { warning, notifications } = await pending(page);
    assert.match(warning ?? '', /opted out/);
    assert.deepEqual(notifications, { sms: 'skipped_opted_out', email: 'sent' });
  });

  it('is not looked for again once the lender has refused it', async () => {
    const page = await accepted({ last_name: 'Unreachable' });
    assert.equal(codeOf(await page.charge()), 'consumer_unreachable');
    const charges = await testbed.bff.database.query
      .selectFrom('charges')
      .select(['state', 'deadline_at'])
      .execute();
    assert.deepEqual(charges, [{ state: 'void', deadline_at: 0 }]);
  });

  describe('that the lender refuses', () => {
    it('with 424 says that the consumer cannot be reached by text', async () => {
      const page = await accepted({ last_name: 'Unreachable' });
      assert.equal(codeOf(await page.charge()), 'consumer_unreachable');
      assert.equal(await blocked(page), null);
      const server = new MerchantServer(testbed.bff);
      assert.equal(codeOf(await server.ask(page.checkoutId)), 'consumer_unreachable');
      assert.equal(charged(), 0);
    });

    it('for want of the merchant’s bank account says so', async () => {
      const page = await accepted();
      testbed.lender.troubles.next('charge', bankMissing);
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(await blocked(page), 'bank_required');
      await pending(page);
    });

    it('for another reason does not say that the bank account is missing', async () => {
      const page = await accepted();
      testbed.lender.troubles.next('charge', detail(400, 'Invalid request.'));
      assert.equal(codeOf(await page.charge()), 'charge_blocked');
      assert.equal(await blocked(page), null);
      await pending(page);
      assert.equal(charged(), 1);
    });

    it('because the loan was held back meanwhile says so', async () => {
      testbed.lender.settings.saysLoanNumber = true;
      const page = await accepted();
      testbed.lender.troubles.next('pending', 'hold');
      const charging = page.charge();
      await testbed.lender.troubles.held(1);
      testbed.lender.controls.set(page.checkoutId, 'suspended');
      testbed.lender.troubles.release();
      assert.equal(blockerOf(await charging, 'charge_blocked'), 'suspended');
      assert.equal(charged(), 0);
    });

    it('with a 503 and a detail has not happened, and may be asked for again', async () => {
      const page = await accepted();
      testbed.lender.troubles.next('charge', unwell.unavailable);
      assert.equal(codeOf(await page.charge()), 'lender_unavailable');
      assert.equal(await blocked(page), null);
      await pending(page);
      assert.equal(charged(), 1);
    });
  });

  describe('whose answer is lost', () => {
    for (const [what, trouble] of [
      ['409', unwell.conflict],
      ['500', unwell.serverError],
      ['503 of a gateway', unwell.gateway],
      ['503 of a gateway that writes problem documents', unwell.gatewayProblem],
      ['502', { status: 502, body: '<h1>Bad Gateway</h1>' }],
      ['a 2xx without its uuid', { status: 201, body: { detail: 'Created.' } }],
      ['a 2xx with a uuid that is none', { status: 201, body: { payment_request_uuid: 17 } }],
      ['a 2xx that is no JSON', { status: 200, body: '<h1>Thanks</h1>' }],
    ] as const) {
      it(`by ${what}, is not asked for again before it is known`, async () => {
        const page = await accepted();
        testbed.lender.troubles.next('charge', { ...trouble, acts: true });
        assert.equal(stepOf(await page.charge()).screen, 'working');
        await page.charge();
        testbed.bff.tick(hourMs / 4);
        await testbed.bff.runDue();
        await page.charge();
        assert.equal(charged(), 1);
      });
    }

    it('by a connection that breaks, after the lender has acted', async () => {
      const page = await accepted();
      testbed.lender.troubles.next('charge', 'cut_after');
      assert.equal(stepOf(await page.charge()).screen, 'working');
      await page.charge();
      assert.equal(charged(), 1);
    });
  });

  it('is of the order as it stands when it is asked for, or of none', async () => {
    testbed.lender.settings.saysLoanNumber = true;
    const page = await acceptedAtBareLender(testbed, { order_id: 'S-1' });
    testbed.lender.troubles.next('pending', 'hold');
    const charging = page.charge();
    await testbed.lender.troubles.held(1);
    const order_token = await signedOrder(testbed.bff, { order_id: 'S-1', amount: '8000.00' });
    assert.equal((await page.on('PATCH', '', { order_token })).status, 200);
    testbed.lender.troubles.release();
    assert.equal(blockerOf(await charging, 'charge_blocked'), 'order_changed');
    assert.equal(charged(), 0);
    assert.equal((await pending(page)).amount, '8000.00');
  });

  it('is read by the merchant’s server under our own id', async () => {
    const page = await accepted();
    const step = await pending(page);
    const [view] = await new MerchantServer(testbed.bff).charges(page.checkoutId);
    assert.equal(view?.charge_id, step.charge_id);
    assert.equal(view?.payment_request_uuid, step.payment_request_uuid);
    assert.equal(view?.status, 'pending');
  });

  it('has nothing to do with a loan of another checkout', async () => {
    const [first, second] = [await accepted(), await accepted()];
    await pending(first);
    assert.equal(as(await second.step(), 'accepted').blocked, null);
    await pending(second);
    assert.equal(charged(), 2);
    assert.equal((await (await openPage(testbed)).step()).screen, 'details');
  });
});
