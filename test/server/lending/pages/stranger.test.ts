import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { wrongCode, wrongDigits } from '../../../helpers/wrong-answers.ts';
import { fundingFlow } from '../funding-flow.ts';
import { linksOf } from './asked-charge.ts';
import { Consumer } from './consumer.ts';
import { InvitedConsumer } from './invited-consumer.ts';
import { InvitedMerchant, rightCode } from './invited-merchant.ts';

/** One form or more of each page, of a link that leads to nothing. */
const formsOfNoLink = [
  '/terms/nothing/identity',
  '/terms/nothing/accept',
  '/terms/nothing/mail-link',
  '/terms/nothing/leave',
  '/portal/nothing',
  '/portal/nothing/sign-in',
  '/charge/nothing',
  '/charge/nothing/identity',
  '/invitation/nothing/start',
  '/invitation/nothing/apply/contact',
  '/invitation/nothing/apply/authorize',
  '/preferences/nothing/sms',
  '/preferences/nothing/paper',
  '/onboarding/nothing/code',
];

describe('what a stranger reads who has a link alone', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  const strangerAt = (link: string) => new PlainBrowser(lending).open(link);

  it('is the same of every end of an application', async () => {
    const declined = await Consumer.choosing(lending);
    await declined.identify();
    await declined.decline();
    const refused = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    await refused.identify();
    await refused.browser.post(`${refused.link}/code`, { code: '000000' });
    const cancelled = await Consumer.choosing(lending);
    await cancelled.accept();
    await fundingFlow(lending).call('POST', '/api/v1/sponsor/consumers/accounts/cancel/', {
      request_user_id: 'hillside-admin',
      external_application_id: cancelled.externalId,
    });
    for (const [consumer, title] of [
      [declined, en.decline.doneTitle],
      [refused, en.state.declinedTitle],
      [cancelled, en.state.cancelledTitle],
    ] as const) {
      assert.equal((await consumer.browser.open(consumer.link)).heading, title);
    }
    const expired = await Consumer.choosing(lending);
    const pages = await Promise.all(
      [declined, refused, cancelled].map(({ link }) => strangerAt(link)),
    );
    lending.tick(31 * dayMs);
    pages.push(await strangerAt(expired.link));
    for (const page of pages) {
      assert.equal(page.status, 200);
      assert.equal(page.heading, en.link.nothingLeftTitle);
      assert.equal(page.html, pages[0]?.html);
      assert.ok(!page.html.includes('#resume'));
    }
  });

  it('is the same of every end of an invitation', async () => {
    const withdrawn = await InvitedConsumer.invited(lending);
    const page = await withdrawn.browser.post(`${withdrawn.link}/withdraw`, {});
    assert.equal(page.heading, en.apply.withdrawnTitle);
    const applied = await InvitedConsumer.invited(lending);
    await applied.apply('900-10-0010');
    const expired = await InvitedConsumer.invited(lending);
    lending.tick(31 * dayMs);
    const pages = await Promise.all(
      [withdrawn, applied, expired].map(({ link }) => strangerAt(link)),
    );
    for (const each of pages) {
      assert.equal(each.heading, en.link.nothingLeftTitle);
      assert.match(each.text, /If you want to apply, ask Hillside Heating & Air for a new one\./);
      assert.equal(each.html, pages[0]?.html);
    }
  });

  it('has no name, amount or address in it before somebody has applied', async () => {
    const consumer = await InvitedConsumer.invited(lending, {
      first_name: 'Wilhelmina',
      requested_amount: '8400.00',
    });
    for (const path of ['', '/apply', '/apply/contact']) {
      const page = await strangerAt(`${consumer.link}${path}`);
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.said, /Wilhelmina|8,?400|@/);
    }
  });

  it('names the page of the merchant without what can open an order there', async () => {
    const consumer = await Consumer.choosing(lending, {
      sponsor_redirect_url: 'https://shop.example/checkout?order=1001&key=secret#resume',
    });
    const asked = await strangerAt(consumer.link);
    assert.equal(asked.heading, en.identity.title);
    const known = await consumer.identify();
    const declined = await consumer.decline();
    const closed = await strangerAt(consumer.link);
    assert.equal(closed.heading, en.link.nothingLeftTitle);
    const address = 'href="https://shop.example/checkout';
    for (const { html } of [known, declined]) {
      assert.ok(html.includes(`${address}?order=1001&amp;key=secret#resume"`));
    }
    for (const { said } of [asked, closed]) {
      assert.ok(said.includes(`${address}"`));
      assert.doesNotMatch(said, /1001|secret|#resume/);
    }
  });

  it('is of an onboarding how it ended', async () => {
    const business_name = 'Quarry DECLINE Roofing';
    const { merchant } = await InvitedMerchant.verified(lending, { business_name });
    await merchant.sign();
    const page = await strangerAt(merchant.link);
    assert.equal(page.status, 200);
    assert.equal(page.heading, en.onboarding.declinedTitle);
  });

  for (const form of formsOfNoLink) {
    it(`is at ${form} that the link does not work, without a redirect`, async () => {
      const page = await lending.app.request(form, { method: 'POST' });
      assert.equal(page.status, 404);
      assert.ok((await page.text()).includes(en.link.unknownTitle));
    });
  }
});

describe('what a stranger locks who has links alone', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('is every page of a loan until the next day, that of a mailed link too', async () => {
    const flow = fundingFlow(lending);
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const loan = await consumer.application();
    await flow.setLoan(loan, { portal_account_status: 'Active' });
    await flow.charge(loan);
    const [charge = '', preferences = ''] = await linksOf(lending, loan, 'charge_request');
    const guess = async (form: string) => {
      const stranger = new PlainBrowser(lending);
      for (let tries = 0; tries < 5; tries += 1) {
        await stranger.post(form, { ssn_last4: wrongDigits(), loan_number: '0000000000' });
      }
    };
    await guess(`${charge}/identity`);
    const [mailed = ''] = await linksOf(lending, loan, 'mailed_link');
    await guess(`${preferences}/esign`);
    for (const locked of [charge, preferences]) {
      const { text } = await new PlainBrowser(lending).open(locked);
      assert.match(text, /We have emailed you a new link\. Use it after March \d+, 2026/);
    }
    const { browser, last4: ssn_last4 } = consumer;
    const loan_number = loan.consumer_application_human_readable_id;
    const identify = () => browser.post(`${mailed}/identity`, { ssn_last4, loan_number });
    assert.equal((await identify()).heading, en.link.dayLockedTitle);
    lending.tick(dayMs);
    const { hidden } = await identify();
    const page = await browser.post(mailed, { ...hidden, answer: 'approve' });
    assert.equal(page.heading, en.charge.approvedTitle);
  });

  it('is an onboarding for a day, by all of its codes', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    const stranger = merchant.inAnotherBrowser();
    for (let sent = 0; sent < 5; sent += 1) await stranger.sendNewCode();
    for (let tries = 0; tries < 5; tries += 1) await stranger.typeCode(wrongCode());
    assert.ok((await merchant.sendNewCode()).text.includes(en.stepUp.tooMany));
    assert.equal(await merchant.status(), 'Invited');
    lending.tick(dayMs);
    await merchant.sendCode();
    assert.equal((await merchant.typeCode(rightCode)).heading, en.onboarding.reviewTitle);
  });
});
