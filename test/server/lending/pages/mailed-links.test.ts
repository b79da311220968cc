import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { preferencesLink } from '../../../../server/lending/operations/preferences/preferences-of.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { wrongDigits } from '../../../helpers/wrong-answers.ts';
import { fundingFlow } from '../funding-flow.ts';
import { askedCharge, emailsOf, linksOf } from './asked-charge.ts';
import { Consumer } from './consumer.ts';

const { link: text } = en;

describe('guesses over the life of an application', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** So many wrong answers were given on other days. */
  const guessedBefore = ({ id }: Pick<ApplicationRow, 'id'>, identity_failures_total: number) =>
    lending.context.database.query
      .updateTable('applications')
      .set({ identity_failures_total })
      .where('id', '=', id)
      .execute();
  const mailedTo = async (consumer: Consumer) =>
    linksOf(lending, await consumer.application(), 'mailed_link');
  const newOf = (links: readonly string[], ...known: string[]) =>
    links.find((each) => !known.includes(each)) ?? '';

  it('end with the twentieth, but for five on each link that is mailed', async () => {
    const consumer = await Consumer.choosing(lending);
    await guessedBefore(await consumer.application(), 18);
    assert.deepEqual((await consumer.guess(1)).errors, [en.identity.wrong(1)]);
    const page = await consumer.guess(1);
    assert.equal(page.heading, text.lockedTitle);
    assert.ok(page.text.includes(text.mailed.already_sent));
    assert.equal((await consumer.identify()).heading, text.lockedTitle);
    const ordinary = consumer.link;
    for (const { offer_uuid } of consumer.offers) {
      assert.equal(await consumer.choose(offer_uuid), ordinary);
    }
    const first = newOf(await mailedTo(consumer));
    consumer.link = first;
    assert.deepEqual((await consumer.guess(4)).errors, [en.identity.wrong(1)]);
    assert.equal((await consumer.guess(1)).heading, text.lockedTitle);
    lending.tick(24 * hourMs);
    consumer.link = newOf(await mailedTo(consumer), first);
    assert.equal((await consumer.identify()).heading, en.terms.title);
  });

  it('are counted over pages of every kind, however many come at once', async () => {
    const consumer = await Consumer.choosing(lending);
    const application = await consumer.application();
    await guessedBefore(application, 17);
    const preferences = await lending.context.database.transaction((tx) =>
      preferencesLink(lending.context, tx, application),
    );
    const guesses = Array.from({ length: 200 }, (_, guess) =>
      new PlainBrowser(lending).post(
        guess % 2 === 0 ? `${consumer.link}/identity` : `${preferences}/esign`,
        { ssn_last4: String(7000 + guess) },
      ),
    );
    await Promise.all(guesses);
    assert.equal((await consumer.application()).identity_failures_total, 20);
    assert.equal((await consumer.identify()).heading, text.lockedTitle);
  });

  it('leave a charge of a later day to the link in its e-mail, which no SMS carries', async () => {
    const { flow, loan, answer, browser } = await askedCharge(
      lending,
      {},
      { identity_failures_total: 20 },
    );
    const [mailed = ''] = await linksOf(lending, loan, 'charge_request');
    const sms = await storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('application_id', '=', loan.id)
      .where('channel', '=', 'sms')
      .executeTakeFirstOrThrow();
    const [ordinary = ''] = JSON.parse(sms.links) as string[];
    assert.notEqual(ordinary, mailed);
    assert.ok(!sms.text.includes(mailed));
    const page = await browser.open(ordinary);
    assert.equal(page.heading, text.lockedTitle);
    assert.ok(page.text.includes(text.mailed.already_sent));
    assert.equal((await answer('approve', {}, ordinary)).heading, text.lockedTitle);
    assert.deepEqual(await flow.callbacks(loan), []);
    assert.equal((await answer('approve', {}, mailed)).heading, en.charge.approvedTitle);
  });
});

