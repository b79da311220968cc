import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { notFound } from '../../../helpers/bare-lender/rest-framework.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  comeBack,
  openPage,
  pageWithChoice,
  pageWithOffers,
  proveLoans,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { hourMs, minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { as, codeOf, type ShopPage, stepOf } from '../../../helpers/shop-page.ts';
import { passHours } from './lost-charges.ts';

describe('the loan of a lender that says little', () => {
  let testbed: BareTestbed;

  beforeEach(async () => {
    testbed = await startBareTestbed();
  });
  afterEach(() => testbed.close());

  const chosen = () => pageWithChoice(testbed);
  const metric = async (name: string) =>
    testbed.bff.context.metrics.registry.getSingleMetricAsString(name);
  const portalEmails = ({ checkoutId }: ShopPage) =>
    testbed.lender.controls.loan(checkoutId).portalEmails;

  it('is accepted by its status, and every other field may be missing', async () => {
    const page = await chosen();
    await testbed.lender.controls.acceptTerms(page.checkoutId);
    assert.deepEqual(await page.step(), {
      screen: 'accepted',
      loan_number: null,
      credit_limit: null,
      available_spend: null,
      purchase_window_end_date: null,
      portal_account_status: null,
      charge_amount: null,
      order_amount: null,
      blocked: 'order_required',
    });
  });

  it('is shown with what else it says, numbers as text', async () => {
    testbed.lender.troubles.rewrite('loan', (body) => ({
      ...(body as object),
      consumer_application_human_readable_id: 7_342_055_188,
      credit_limit: 8400,
      available_spend: '8000.00',
      purchase_window_end_date: '2026-08-01',
      portal_account_status: 'Active',
    }));
    const page = await acceptedAtBareLender(testbed);
    assert.deepEqual(await page.step(), {
      screen: 'accepted',
      loan_number: '7342055188',
      credit_limit: '8400.00',
      available_spend: '8000.00',
      purchase_window_end_date: '2026-08-01',
      portal_account_status: 'Active',
      charge_amount: '8000.00',
      order_amount: '8400.00',
      blocked: null,
    });
  });

  it('is cancelled in either spelling', async () => {
    for (const word of ['Canceled', 'Cancelled']) {
      testbed.lender.settings.words.cancelled = word;
      const page = await chosen();
      await testbed.lender.controls.declineTerms(page.checkoutId);
      assert.deepEqual(await page.step(), { screen: 'cancelled', reason: 'terms_declined' });
    }
  });

  it('is cancelled by a consumer who chose, although its decision is "no_offers" by then', async () => {
    testbed.lender.troubles.rewrite('loan', (body) => ({
      ...(body as object),
      decision: 'no_offers',
    }));
    const page = await chosen();
    testbed.lender.controls.set(page.checkoutId, 'review');
    assert.equal((await page.step()).screen, 'review');
    await testbed.lender.controls.declineTerms(page.checkoutId);
    const cancelled = { screen: 'cancelled', reason: 'terms_declined' };
    assert.deepEqual(await page.step(), cancelled);
    assert.deepEqual(await page.step(), cancelled);
  });

  describe('that is not there under our id, after its soft pull was answered', () => {
    const isTold = (line: string) => line.includes('"loan_not_found"');
    const toldOf = ({ checkoutId }: ShopPage) =>
      testbed.bff.logged.filter((line) => isTold(line) && line.includes(checkoutId)).length;

    it('is told once, as an error, where the lender is known to know our ids', async () => {
      await proveLoans(testbed);
      const page = await chosen();
      testbed.lender.troubles.always('loan', notFound);
      await testbed.bff.pass(10 * minuteMs, 1);
      assert.equal(toldOf(page), 0);
      await testbed.bff.pass(10 * minuteMs, 6);
      assert.equal(toldOf(page), 1);
      const { level } = JSON.parse(testbed.bff.logged.find(isTold) ?? '') as { level: number };
      assert.equal(level, 50);
      assert.equal((await comeBack(page)).screen, 'redirect');
    });

    it('is not told while it is found in between, nor where nothing shows that our ids are known', async () => {
      testbed.lender.troubles.always('loan', notFound);
      const unproven = await chosen();
      await testbed.bff.pass(10 * minuteMs, 6);
      assert.equal(toldOf(unproven), 0);
      testbed.lender.troubles.heal();
      await proveLoans(testbed);
      const page = await chosen();
      for (let time = 0; time < 3; time += 1) {
        testbed.lender.troubles.always('loan', notFound);
        await testbed.bff.pass(10 * minuteMs, 1);
        testbed.lender.troubles.heal();
        await testbed.bff.pass(10 * minuteMs, 1);
      }
      assert.equal(toldOf(page), 0);
    });
  });

  it('is not charged while it is suspended', async () => {
    const page = await acceptedAtBareLender(testbed);
    testbed.lender.controls.set(page.checkoutId, 'suspended');
    assert.equal(as(await page.step(), 'accepted').blocked, 'suspended');
    assert.equal(codeOf(await page.charge()), 'charge_blocked');
    testbed.lender.controls.set(page.checkoutId, 'accepted');
    assert.equal(as(stepOf(await page.charge()), 'charge_pending').amount, '8400.00');
  });

  /** Until it is released, its consumer reads that it is looked at more closely. */
  const heldBack = async (page: ShopPage) => {
    const before = await page.step();
    const loan = testbed.lender.controls.loan(page.checkoutId);
    const { state } = loan;
    loan.state = 'suspended';
    assert.equal((await page.step()).screen, 'review');
    const release = async () => {
      loan.state = state;
      assert.deepEqual(await page.step(), before);
    };
    return { before, release };
  };

  for (const [what, reach] of [
    ['an offer is chosen', () => pageWithOffers(testbed)],
    ['its terms are accepted', chosen],
  ] as const) {
    it(`is looked at more closely while it is held back before ${what}, and goes on then`, async () => {
      const page = await reach();
      const { release } = await heldBack(page);
      await release();
      const { timeline } = await new MerchantServer(testbed.bff).view(page.checkoutId);
      assert.ok(!timeline.some(({ type }) => type === 'checkout.accepted'));
    });

    for (const word of [null, 'Invited', 'Canary: Thinking']) {
      it(`goes on then, too, where its lender says ${word} before ${what}`, async () => {
        const { settings } = testbed.lender;
        settings.words.offers = word;
        settings.words.selected = word;
        const page = await reach();
        const { before, release } = await heldBack(page);
        assert.equal((await page.step()).screen, 'review');
        await release();
        assert.deepEqual(await page.step(), before);
      });
    }

    it(`goes on then, too, where it is called invited beside its offers before ${what}`, async () => {
      const { settings } = testbed.lender;
      settings.loanListsOffers = true;
      settings.words.offers = 'Invited';
      settings.words.selected = 'Invited';
      const { release } = await heldBack(await reach());
      await release();
    });
  }

  it('stays in the lender’s own review where nothing more is said, also after a hold', async () => {
    const { settings, controls } = testbed.lender;
    settings.words.selected = null;
    const page = await chosen();
    const loan = controls.loan(page.checkoutId);
    const { state } = loan;
    for (const next of ['suspended', 'review', 'suspended', state] as const) {
      loan.state = next;
      assert.equal((await page.step()).screen, 'review', next);
    }
  });

  it('has an account that its merchant can cancel, although it is held back at once', async () => {
    const { settings, controls, troubles, heard } = testbed.lender;
    settings.callbacks = 'none';
    const page = await chosen();
    await controls.acceptTerms(page.checkoutId);
    controls.set(page.checkoutId, 'suspended');
    troubles.rewrite('loan', (body) => ({ ...Object(body), account_status: 'Suspended' }));
    assert.equal(as(await page.step(), 'accepted').blocked, 'suspended');
    const server = new MerchantServer(testbed.bff);
    assert.equal((await server.view(page.checkoutId)).status, 'accepted');
    await server.askCancel(page.checkoutId);
    assert.ok(heard.some(({ operation }) => operation === 'cancel'));
  });

  it('without a status is where the decision left it', async () => {
    testbed.lender.settings.loanAnswer = 'nothing';
    const declined = await openPage(testbed);
    await declined.apply({ last_name: 'Declined' });
    assert.equal((await declined.step()).screen, 'no_offers');
    assert.equal((await (await pageWithOffers(testbed)).step()).screen, 'offers');
    assert.equal((await (await chosen()).step()).screen, 'redirect');
  });

  it('takes an unknown word for no news, counts it and logs it without the word', async () => {
    const page = await chosen();
    testbed.lender.settings.words.selected = 'Canary: Thinking';
    assert.equal((await page.step()).screen, 'redirect');
    assert.match(await metric('bff_lender_oddities_total'), /kind="unknown_word"/);
    const lines = testbed.bff.logged.filter((line) => line.includes('unknown_word'));
    assert.ok(lines.length > 0);
    assert.ok(!testbed.bff.logged.some((line) => line.includes('Canary')));
    await testbed.lender.controls.acceptTerms(page.checkoutId);
    assert.equal((await page.step()).screen, 'accepted');
  });

  it('has each unknown word logged once an hour, and counted every time', async () => {
    const page = await chosen();
    testbed.lender.settings.words.selected = 'Canary: Thinking';
    const lines = () => testbed.bff.logged.filter((line) => line.includes('unknown_word')).length;
    const count = async () =>
      Number(/kind="unknown_word"\} (\d+)/.exec(await metric('bff_lender_oddities_total'))?.[1]);
    await page.step();
    await page.step();
    assert.equal(lines(), 1);
    assert.ok((await count()) >= 2);
    await passHours(testbed, page, 1);
    await page.step();
    assert.equal(lines(), 2);
  });

  it('that was read once and cannot be found later has not gone', async () => {
    const page = await chosen();
    await page.step();
    testbed.lender.settings.loanAnswer = 'not_found';
    assert.equal((await page.step()).screen, 'redirect');
  });

  describe('its eligibility', () => {
    beforeEach(() => {
      testbed.lender.settings.saysEligibility = true;
    });
    const withCode = (code: unknown) =>
      testbed.lender.troubles.rewrite('loan', (body) => ({
        ...(body as object),
        transaction_status_code: code,
        is_valid_for_transaction: undefined,
        no_transaction_message: 'Payment Portal',
      }));

    for (const [code, blocked] of [
      [0, null],
      [1, 'suspended'],
      [2, 'portal_required'],
    ] as const) {
      it(`is told by the code ${code}`, async () => {
        const page = await acceptedAtBareLender(testbed);
        withCode(code);
        assert.equal(as(await page.step(), 'accepted').blocked, blocked);
        assert.equal((await page.charge()).status === 201, code === 0);
        assert.equal(testbed.lender.books.charges.length, code === 0 ? 1 : 0);
      });
    }

    it('comes by the code, whatever the portal’s status says', async () => {
      testbed.lender.troubles.rewrite('loan', (body) => ({
        ...(body as object),
        portal_account_status: 'Invited',
      }));
      const page = await acceptedAtBareLender(testbed);
      const step = as(await page.step(), 'accepted');
      assert.deepEqual([step.portal_account_status, step.blocked], ['Invited', null]);
    });
  });

  describe('without eligibility', () => {
    it('lets the charge be tried, whose refusal is the answer', async () => {
      const page = await acceptedAtBareLender(testbed, { applicant: { last_name: 'Portalless' } });
      assert.equal(as(await page.step(), 'accepted').blocked, null);
      assert.equal(codeOf(await page.charge()), 'portal_required');
      assert.equal(as(await page.step(), 'accepted').blocked, 'portal_required');
      assert.equal(portalEmails(page), 0);
      testbed.lender.controls.activatePortal(page.checkoutId);
      assert.equal(as(stepOf(await page.charge()), 'charge_pending').amount, '8400.00');
      assert.equal(testbed.lender.books.charges.length, 1);
    });
  });

  describe('its Payment Portal invitation', () => {
    const press = (page: ShopPage) => page.on('POST', '/portal-invitation', {});

    it('is an e-mail for the consumer’s own press only, at most once an hour', async () => {
      testbed.lender.settings.saysEligibility = true;
      const page = await acceptedAtBareLender(testbed, { applicant: { last_name: 'Portalless' } });
      for (let look = 0; look < 3; look += 1) {
        await page.step();
        await page.charge();
        testbed.bff.tick(11 * 60_000);
        await testbed.bff.runDue();
      }
      assert.equal(portalEmails(page), 0);
      const step = as(stepOf(await press(page)), 'accepted');
      assert.equal(step.blocked, 'portal_required');
      await press(page);
      testbed.bff.tick(hourMs - 1);
      await press(page);
      assert.equal(portalEmails(page), 1);
      testbed.bff.tick(1);
      await comeBack(page);
      await press(page);
      assert.equal(portalEmails(page), 2);
    });

    it('is no e-mail when a charge needs it, whoever asks for the charge', async () => {
      testbed.lender.settings.saysEligibility = true;
      const portal_account_status = 'NotInvited';
      testbed.lender.troubles.rewrite('loan', (body) => ({
        ...(body as object),
        portal_account_status,
      }));
      const page = await acceptedAtBareLender(testbed, { applicant: { last_name: 'Portalless' } });
      assert.equal(codeOf(await page.charge()), 'portal_required');
      const server = new MerchantServer(testbed.bff);
      assert.equal(codeOf(await server.ask(page.checkoutId)), 'portal_required');
      assert.equal(portalEmails(page), 0);
    });

    it('is one e-mail however often it is pressed at once', async () => {
      const page = await acceptedAtBareLender(testbed, { applicant: { last_name: 'Portalless' } });
      await Promise.all([1, 2, 3].map(() => press(page)));
      assert.equal(portalEmails(page), 1);
    });
  });
});
