import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import type { StepOf } from '../../../../widget/contract/step.ts';
import { daySeconds } from '../../../helpers/durations.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import {
  as,
  codeOf,
  errorsOf,
  type PageAnswer,
  ShopPage,
  stepOf,
} from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const select = /^PATCH .*\/select\//;

describe('choosing an offer', () => {
  let testbed: Testbed;
  let page: ShopPage;
  let offers: StepOf<'offers'>;

  const start = async (config = {}) => {
    testbed = await startTestbed({ isRunning: false, config });
    page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    offers = as(await page.apply({ ssn: '900-10-0010' }), 'offers');
  };
  beforeEach(() => start());
  afterEach(() => testbed.close());

  const offer = (index: number) => offers.offers[index]?.offer_uuid ?? assert.fail();
  const choose = (uuid: string, body: object = {}) =>
    page.on('POST', `/offers/${uuid}/select`, body);
  /** A checkout of a person, who is known to the lender by an earlier one perhaps. */
  const appliedBy = async (person: Record<string, unknown>) => {
    const applied = new ShopPage(testbed.bff);
    await applied.open({ amount: '8400.00' });
    await applied.apply(person);
    return applied;
  };
  /** Of the way back that the lender was given last. */
  const codeAtLender = async (at: ShopPage) => {
    const { sponsor_redirect_url } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('sponsor_redirect_url')
      .where('external_application_id', '=', await testbed.applicationOf(at))
      .executeTakeFirstOrThrow();
    return sponsor_redirect_url?.split('soft_pull_resume=')[1] ?? assert.fail();
  };
  /** Chooses, and says on the lender’s page who it is, which then waits for a one-time code. */
  const chooseAndIdentify = async (at: ShopPage, offerUuid: string) => {
    const chosen = as(await at.select(offerUuid), 'redirect');
    const link = chosen.consumer_invitation_link;
    const browser = new PlainBrowser(testbed.lending);
    await browser.post(`${link}/identity`, { ssn_last4: '0005' });
    return { chosen, browser };
  };
  /** A page whose lender waits for a one-time code after the choice of the first of two offers. */
  const askedForCode = async (person: Record<string, unknown> = { ssn: '900-10-0005' }) => {
    const asked = await appliedBy(person);
    const found = as(await asked.step(), 'offers').offers;
    const [first = '', second = ''] = found.map(({ offer_uuid }) => offer_uuid);
    const { chosen, browser } = await chooseAndIdentify(asked, first);
    return { asked, first, second, chosen, browser, review: as(await asked.step(), 'review') };
  };

  it('leads to the lender’s page', async () => {
    const step = as(await page.select(offer(0)), 'redirect');
    assert.equal(step.offer.offer_uuid, offer(0));
    assert.equal(step.selected_amount, '8400.00');
    assert.equal(new URL(step.consumer_invitation_link).origin, testbed.lenderUrl);
    assert.deepEqual(await page.step(), step);
  });

  it('gives the same link for the same offer, and another for another', async () => {
    const first = as(await page.select(offer(0)), 'redirect');
    const again = as(await page.select(offer(0)), 'redirect');
    const other = as(await page.select(offer(1)), 'redirect');
    assert.equal(again.consumer_invitation_link, first.consumer_invitation_link);
    assert.notEqual(other.consumer_invitation_link, first.consumer_invitation_link);
    assert.equal(other.offer.offer_uuid, offer(1));
  });

  it('says in which language the lender writes, whatever the page speaks since', async () => {
    const other = new ShopPage(testbed.bff);
    await other.open({ amount: '8400.00', locale: 'es' });
    const { text } = sampleTexts.current('soft_pull_authorization', 'es', '2026-03-02');
    const read = { soft_pull_consent_text_sha256: sha256Hex(text) };
    const first = as(await other.apply({ ssn: '900-10-0011', ...read }), 'offers');
    const later = as(stepOf(await other.on('PATCH', '', { locale: 'en' })), 'offers');
    assert.deepEqual([offers.locale, first.locale, later.locale], ['en', 'es', 'es']);
  });

  it('has every offer in the language in which one was chosen, and says so', async () => {
    const other = new ShopPage(testbed.bff);
    await other.open({ amount: '8400.00' });
    const first = as(await other.apply({ ssn: '900-10-0001' }), 'offers');
    assert.ok(first.offers.every(({ locale }) => locale === 'en'));
    await other.on('PATCH', '', { locale: 'es' });
    const [chosen] = first.offers;
    await other.select(chosen?.offer_uuid ?? '');
    const again = as(stepOf(await other.on('DELETE', '/selection')), 'offers');
    assert.deepEqual(
      again.offers.map(({ offer_uuid, locale }) => [offer_uuid, locale]),
      first.offers.map(({ offer_uuid }) => [offer_uuid, 'es']),
    );
    assert.equal(again.offers[0]?.product_name, '12 meses sin intereses');
  });

  it('leads back to the lender’s page that waits for a one-time code', async () => {
    const { chosen, review } = await askedForCode();
    assert.equal(review.consumer_invitation_link, chosen.consumer_invitation_link);
    await testbed.sandbox.advanceClock(13 * daySeconds);
    const waiting = await fetch(review.consumer_invitation_link ?? '');
    assert.equal(waiting.status, 200);
  });

  it('takes the chosen offer again, and no other, while its page waits for a one-time code', async () => {
    const { asked, review, first, second } = await askedForCode();
    assert.equal(review.selected_offer_uuid, first);
    assert.deepEqual(await asked.select(first), review);
    const other = await asked.on('POST', `/offers/${second}/select`, {});
    assert.equal(codeOf(other), 'wrong_step');
    assert.deepEqual(await asked.step(), review);
  });

  it('leads to it in another checkout, whose application that one answers', async () => {
    const person = { ssn: '900-10-0005', email: `${randomUUID()}@example.test` };
    const { asked, first, second, review } = await askedForCode(person);
    const other = await appliedBy(person);
    const { lender } = review;
    assert.deepEqual(await other.step(), { screen: 'review', lender, selected_offer_uuid: first });
    const another = await other.on('POST', `/offers/${second}/select`, {});
    assert.equal(codeOf(another), 'wrong_step');
    assert.deepEqual(await other.select(first), review);
    assert.deepEqual([await other.step(), await asked.step()], [review, review]);
  });

  for (const status of [400, 404, 409, 422]) {
    it(`stands there, too, and says so where the lender refuses with ${status} to hear it again`, async () => {
      const person = { ssn: '900-10-0005', email: `${randomUUID()}@example.test` };
      const { asked, first, review } = await askedForCode(person);
      const other = await appliedBy(person);
      const before = as(await other.step(), 'review');
      assert.equal(before.selected_offer_uuid, first);
      testbed.proxy.fail(select, status, status);
      const again = await other.on('POST', `/offers/${first}/select`, {});
      assert.equal(codeOf(again), 'lender_refused');
      assert.deepEqual(await asked.select(first), review);
      assert.deepEqual(await other.step(), before);
      assert.equal(testbed.bff.logged.join('').includes('answer_not_readable'), false);
      assert.deepEqual(await other.select(first), review);
    });
  }

  it('says where the lender refuses an offer that was chosen in another checkout', async () => {
    const person = { ssn: '900-10-0005', email: `${randomUUID()}@example.test` };
    const [asked, other] = [await appliedBy(person), await appliedBy(person)];
    const [first = ''] = as(await asked.step(), 'offers').offers.map((each) => each.offer_uuid);
    await asked.select(first);
    as(await other.step(), 'offers');
    testbed.proxy.fail(select, 422, 422);
    assert.equal(
      codeOf(await other.on('POST', `/offers/${first}/select`, {})),
      'offer_unavailable',
    );
  });

  it('names the offer that was chosen in another checkout, which a return code may not repeat', async () => {
    const person = { ssn: '900-10-0005', email: `${randomUUID()}@example.test` };
    const other = await appliedBy(person);
    const code = await codeAtLender(other);
    const first = as(await other.step(), 'offers').offers[0]?.offer_uuid ?? assert.fail();
    await (await appliedBy(person)).select(first);
    const byCode = new ShopPage(testbed.bff);
    const found = as(byCode.enter(await byCode.askToResume(code)), 'offers');
    assert.equal(found.selected_offer_uuid, first);
    assert.equal(codeOf(await byCode.on('POST', `/offers/${first}/select`, {})), 'wrong_step');
    assert.deepEqual(await other.step(), found);
    as(await other.select(first), 'redirect');
  });

  it('gives no link there to who has a return code, which is used up as after any choice', async () => {
    const person = { ssn: '900-10-0005', email: `${randomUUID()}@example.test` };
    const other = await appliedBy(person);
    const code = await codeAtLender(other);
    const { first } = await askedForCode(person);
    const review = as(await other.step(), 'review');
    assert.equal(review.selected_offer_uuid, first);
    const byCode = new ShopPage(testbed.bff);
    assert.deepEqual(byCode.enter(await byCode.askToResume(code)), review);
    assert.equal(codeOf(await byCode.on('POST', `/offers/${first}/select`, {})), 'wrong_step');
    assert.deepEqual(await byCode.step(), review);
    assert.equal(codeOf(await new ShopPage(testbed.bff).askToResume(code)), 'code_used');
  });

  it('leads to it also where another offer was chosen before', async () => {
    const person = { ssn: '900-10-0005', email: `${randomUUID()}@example.test` };
    const [asked, other] = [await appliedBy(person), await appliedBy(person)];
    const found = as(await asked.step(), 'offers').offers;
    const [first = '', second = ''] = found.map(({ offer_uuid }) => offer_uuid);
    await asked.select(first);
    await chooseAndIdentify(other, second);
    const review = as(await other.step(), 'review');
    const { lender } = review;
    assert.deepEqual(await asked.step(), { screen: 'review', lender, selected_offer_uuid: second });
    const superseded = await asked.on('POST', `/offers/${first}/select`, {});
    assert.equal(codeOf(superseded), 'wrong_step');
    assert.deepEqual(await asked.select(second), review);
    assert.deepEqual([await asked.step(), await other.step()], [review, review]);
  });

  it('ends in another checkout, too, when the consumer declines the terms', async () => {
    const person = { ssn: '900-10-0005', email: `${randomUUID()}@example.test` };
    const { asked, chosen, browser } = await askedForCode(person);
    const other = await appliedBy(person);
    as(await other.step(), 'review');
    await browser.post(`${chosen.consumer_invitation_link}/code`, { code: '123456' });
    await browser.post(`${chosen.consumer_invitation_link}/decline`, {});
    const declined = { screen: 'cancelled', reason: 'terms_declined' };
    assert.deepEqual([await asked.step(), await other.step()], [declined, declined]);
  });

  it('has expired with its offers in another checkout, too', async () => {
    const person = { ssn: '900-10-0005', email: `${randomUUID()}@example.test` };
    await askedForCode(person);
    const other = await appliedBy(person);
    await other.step();
    await testbed.sandbox.advanceClock(15 * daySeconds);
    assert.equal(as(await other.step(), 'expired').reason, 'offers');
  });

  it('takes it again although the lender lists no offers meanwhile', async () => {
    const { asked, review, first } = await askedForCode();
    const { query } = testbed.bff.database;
    const { loan } = await query
      .selectFrom('checkouts')
      .select('loan')
      .where('id', '=', asked.checkoutId)
      .executeTakeFirstOrThrow();
    const unlisted = JSON.stringify({ ...JSON.parse(loan ?? ''), offers: [] });
    await query
      .updateTable('checkouts')
      .set({ loan: unlisted })
      .where('id', '=', asked.checkoutId)
      .execute();
    assert.deepEqual(await asked.select(first), review);
  });

  it('takes a smaller amount', async () => {
    const step = as(stepOf(await choose(offer(0), { selected_amount: '5000' })), 'redirect');
    assert.equal(step.selected_amount, '5000.00');
  });

  it('sends the consumer back to where the page was, with a code in the fragment', async () => {
    await page.select(offer(0));
    const { sponsor_redirect_url } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('sponsor_redirect_url')
      .executeTakeFirstOrThrow();
    const url = new URL(sponsor_redirect_url ?? '');
    assert.equal(`${url.origin}${url.pathname}`, 'https://shop.example/checkout');
    assert.match(url.hash, /^#soft_pull_resume=return\.[\w-]+\.[\w-]{43}$/);
    assert.equal(url.hash.includes(page.resume), false);
  });

  it('sends the consumer back to the address that the page has got since', async () => {
    const return_url = 'https://shop.example/checkout?size=4-ton';
    await page.on('PATCH', '', { return_url });
    await page.select(offer(0));
    const { sponsor_redirect_url } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('sponsor_redirect_url')
      .executeTakeFirstOrThrow();
    const [address, code] = sponsor_redirect_url?.split('#soft_pull_resume=return.') ?? [];
    assert.equal(address, return_url);
    assert.ok(code);
    const elsewhere = await page.on('PATCH', '', { return_url: 'https://elsewhere.example/' });
    assert.equal(codeOf(elsewhere), 'origin_not_allowed');
  });

  describe('refuses', () => {
    it('what is not among the offers', async () => {
      assert.equal(codeOf(await choose(randomUUID())), 'offer_unavailable');
      assert.equal(codeOf(await choose('..')), 'not_found');
    });

    const assertAmountRefused = (answer: PageAnswer) => {
      assert.equal(codeOf(answer), 'amount_out_of_range');
      assert.deepEqual(errorsOf(answer), { selected_amount: ['not_accepted'] });
    };
    it('more than the offer allows, or nothing [asvs:within-offer]', async () => {
      for (const selected_amount of ['99999.00', '0.00']) {
        assertAmountRefused(await choose(offer(0), { selected_amount }));
      }
      // This one the lender refuses.
      assertAmountRefused(await choose(offer(0), { selected_amount: '1.00' }));
    });

    it('a choice before there are offers [asvs:step-order]', async () => {
      const fresh = new ShopPage(testbed.bff);
      await fresh.open({ amount: '8400.00' });
      const answer = await fresh.on('POST', `/offers/${offer(0)}/select`, {});
      assert.equal(codeOf(answer), 'wrong_step');
    });

    it('offers that have expired at the lender, and shows that they have', async () => {
      await testbed.sandbox.advanceClock(31 * daySeconds);
      assert.equal(codeOf(await choose(offer(0))), 'offer_unavailable');
      assert.deepEqual(await page.step(), { screen: 'expired', reason: 'offers' });
    });

    it('a link to elsewhere [asvs:lender-link]', async () => {
      await testbed.close();
      await start({ linkAllowedOrigins: ['https://lender.example'] });
      const step = as(stepOf(await choose(offer(0))), 'ask_lender');
      assert.equal(step.reason, 'unreadable');
      assert.equal((await page.step()).screen, 'ask_lender');
    });
  });

  it('can be repeated when its answer was lost', async () => {
    testbed.proxy.fail(select, 'lose_answer', 'lose_request');
    assert.equal(codeOf(await choose(offer(0))), 'lender_unavailable');
    assert.equal(codeOf(await choose(offer(0))), 'lender_unavailable');
    assert.equal((await page.select(offer(0))).screen, 'redirect');
  });

  it('ends with the choice that the lender heard last, in whatever order answers come', async () => {
    const answers = await Promise.all([choose(offer(0)), choose(offer(1)), choose(offer(2))]);
    for (const answer of answers) assert.equal(answer.status, 200);
    const step = as(await page.step(), 'redirect');
    const { selected_offer_id } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('selected_offer_id')
      .executeTakeFirstOrThrow();
    assert.equal(step.offer.offer_uuid, selected_offer_id);
  });

  describe('DELETE selection', () => {
    it('shows the offers again, with the chosen one, and another can be chosen', async () => {
      await page.select(offer(1));
      const again = as(stepOf(await page.on('DELETE', '/selection')), 'offers');
      assert.equal(again.selected_offer_uuid, offer(1));
      assert.deepEqual(again.offers, offers.offers);
      assert.deepEqual(await page.step(), again);
      assert.deepEqual(stepOf(await page.on('DELETE', '/selection')), again);
      assert.equal(as(await page.select(offer(0)), 'redirect').offer.offer_uuid, offer(0));
    });

    it('is refused before there are offers', async () => {
      const fresh = new ShopPage(testbed.bff);
      await fresh.open({ amount: '8400.00' });
      assert.equal(codeOf(await fresh.on('DELETE', '/selection')), 'wrong_step');
    });
  });

  it('is seen by the other open page', async () => {
    const second = new ShopPage(testbed.bff);
    const body = { resume: page.resume, merchant: 'pk_test_shop' };
    second.enter(await second.call('POST', '/v1/resume', { body }));
    const stream = await StepStream.open(second);
    assert.equal((await stream.next())?.step.screen, 'offers');
    await page.select(offer(0));
    assert.equal((await stream.next())?.step.screen, 'redirect');
    await stream.close();
  });

  it('is followed by a stream that asks the lender as it begins, not as it is taken up again', async () => {
    const loan = /^GET .*\/loan\//;
    const { reads } = testbed.bff.context;
    const asked = async () => {
      // Waits for a read that is under way.
      await reads.read(page.checkoutId, async () => undefined);
      return testbed.proxy.passed.filter((call) => loan.test(call)).length;
    };
    const before = await asked();
    const stream = await StepStream.open(page);
    const seen = await stream.next();
    assert.equal(await asked(), before + 1);
    await stream.close();
    const again = await StepStream.open(page, seen?.id);
    await again.beat();
    assert.equal(await asked(), before + 1);
    await again.close();
  });

  it('expires by the reconciler, although nobody looks', async () => {
    await page.select(offer(0));
    await testbed.sandbox.advanceClock(31 * daySeconds);
    testbed.bff.tick(15 * 60_000);
    await testbed.bff.runDue();
    const { screen } = await testbed.bff.database.query
      .selectFrom('checkouts')
      .select('screen')
      .executeTakeFirstOrThrow();
    assert.equal(screen, 'expired');
  });
});
