import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { longDate } from '../../../../server/lending/domain/formats.ts';
import { defaultRateSheet } from '../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { standingOffer } from '../../../../server/lending/operations/applications/offers-of-application.ts';
import { deliverMessage } from '../../../../server/lending/operations/deliver-message.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { sandboxProvidersThatWait } from '../../../../server/lending/providers/sandbox-providers.ts';
import { listOffers } from '../../../../server/lending/store/offers.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { dayMs, minuteMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { aSoftPull, decidedSoftPull, inSpanish } from '../../../helpers/soft-pull.ts';
import { until } from '../../../helpers/until.ts';
import { wrongDigits } from '../../../helpers/wrong-answers.ts';
import { knownFor } from './consumer.ts';
import { InvitedConsumer, typed } from './invited-consumer.ts';

const text = en.apply;
const merchant = 'Hillside Heating & Air';
const sponsorId = 'sponsor@example.test';

describe('the decision on an invited consumer', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  const query = () => lending.context.database.query;

  it('shows the offers, APR first, none chosen, cheapest first', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const page = await consumer.apply('900-10-0010');
    assert.equal(page.heading, text.offersTitle(3));
    assert.match(page.text, /lowest total/);
    const notFinal = sampleTexts.current('offer_not_final_line', 'en', '2026-03-02').text;
    assert.ok(page.text.includes(notFinal));
    assert.doesNotMatch(page.html, /\bchecked\b|\bselected\b/);
    assert.equal([...page.html.matchAll(/class="apr"/g)].length, 3);
    assert.match(page.html, /href="https:\/\/shop\.example\/back"/);
    for (const { name } of [{ name: text.amountFinanced }, { name: text.financeCharge }]) {
      assert.equal([...page.html.matchAll(new RegExp(name, 'g'))].length, 3);
    }
    const { id, status } = await consumer.application();
    assert.equal(status, 'Approved: Offers Available');
    const offers = await listOffers(query(), sponsorId, id);
    const shown = [...page.html.matchAll(/name="offer_uuid" value="([^"]+)"/g)].map(([, v]) => v);
    assert.deepEqual(
      shown,
      offers.map((offer) => offer.id),
    );
  });

  it('keeps nothing of what is typed into the form after it', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply();
    const page = await consumer.browser.post(`${consumer.link}/apply/income`, typed.income);
    assert.match(page.heading, /You have \d offers/);
    const { id } = await consumer.application();
    const drafts = await consumer.drafts();
    assert.ok(!drafts.some(({ application_id }) => application_id === id));
  });

  it('says the amount as that of the offers only where one is for it', async () => {
    for (const [locale, { apply }] of [
      ['en', en],
      ['es', es],
    ] as const) {
      const whole = await (await InvitedConsumer.invited(lending, { locale })).apply('900-10-0001');
      const count = [...whole.html.matchAll(/class="apr"/g)].length;
      assert.ok(whole.text.includes(apply.offersLede('$8,400.00', count)));
      const less = await (await InvitedConsumer.invited(lending, { locale })).apply('900-10-0002');
      assert.ok(!less.text.includes(apply.offersLede('$8,400.00', 2)));
      assert.ok(less.text.includes(apply.otherOffersLede('$8,400.00', 2)));
    }
  });

  it('names the products in the reader’s language', async () => {
    for (const ssn of ['900-10-0001', '900-10-0002']) {
      const consumer = await InvitedConsumer.invited(lending, { locale: 'es' });
      const { html, text } = await consumer.apply(ssn);
      for (const { product_name } of defaultRateSheet) {
        assert.ok(!text.includes(product_name), product_name);
      }
      assert.match(html, /<h2>Préstamo a 60 meses<\/h2>/);
      assert.match(text, /Elegir Préstamo a 60 meses, APR de 12\.99%/);
    }
  });

  it('leaves the evidence of every consent and of the offers that were shown', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply('900-10-0010');
    await consumer.browser.open(consumer.link);
    const events = await consumer.consents();
    assert.deepEqual(
      events.map(({ consent_type, collected_by }) => [consent_type, collected_by]),
      [
        ['privacy_ack', 'hosted'],
        ['esign', 'hosted'],
        ['soft_pull', 'hosted'],
        ['sms', 'hosted'],
        ['offer_view', 'hosted'],
      ],
    );
    const { id } = await consumer.application();
    const offers = await listOffers(query(), sponsorId, id);
    assert.deepEqual(
      JSON.parse(events.at(-1)?.document_sha256 ?? ''),
      offers.map(({ terms }) => sha256Hex(terms)),
    );
  });

  it('leaves other evidence of the offers that were shown in another language', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const email = `${consumer.externalId}@example.test`;
    await consumer.apply('900-10-0010', { contact: { email } });
    const again = { ssn: '900-10-0010', email, external_application_id: `again-${email}` };
    await decidedSoftPull(lending, aSoftPull({ ...again, ...inSpanish }));
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, es.apply.offersTitle(3));
    await consumer.browser.open(consumer.link);
    const [first, second, ...others] = await consumer.consents('offer_view');
    assert.deepEqual([first?.locale, second?.locale, others], ['en', 'es', []]);
    const shown = [first, second].flatMap(
      (view) => JSON.parse(view?.document_sha256 ?? '') as string[],
    );
    assert.equal(new Set(shown).size, 6);
  });

  it('leaves other evidence of the offers that were shown on another day', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply('900-10-0010');
    lending.tick(dayMs);
    await consumer.browser.post(`${consumer.link}/identity`, { ssn_last4: '0010' });
    const page = await consumer.browser.open(consumer.link);
    const now = lending.context.clock.now(sponsorId);
    lending.tick(-dayMs);
    const { id } = await consumer.application();
    const rows = await listOffers(query(), sponsorId, id);
    const shown = rows.map((row) =>
      standingOffer(lending.context.config, { locale: 'en' }, row, now),
    );
    const [first] = shown;
    assert.ok(page.text.includes(longDate(first?.first_payment_date ?? '', 'en')));
    const views = await consumer.consents('offer_view');
    assert.equal(views.length, 2);
    const digests = shown.map((offer) => sha256Hex(JSON.stringify(offer)));
    assert.deepEqual(JSON.parse(views[1]?.document_sha256 ?? ''), digests);
  });

  it('keeps no draft once it is decided', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply();
    const { id } = await consumer.application();
    const drafts = await consumer.drafts();
    assert.deepEqual(
      drafts.filter(({ application_id }) => application_id === id),
      [],
    );
  });

  it('goes on to the terms of the chosen offer, to the accepted loan', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const offers = await consumer.apply('900-10-0009');
    assert.doesNotMatch(offers.text, /lowest total/);
    const terms = await consumer.browser.post(`${consumer.link}/offer`, offers.hidden);
    assert.equal(terms.heading, en.identity.title);
    const identity = await consumer.browser.post(terms.action ?? '', { ssn_last4: '0009' });
    assert.equal(identity.heading, en.terms.title);
    const accepted = await consumer.browser.post(identity.action ?? '', {
      ...identity.hidden,
      typed_name: 'Ada Sample',
      agree: 'yes',
    });
    assert.equal(accepted.heading, en.accepted.title);
    assert.equal((await consumer.application()).status, 'Approved: Accepted');
    const back = await consumer.browser.open(consumer.link);
    assert.equal(back.heading, en.accepted.title);
  });

  it('lets the consumer come back and choose another offer', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const offers = await consumer.apply('900-10-0010');
    const ids = [...offers.html.matchAll(/name="offer_uuid" value="([^"]+)"/g)].map(([, v]) => v);
    const choose = (id = '') => consumer.browser.post(`${consumer.link}/offer`, { offer_uuid: id });
    await choose(ids[0]);
    const again = await consumer.browser.open(consumer.link);
    assert.match(again.text, new RegExp(text.current));
    await choose(ids[1]);
    assert.equal((await consumer.application()).selected_offer_id, ids[1]);
    await choose('3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10');
    assert.equal((await consumer.application()).selected_offer_id, ids[1]);
  });

  it('says half an hour later that a chosen offer did not count', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const { hidden } = await consumer.apply('900-10-0009');
    lending.tick(30 * minuteMs);
    const page = await consumer.browser.post(`${consumer.link}/offer`, hidden);
    assert.equal(page.heading, en.identity.title);
    assert.ok(page.text.includes(en.identity.again(...knownFor)));
    assert.ok(page.text.includes(text.identityLede(merchant)));
    assert.equal((await consumer.application()).status, 'Approved: Offers Available');
    lending.tick(-30 * minuteMs);
  });

  it('asks who it is in every other browser, five times at most', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply('900-10-0010');
    const other = new PlainBrowser(lending);
    const page = await other.open(consumer.link);
    assert.equal(page.heading, en.identity.title);
    assert.doesNotMatch(page.said, /8,400|APR/);
    const identify = (digits: string) =>
      other.post(`${consumer.link}/identity`, { ssn_last4: digits });
    assert.deepEqual((await identify('12')).errors, [en.identity.missing]);
    assert.deepEqual((await identify('9999')).errors, [en.identity.wrong(4)]);
    assert.equal((await identify('0010')).heading, text.offersTitle(3));
    const thief = new PlainBrowser(lending);
    const guess = () => thief.post(`${consumer.link}/identity`, { ssn_last4: wrongDigits() });
    for (let tries = 0; tries < 4; tries += 1) await guess();
    const locked = await thief.post(`${consumer.link}/identity`, { ssn_last4: '0010' });
    assert.equal(locked.status, 403);
  });

  it('says no without reasons, and where the notice goes', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const page = await consumer.apply('900-10-0101');
    assert.equal(page.heading, text.noOffersTitle);
    assert.match(page.text, new RegExp(`${text.noOffers}|${text.noticeSent}`));
    assert.match(page.text, /1-800-555-0142/);
    assert.doesNotMatch(page.text, /score|delinquent|560/i);
    assert.equal((await consumer.application()).status, 'Declined');
  });

  it('promises no second notice to whoever is declined as before', async () => {
    const ssn = '900-10-0101';
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply(ssn);
    const [notice] = await consumer.messages('adverse_action');
    const delivery = { key: notice?.id ?? '', scope: sponsorId };
    await deliverMessage(lending.context, delivery);
    const again = await InvitedConsumer.invited(lending);
    const email = `${consumer.externalId}@example.test`;
    const page = await again.apply(ssn, { contact: { email } });
    assert.equal(page.heading, text.noOffersTitle);
    assert.deepEqual(await again.messages('adverse_action'), []);
    assert.match(page.text, new RegExp(text.noticeSent));
    assert.doesNotMatch(page.text, new RegExp(text.noOffers));
  });

  it('says that it is being looked at when it is', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const page = await consumer.apply('900-10-0106');
    assert.equal(page.heading, en.state.reviewTitle);
  });

  it('says that nothing was decided when the bureau is down, and takes the same again', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const page = await consumer.apply('900-10-0204');
    assert.equal(page.heading, text.notDecidedTitle);
    assert.doesNotMatch(page.text, /declin/i);
    const leave = `${new URL(consumer.link).pathname}/leave`;
    assert.deepEqual([page.action, page.hidden], [leave, {}]);
    const tryAgain = new RegExp(`<a class="button" href="([^"]*)">${text.tryAgain}</a>`);
    const [, href = ''] = tryAgain.exec(page.html) ?? [];
    const form = await consumer.browser.open(href);
    assert.equal(form.heading, text.steps.authorize);
    assert.match(form.text, /I authorize Sample Lending Bank/);
    const again = await consumer.browser.post(form.action ?? '', form.hidden);
    assert.match(again.heading, /You have \d offers/);
    const late = await consumer.browser.open(`${consumer.link}/apply/not-decided`);
    assert.match(late.heading, /You have \d offers/);
  });

  it('keeps what was typed for half an hour from then on', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.fillIn({ income: { ssn: '900-10-0204' } });
    lending.tick(25 * minuteMs);
    assert.equal((await consumer.authorize()).heading, text.notDecidedTitle);
    lending.tick(10 * minuteMs);
    const form = await consumer.browser.open(`${consumer.link}/apply/authorize`);
    assert.equal(form.heading, text.steps.authorize);
    const again = await consumer.browser.post(form.action ?? '', form.hidden);
    assert.match(again.heading, /You have \d offers/);
    lending.tick(-35 * minuteMs);
  });

  it('says so again to a browser that did not wait for it, until the form is changed', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const { action = '', hidden } = await consumer.fillIn({ income: { ssn: '900-10-0204' } });
    await consumer.browser.postLate(action, hidden);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, text.notDecidedTitle);
    assert.ok(page.text.includes(text.notDecided));
    await consumer.send('home');
    assert.equal((await consumer.browser.open(consumer.link)).heading, text.steps.authorize);
    assert.match((await consumer.authorize()).heading, /You have \d offers/);
  });

  it('says so to nobody who did not send the form', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const address = `${consumer.link}/apply/not-decided`;
    await consumer.fillIn({ income: { ssn: '900-10-0204' } });
    assert.equal((await consumer.browser.open(address)).heading, text.steps.authorize);
    assert.equal((await consumer.authorize()).heading, text.notDecidedTitle);
    const stranger = await new PlainBrowser(lending).open(address);
    assert.equal(stranger.heading, text.steps.contact);
    assert.equal((await consumer.browser.open(address)).heading, text.notDecidedTitle);
  });

  it('decides once when the button is pressed twice', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.fillIn({ income: { ssn: '900-10-0010' } });
    await Promise.all([consumer.authorize(), consumer.authorize()]);
    assert.equal((await consumer.browser.open(consumer.link)).heading, text.offersTitle(3));
    const { id, inquiry_id } = await consumer.application();
    const events = await consumer.consents();
    assert.equal(events.filter(({ consent_type }) => consent_type === 'soft_pull').length, 1);
    assert.equal((await listOffers(query(), sponsorId, id)).length, 3);
    const inquiries = await query()
      .selectFrom('bureau_inquiries')
      .select('attempt')
      .where('id', '=', inquiry_id)
      .execute();
    assert.deepEqual(inquiries, [{ attempt: 1 }]);
  });

  it('asks a consumer who does not want to apply once more, and ends with the answer', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const start = await consumer.browser.open(consumer.link);
    const [, href = ''] = /href="([^"]*\/withdraw)"/.exec(start.html) ?? [];
    const question = await consumer.browser.open(href);
    assert.equal(question.heading, text.askWithdraw.title);
    assert.ok(question.text.includes(text.askWithdraw.text(merchant)));
    assert.equal((await consumer.application()).status, 'Invited');
    const page = await consumer.browser.post(question.action ?? '', {});
    assert.equal(page.heading, text.withdrawnTitle);
    assert.ok(page.text.includes(text.withdrawn(merchant)));
    assert.equal((await consumer.application()).status, 'Cancelled');
    assert.equal((await consumer.browser.open(href)).heading, en.link.nothingLeftTitle);
    assert.equal((await consumer.start()).heading, en.link.nothingLeftTitle);
  });

  it('is asked about the same way once it was started, and leads back to the form', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    const question = await consumer.browser.open(`${consumer.link}/withdraw`);
    assert.equal(question.heading, text.askWithdraw.title);
    assert.equal((await consumer.application()).status, 'Started');
    assert.equal((await consumer.browser.open(consumer.link)).heading, text.steps.contact);
  });

  it('says of a review whose time was over that there are no offers', async (test) => {
    const own = await startTestLending();
    test.after(() => own.close());
    const consumer = await InvitedConsumer.invited(own);
    await consumer.apply('900-10-0106');
    own.tick(14 * dayMs - 10 * minuteMs);
    const digits = { ssn_last4: '0106' };
    const open = await consumer.browser.post(`${consumer.link}/identity`, digits);
    assert.equal(open.heading, en.state.reviewTitle);
    own.tick(20 * minuteMs);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, text.noOffersTitle);
  });

  it('says of offers that were over at once that they have expired, not the invitation', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const page = await consumer.apply('900-10-0004');
    assert.equal(page.heading, en.state.offerExpiredTitle);
    assert.ok(page.text.includes(en.state.offerExpired));
  });

  it('asks nothing of the kind where there is nothing to end', async () => {
    const applied = await InvitedConsumer.invited(lending);
    await applied.apply('900-10-0010');
    assert.match((await applied.browser.open(`${applied.link}/withdraw`)).heading, /You have/);
    const early = await InvitedConsumer.invited(lending, { activate_date: '2026-03-05' });
    const page = await early.browser.open(`${early.link}/withdraw`);
    assert.equal(page.heading, text.notYetTitle);
  });

  it('takes nothing after thirty days, before its timer has run as well', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.fillIn();
    lending.tick(30 * dayMs);
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.link.nothingLeftTitle);
    assert.equal((await consumer.authorize()).heading, en.link.nothingLeftTitle);
    assert.notEqual((await consumer.application()).status, 'Approved: Offers Available');
    lending.tick(-30 * dayMs);
  });

  it('leads back to the one-time code, also when the link to it has run out', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const offers = await consumer.apply('900-10-0005');
    const [, offer_uuid = ''] = /name="offer_uuid" value="([^"]+)"/.exec(offers.html) ?? [];
    const ssn_last4 = '0005';
    const identify = async () => {
      await consumer.browser.post(`${consumer.link}/identity`, { ssn_last4 });
      const { action = '' } = await consumer.browser.open(consumer.link);
      return consumer.browser.post(action, { ssn_last4 });
    };
    const terms = await consumer.browser.post(`${consumer.link}/offer`, { offer_uuid });
    const asked = await consumer.browser.post(terms.action ?? '', { ssn_last4 });
    assert.equal(asked.heading, en.stepUp.title);
    lending.tick(3 * dayMs);
    const again = await identify();
    lending.tick(-3 * dayMs);
    assert.equal(again.heading, en.stepUp.title);
  });

  it('opens on its day', async () => {
    const consumer = await InvitedConsumer.invited(lending, { activate_date: '2026-03-05' });
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, text.notYetTitle);
    assert.match(page.text, /March 5, 2026/);
    await consumer.start();
    assert.equal((await consumer.application()).status, 'Invited');
  });

  it('says so while the merchant is on hold', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await lending.call('POST', '/sandbox/v1/merchants/hillside-hvac/suspend');
    const page = await consumer.browser.open(consumer.link);
    await lending.call('POST', '/sandbox/v1/merchants/hillside-hvac/release');
    assert.equal(page.heading, text.unavailableTitle);
  });

  it('says so when the merchant is put on hold while the form is on its way', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const { action = '', hidden } = await consumer.fillIn();
    const whenItIsRead: UnderlyingDefaultSource<Uint8Array> = {
      async pull(controller) {
        await lending.call('POST', '/sandbox/v1/merchants/hillside-hvac/suspend');
        controller.enqueue(Buffer.from(new URLSearchParams(hidden).toString()));
        controller.close();
      },
    };
    const body = new ReadableStream(whenItIsRead, { highWaterMark: 0 });
    const page = await consumer.browser.postBody(action, body);
    await lending.call('POST', '/sandbox/v1/merchants/hillside-hvac/release');
    assert.equal(page.heading, text.unavailableTitle);
    assert.equal((await consumer.application()).status, 'Started');
  });

  it('says nothing to whoever guesses a link', async () => {
    const browser = new PlainBrowser(lending);
    for (const path of ['', '/apply', '/apply/contact', '/apply/not-decided']) {
      assert.equal((await browser.open(`/invitation/guess${path}`)).status, 404, path);
    }
    for (const path of ['start', 'withdraw', 'identity', 'offer', 'apply/authorize']) {
      assert.equal((await browser.post(`/invitation/guess/${path}`, {})).status, 404, path);
    }
  });
});