describe('the button of a locked page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** A charge whose link is locked, and none was mailed. */
  async function locked() {
    const charge = await askedCharge(lending);
    const { loan, browser, link } = charge;
    await fundingFlow(lending).setLoan(loan, { identity_failures_total: 20 });
    const press = () => browser.post(`${link}/mail-link`, {});
    const mails = () => emailsOf(lending, loan, 'mailed_link');
    const lockMailed = () =>
      lending.context.database.query
        .updateTable('links')
        .set({ failed_tries: 5 })
        .where('is_mailed', '=', 1)
        .execute();
    return { ...charge, press, mails, lockMailed };
  }

  it('has a new link sent to the consumer, and does not say where to', async () => {
    const { loan, browser, link, press, mails, answer } = await locked();
    assert.ok((await browser.open(link)).text.includes(text.mailed.none));
    const page = await press();
    assert.equal(page.heading, text.lockedTitle);
    assert.ok(page.text.includes(text.mailed.already_sent));
    const [mail, ...more] = await mails();
    assert.deepEqual(more, []);
    assert.deepEqual([mail?.channel, mail?.recipient], ['email', loan.email]);
    const [mailed = ''] = JSON.parse(mail?.links ?? '[]') as string[];
    assert.ok(!page.html.includes(mailed));
    assert.ok(!page.html.includes('@'));
    assert.equal((await answer('approve', {}, mailed)).heading, en.charge.approvedTitle);
  });

  it('says that one was sent while that takes answers', async () => {
    const { browser, link, press, mails } = await locked();
    await press();
    assert.ok((await press()).text.includes(text.mailAgain));
    assert.ok((await browser.open(link)).text.includes(text.mailed.already_sent));
    assert.equal((await mails()).length, 1);
  });

  it('sends three in 24 hours at most', async () => {
    const { press, mails, lockMailed } = await locked();
    for (let sent = 1; sent <= 3; sent += 1) {
      await press();
      assert.equal((await mails()).length, sent);
      await lockMailed();
    }
    assert.ok((await press()).text.includes(text.mailed.too_many));
    assert.equal((await mails()).length, 3);
    lending.tick(24 * hourMs);
    await press();
    assert.equal((await mails()).length, 4);
    const links = (await mails()).flatMap((mail) => JSON.parse(mail.links) as string[]);
    assert.equal(new Set(links).size, 4);
  });

  it('is of no use on a link that takes answers, or has nothing left to ask', async () => {
    const { loan, browser, link } = await askedCharge(lending);
    await browser.post(`${link}/mail-link`, {});
    await fundingFlow(lending).setLoan(loan, { identity_failures_total: 20 });
    lending.tick(48 * hourMs);
    await browser.post(`${link}/mail-link`, {});
    assert.deepEqual(await emailsOf(lending, loan, 'mailed_link'), []);
    const unknown = await browser.post('/charge/no-such-token/mail-link', {});
    assert.equal(unknown.status, 404);
  });

  it('sends nothing once there is nothing left to do, though the link stays locked', async () => {
    const charge = await askedCharge(lending);
    for (let tries = 1; tries <= 5; tries += 1) {
      await charge.identify({ ssn_last4: wrongDigits() });
    }
    await charge.flow.sandbox(`/payment-requests/${charge.id}/reject`);
    await charge.browser.post(`${charge.link}/mail-link`, {});
    assert.equal((await emailsOf(lending, charge.loan, 'mailed_link')).length, 1);
    const ended = await Consumer.choosing(lending);
    const terms = ended.link;
    await ended.guess(5);
    const [mail] = await emailsOf(lending, await ended.application(), 'mailed_link');
    [ended.link = ''] = JSON.parse(mail?.links ?? '[]') as string[];
    await ended.identify();
    await ended.decline();
    lending.tick(72 * hourMs);
    await ended.browser.post(`${terms}/mail-link`, {});
    assert.equal((await emailsOf(lending, await ended.application(), 'mailed_link')).length, 1);
  });
});
