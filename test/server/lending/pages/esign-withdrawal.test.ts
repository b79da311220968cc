import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { preferencesLink } from '../../../../server/lending/operations/preferences/preferences-of.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { lastLink } from '../../../helpers/last-link.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import type { StoredApplication } from '../../../helpers/stored-application.ts';
import { wrongDigits } from '../../../helpers/wrong-answers.ts';
import { Consumer } from './consumer.ts';
import { InvitedConsumer } from './invited-consumer.ts';

const text = en.preferences;

describe('withdrawing the consent to electronic documents', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  async function accepted() {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const [message] = await consumer.messages('loan_documents');
    const link = lastLink(message);
    return { consumer, link };
  }

  it('leaves an accepted loan as it is, and text messages too', async () => {
    const { consumer, link } = await accepted();
    const form = await consumer.browser.open(link);
    assert.ok(form.text.includes(text.esignEffect));
    const page = await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    assert.match(page.text, new RegExp(text.esignDone));
    assert.ok(!page.text.includes(text.esignEnded));
    assert.equal((await consumer.application()).status, 'Approved: Accepted');
    const [revocation] = await consumer.consents('revocation');
    assert.equal(revocation?.text_id, 'esign_consent');
  });

  it('puts no second copies into the post while some wait there', async () => {
    const { consumer, link } = await accepted();
    await consumer.browser.post(`${link}/paper`, {});
    const page = await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    assert.match(page.text, new RegExp(text.esignDone));
    assert.equal((await consumer.letters()).length, 1);
    assert.equal((await consumer.consents('paper_copy_request')).length, 1);
  });

  it('asks for the digits again where none were typed, which is no try', async () => {
    const { consumer, link } = await accepted();
    const page = await consumer.browser.post(`${link}/esign`, { ssn_last4: '12' });
    assert.deepEqual(page.errors, [en.identity.missing]);
    assert.equal((await consumer.application()).identity_failures_total, 0);
  });

  it('says to a stranger the same before and after, for an application and a loan', async () => {
    const { consumer, link } = await accepted();
    const applying = await Consumer.choosing(lending);
    const stranger = async (at: string) => {
      const { text: said } = await new PlainBrowser(lending).open(at);
      return said;
    };
    const before = await stranger(link);
    assert.equal(await stranger(await linkOf(applying)), before);
    await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    assert.match((await consumer.browser.open(link)).text, new RegExp(text.esignDone));
    const esignOf = (said: string) => said.slice(said.indexOf(text.esignTitle));
    assert.equal(esignOf(await stranger(link)), esignOf(before));
  });

  it('says that it was withdrawn to whoever says who they are again', async () => {
    const { consumer, link } = await accepted();
    await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    const other = new PlainBrowser(lending);
    const page = await other.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    assert.match(page.text, new RegExp(text.esignDone));
    assert.equal((await consumer.consents('revocation')).length, 1);
  });

  it('ends an application that was not accepted', async () => {
    const consumer = await Consumer.choosing(lending);
    const link = await linkOf(consumer);
    const form = await consumer.browser.open(link);
    assert.ok(form.text.includes(text.esignEffect));
    const page = await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    assert.ok(page.text.includes(`${text.esignDone} ${text.esignEnded}`));
    assert.equal((await consumer.application()).status, 'Cancelled');
    assert.equal((await consumer.callbacks()).at(-1)?.decision, 'canceled');
    const [message, ...more] = await consumer.messages('review_ended');
    assert.deepEqual(more, []);
    assert.match(message?.text ?? '', /you withdrew your consent/);
    assert.ok(message?.text.includes('https://shop.example/checkout#resume'));
  });

  it('does not say of terms that were declined before that they ended by it', async () => {
    const declining = await Consumer.choosing(lending);
    const withdrawing = await Consumer.choosing(lending);
    await declining.identify();
    await declining.decline();
    lending.tick(minuteMs);
    for (const consumer of [declining, withdrawing]) {
      const link = await linkOf(consumer);
      await consumer.identify();
      const page = await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
      assert.equal(page.text.includes(text.esignEnded), consumer === withdrawing);
    }
    const headingOf = async ({ browser, link }: Consumer) => (await browser.open(link)).heading;
    assert.equal(await headingOf(declining), en.decline.doneTitle);
    assert.equal(await headingOf(withdrawing), en.state.withdrawnTitle);
  });

  it('ends an application that was reviewed meanwhile when the review is passed', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply('900-10-0106');
    const link = await linkOf(consumer);
    await consumer.browser.post(`${link}/esign`, { ssn_last4: '0106' });
    assert.equal((await consumer.application()).status, 'Pending: Verification');
    const verify = `/sandbox/v1/applications/${consumer.externalId}/verify`;
    const ended = await lending.call('POST', verify, { body: { result: 'passed' } });
    assert.deepEqual(await ended.json(), { application_status: 'Cancelled' });
    const told = await consumer.callbacks();
    assert.deepEqual(
      told.map(({ decision, application_status }) => [decision, application_status]),
      [['canceled', 'Cancelled']],
    );
    const messages = await consumer.messages('review_ended');
    assert.match(messages[0]?.text ?? '', /you withdrew your consent/);
    assert.equal(messages.length, 1);
    assert.deepEqual(await consumer.messages('counter_offer'), []);
  });

  it('ends an application that waits for a one-time code when that is given', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    await consumer.identify();
    const link = await linkOf(consumer);
    await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    const page = await consumer.browser.post(`${consumer.link}/code`, { code: '123456' });
    assert.equal(page.heading, en.state.withdrawnTitle);
    assert.ok(page.text.includes(en.state.withdrawn));
    assert.ok(!page.text.includes('declined'));
    const [message, ...more] = await consumer.messages('review_ended');
    assert.deepEqual(more, []);
    assert.equal(message?.subject, 'Your application has ended');
    assert.match(message?.text ?? '', /you withdrew your consent/);
    assert.equal((await consumer.application()).status, 'Cancelled');
    assert.deepEqual(
      (await consumer.callbacks()).map(({ decision }) => decision),
      ['canceled'],
    );
  });

  it('has the notice of a decline come by mail, and its pages say so', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    await consumer.identify();
    const link = await linkOf(consumer);
    await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    const page = await consumer.browser.post(`${consumer.link}/code`, { code: '000000' });
    assert.ok(page.text.includes(en.state.declinedOnPaper));
    assert.ok(!page.text.includes(en.state.declined));
    const invited = await InvitedConsumer.invited(lending);
    await invited.apply('900-10-0106');
    await invited.browser.post(`${await linkOf(invited)}/esign`, { ssn_last4: '0106' });
    const verify = `/sandbox/v1/applications/${invited.externalId}/verify`;
    const ended = await lending.call('POST', verify, { body: { result: 'failed' } });
    assert.equal(ended.status, 200);
    const declined = await invited.browser.open(invited.link);
    assert.equal(declined.heading, en.apply.noOffersTitle);
    assert.ok(declined.text.includes(en.state.declinedOnPaper));
    assert.ok(!declined.text.includes('on paper too'));
  });

  it('is not offered where the bureau failed and the form is to be sent again', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const [message] = await consumer.messages('invitation');
    const link = lastLink(message);
    await consumer.apply('900-10-0204');
    assert.ok(!(await consumer.browser.open(link)).text.includes(text.esignAsk));
    const page = await consumer.browser.post(`${link}/esign`, { ssn_last4: '0204' });
    assert.deepEqual([page.status, page.heading], [200, text.title]);
    await consumer.authorize();
    const again = await consumer.browser.post(`${link}/esign`, { ssn_last4: '0204' });
    assert.ok(again.text.includes(text.esignDone));
  });

  it('asks who it is, five times at most', async () => {
    const consumer = await Consumer.choosing(lending);
    const link = await linkOf(consumer);
    const first = await consumer.browser.post(`${link}/esign`, { ssn_last4: '0000' });
    assert.deepEqual(first.errors, [en.identity.wrong(4)]);
    for (let tries = 1; tries < 5; tries += 1) {
      await consumer.browser.post(`${link}/esign`, { ssn_last4: wrongDigits() });
    }
    const page = await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    assert.ok(page.text.includes(en.link.locked));
    assert.ok(page.text.includes(en.link.mailed.already_sent));
    assert.equal((await consumer.messages('mailed_link')).length, 1);
    assert.ok(!page.text.includes(text.esignAsk));
    assert.deepEqual(await consumer.consents('revocation'), []);
    await consumer.browser.post(`${link}/sms`, {});
    assert.equal((await consumer.browser.open(link)).status, 200);
  });

  /** The link of an application to which no message has gone yet. */
  async function linkOf(consumer: StoredApplication) {
    const application = await consumer.application();
    return lending.context.database.transaction((tx) =>
      preferencesLink(lending.context, tx, application),
    );
  }
});
