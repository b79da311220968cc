import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { detail } from '../../../helpers/bare-lender/rest-framework.ts';
import { unwell } from '../../../helpers/bare-lender/troubles.ts';
import {
  type BareTestbed,
  lenderContact,
  openPage,
  pageWithOffers,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import {
  anApplication,
  as,
  codeOf,
  errorsOf,
  ShopPage,
  signedOrder,
  stepOf,
} from '../../../helpers/shop-page.ts';

/** Of whom an offer is that does not say it: the merchant's entry names the lender. */
const ofLender = { lender_name: lenderContact.name, lender_nmls_id: lenderContact.nmls_id };

describe('a soft pull of a lender that says little', () => {
  let testbed: BareTestbed;

  beforeEach(async () => {
    testbed = await startBareTestbed();
  });
  afterEach(() => testbed.close());

  const rewriteOffers = (change: (offer: Record<string, unknown>) => Record<string, unknown>) =>
    testbed.lender.troubles.rewrite('soft_pull', (body) => {
      const { offers, ...rest } = body as { offers: Record<string, unknown>[] };
      return { ...rest, offers: offers.map(change) };
    });
  const firstOffer = async () => {
    const step = as(await (await openPage(testbed)).apply(), 'offers');
    return step.offers.find(({ apr }) => apr === '12.99') ?? assert.fail('no such offer');
  };

  it('says what was asked for, though the order has changed on its way', async () => {
    const { bff, proxy } = testbed;
    const order = { order_id: 'S-1', iat: Math.floor(bff.now() / 1000) - 1 };
    const page = new ShopPage(bff);
    await page.open({ order_token: await signedOrder(bff, order) });
    proxy.fail(/^POST .*\/soft-pull\//, 'hold');
    const applying = page.apply();
    await proxy.held(1);
    const dearer = await signedOrder(bff, { order_id: 'S-1', amount: '9000.00' });
    assert.equal((await page.on('PATCH', '', { order_token: dearer })).status, 200);
    proxy.release();
    assert.equal(as(await applying, 'offers').requested_amount, '8400.00');
    assert.equal(as(await page.step(), 'offers').requested_amount, '8400.00');
  });

  it('needs a decision and the least of an offer, and invents nothing', async () => {
    const page = await openPage(testbed);
    const { offers, ...step } = as(await page.apply(), 'offers');
    assert.deepEqual(step, {
      screen: 'offers',
      requested_amount: '8400.00',
      more_at_lender: null,
      expires_at: null,
      selected_offer_uuid: null,
      locale: 'en',
    });
    const said = testbed.lender.controls.loan(page.checkoutId).offers;
    assert.deepEqual(
      offers.toSorted((a, b) => b.term_months - a.term_months),
      [
        {
          offer_uuid: said[0]?.uuid.toLowerCase(),
          amount: '8400.00',
          apr: '12.99',
          monthly_payment: '191.08',
          term_months: 60,
          ...ofLender,
        },
        {
          offer_uuid: said[1]?.uuid.toLowerCase(),
          amount: '8400.00',
          apr: '9.90',
          monthly_payment: '387.23',
          term_months: 24,
          ...ofLender,
        },
      ],
    );
  });

  it('says of no offers whose decision it is, and promises no letter', async () => {
    const page = await openPage(testbed);
    assert.deepEqual(await page.apply({ last_name: 'Declined' }), {
      screen: 'no_offers',
      lender: lenderContact,
      notice: 'unknown',
      decided_at: null,
    });
    assert.equal((await page.step()).screen, 'no_offers');
    assert.equal(codeOf(await page.on('POST', '/application', anApplication())), 'already_decided');
    assert.equal(testbed.lender.softPulls, 1);
  });

  it('may be decided against in the API’s own word, which is no withdrawal', async () => {
    testbed.lender.settings.words.declined = 'Canceled';
    const say = (operation: 'soft_pull' | 'loan') =>
      testbed.lender.troubles.rewrite(operation, (body) => ({
        decision: 'no_offers',
        application_status: 'Canceled',
        ...(body as object),
      }));
    say('soft_pull');
    const declined = { screen: 'no_offers', lender: lenderContact, notice: 'unknown' };
    const page = await openPage(testbed);
    assert.deepEqual(await page.apply({ last_name: 'Declined' }), {
      ...declined,
      decided_at: null,
    });
    assert.equal((await page.step()).screen, 'no_offers');
    testbed.lender.troubles.heal();
    const reviewed = await openPage(testbed);
    await reviewed.apply({ last_name: 'Review' });
    await testbed.lender.controls.decide(reviewed.checkoutId, 'declined');
    say('loan');
    assert.deepEqual(await reviewed.step(), { ...declined, decided_at: null });
  });

  it('may be a review by its status, whatever the decision says', async () => {
    const page = await openPage(testbed);
    const review = { screen: 'review', lender: lenderContact };
    assert.deepEqual(await page.apply({ last_name: 'Review' }), review);
    assert.deepEqual(await page.step(), review);
    await testbed.lender.controls.decide(page.checkoutId, 'declined');
    assert.equal((await page.step()).screen, 'no_offers');
  });

  it('is followed after a review by the offers that the loan lists', async () => {
    const page = await openPage(testbed);
    await page.apply({ last_name: 'Review' });
    testbed.lender.settings.loanListsOffers = true;
    await testbed.lender.controls.decide(page.checkoutId, 'offers');
    assert.equal(as(await page.step(), 'offers').offers.length, 2);
  });

  it('lets our own ids stand where none come back', async () => {
    const page = await pageWithOffers(testbed);
    await page.step();
    const [pull] = testbed.lender.heard.filter(({ operation }) => operation === 'soft_pull');
    const [read] = testbed.lender.heard.filter(({ operation }) => operation === 'loan');
    const { external_application_id, loan_id } = pull?.body ?? {};
    assert.deepEqual([external_application_id, loan_id], [page.checkoutId, page.checkoutId]);
    assert.equal(read?.path.loan_id, page.checkoutId);
  });

  it('is shown with all else that the lender gives', async () => {
    rewriteOffers((offer) => ({
      ...offer,
      product_name: 'Home Improvement 60',
      total_of_payments: 11465.02,
      finance_charge: '3065.02',
      expires_at: '2026-04-01T10:00:00.123456-05:00',
    }));
    const offer = await firstOffer();
    assert.equal(offer.product_name, 'Home Improvement 60');
    assert.deepEqual([offer.total_of_payments, offer.finance_charge], ['11465.02', '3065.02']);
    assert.match(offer.expires_at ?? '', /^2026-04-01T15:00:00(\.123456)?Z$/);
  });

  it('is read whether money is text or number, and UUIDs are of any version and case', async () => {
    const uuid = '0F1E2D3C-4B5A-7968-8796-A5B4C3D2E1F0';
    rewriteOffers((offer) =>
      offer.term_months === 60
        ? { ...offer, offer_uuid: uuid, amount: 8400, apr: '12.99', monthly_payment: '191.08' }
        : offer,
    );
    assert.deepEqual(await firstOffer(), {
      offer_uuid: uuid.toLowerCase(),
      amount: '8400.00',
      apr: '12.99',
      monthly_payment: '191.08',
      term_months: 60,
      ...ofLender,
    });
  });

  it('leaves out what else stands in an offer and is not of its form', async () => {
    rewriteOffers((offer) => ({ ...offer, finance_charge: 'a lot', product_name: {}, novelty: 1 }));
    const offer = await firstOffer();
    assert.deepEqual(
      ['finance_charge', 'product_name', 'novelty'].filter((name) => name in offer),
      [],
    );
  });

  describe('refuses fields', () => {
    const send = async () =>
      (await openPage(testbed)).on(
        'POST',
        '/application',
        anApplication({ last_name: 'Misspelt' }),
      );
    const refusing = (body: unknown) =>
      testbed.lender.troubles.next('soft_pull', { status: 400, body });

    it('by name, as Django REST framework does', async () => {
      const answer = await send();
      assert.equal(codeOf(answer), 'invalid_applicant');
      assert.deepEqual(errorsOf(answer), { ssn: ['not_accepted'] });
      assert.ok(!JSON.stringify(answer.body).includes('Enter a valid value'));
    });

    it('below `errors`', async () => {
      refusing({ detail: 'Invalid.', errors: { email: ['No.'], unknown: ['No.'] } });
      const answer = await send();
      assert.equal(codeOf(answer), 'invalid_applicant');
      assert.deepEqual(errorsOf(answer), { email: ['not_accepted'] });
    });

    it('without naming one', async () => {
      refusing({ detail: 'Enter a valid value.' });
      assert.equal(codeOf(await send()), 'lender_refused');
    });

    it('and takes them corrected, under the same id', async () => {
      const page = await openPage(testbed);
      await page.on('POST', '/application', anApplication({ last_name: 'Misspelt' }));
      assert.equal((await page.step()).screen, 'details');
      assert.equal((await page.apply()).screen, 'offers');
      assert.equal(testbed.lender.books.loans[0]?.loanId, page.checkoutId);
      assert.equal(testbed.lender.softPulls, 1);
    });
  });

  it('of the same person belongs to the loan of the checkout that was shown its offers', async () => {
    const applicant = { email: 'twice@example.test' };
    const first = await pageWithOffers(testbed, applicant);
    const second = await pageWithOffers(testbed, applicant);
    const [shown, again] = [as(await first.step(), 'offers'), as(await second.step(), 'offers')];
    assert.deepEqual(again.offers, shown.offers);
    await second.select(again.offers[0]?.offer_uuid ?? '');
    await testbed.lender.controls.acceptTerms(first.checkoutId);
    assert.equal((await second.step()).screen, 'accepted');
    const read = testbed.lender.heard.filter(({ operation }) => operation === 'loan');
    assert.equal(read.at(-1)?.path.loan_id, first.checkoutId);
  });

  it('of the same person belongs to that loan, though its own answer was lost', async () => {
    testbed.lender.settings.loanListsOffers = true;
    testbed.lender.troubles.next('soft_pull', 'cut_after');
    const applicant = { email: 'lost.once@example.test' };
    const first = await openPage(testbed);
    await first.on('POST', '/application', anApplication(applicant));
    as(await first.step(), 'offers');
    const second = await pageWithOffers(testbed, applicant);
    const { offers } = as(await second.step(), 'offers');
    await second.select(offers[0]?.offer_uuid ?? '');
    await testbed.lender.controls.acceptTerms(first.checkoutId);
    assert.equal((await second.step()).screen, 'accepted');
  });

  it('in two tabs at once belongs to the loan of the one that the lender heard first', async () => {
    const applicant = { email: 'at.once@example.test' };
    const [first, second] = [await openPage(testbed), await openPage(testbed)];
    testbed.lender.troubles.next('soft_pull', 'hold');
    const firstAnswer = first.apply(applicant);
    await testbed.lender.troubles.held(1);
    await second.apply(applicant);
    testbed.lender.troubles.release();
    const { offers } = as(await firstAnswer, 'offers');
    await second.select(offers[0]?.offer_uuid ?? '');
    await testbed.lender.controls.acceptTerms(first.checkoutId);
    for (const page of [first, second]) assert.equal((await page.step()).screen, 'accepted');
  });

  it('is not over where it is refused and its loan cannot be read: its id may be in use', async () => {
    const page = await openPage(testbed);
    testbed.lender.troubles.next('soft_pull', detail(400, 'Invalid request.'));
    testbed.lender.troubles.always('loan', unwell.serverError);
    assert.equal((await page.apply()).screen, 'working');
  });

  it('keeps its offer code where another field is refused', async () => {
    const made = await new MerchantServer(testbed.bff).make({ offer_code: 'AUTUMN-24' });
    const page = new ShopPage(testbed.bff);
    await page.open({ resume: made.client_token });
    const refused = await page.on('POST', '/application', anApplication({ last_name: 'Misspelt' }));
    assert.equal(codeOf(refused), 'invalid_applicant');
    as(await page.apply(), 'offers');
    const sent = testbed.lender.heard.filter(({ operation }) => operation === 'soft_pull');
    assert.deepEqual(
      sent.map(({ body }) => body?.offer_code_name),
      ['AUTUMN-24', 'AUTUMN-24'],
    );
  });

  it('goes on without an offer code where it refuses one and names no field', async () => {
    testbed.lender.troubles.next('soft_pull', detail(400, 'Invalid request.'));
    const made = await new MerchantServer(testbed.bff).make({ offer_code: 'AUTUMN-24' });
    const page = new ShopPage(testbed.bff);
    await page.open({ resume: made.client_token });
    const refused = await page.on('POST', '/application', anApplication());
    assert.equal(codeOf(refused), 'offer_code_refused');
    as(await page.apply(), 'offers');
    const sent = testbed.lender.heard.filter(({ operation }) => operation === 'soft_pull');
    assert.equal(sent.length, 2);
  });

  it('says nothing that a consumer is shown as markup, or that ends in a log', async () => {
    const canary = '<img src=x onerror=alert(1)>';
    testbed.lender.troubles.next('soft_pull', detail(400, canary));
    const page = await openPage(testbed);
    const answer = await page.on('POST', '/application', anApplication());
    assert.ok(!JSON.stringify(answer.body).includes('onerror'));
    assert.ok(!testbed.bff.logged.some((line) => line.includes('onerror')));
    assert.equal((await page.step()).screen, 'details');
    assert.equal(stepOf(await page.on('GET')).screen, 'details');
  });

  it('needs no rate sheet', async () => {
    testbed.lender.troubles.always('rate_sheet', { status: 500, body: '<h1>Server Error</h1>' });
    await pageWithOffers(testbed);
    assert.equal(testbed.lender.softPulls, 1);
  });
});