describe('an invited consumer whose bureau is slow', () => {
  let lending: TestLending;
  let answerNow: () => void = () => undefined;
  before(async () => {
    const waiting = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    lending = await startTestLending(
      {},
      sandboxProvidersThatWait(() => waiting),
    );
  });
  after(() => {
    answerNow();
    return lending.close();
  });

  it('is told that it is being checked, and finds the decision by looking again', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.fillIn({ income: { ssn: '900-10-0202' } });
    const answer = consumer.authorize();
    await until('the inquiry', async () =>
      (await consumer.application()).person_index === '' ? undefined : true,
    );
    const own = await consumer.browser.open(consumer.link);
    assert.equal(own.heading, text.inWorkTitle);
    assert.doesNotMatch(own.said, /Ada|8,400|@/);
    const other = new PlainBrowser(lending);
    assert.equal((await other.open(consumer.link)).heading, en.identity.title);
    const page = await other.post(`${consumer.link}/identity`, { ssn_last4: '0202' });
    assert.equal(page.heading, text.inWorkTitle);
    assert.match(page.text, /less than 30 seconds/);
    assert.doesNotMatch(page.text, /declin/i);
    assert.equal((await other.open(`${consumer.link}/apply`)).heading, text.inWorkTitle);
    answerNow();
    assert.match((await answer).heading, /You have \d offers/);
    assert.match((await other.open(consumer.link)).heading, /You have \d offers/);
  });
});
