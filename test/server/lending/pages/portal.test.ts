import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { Consumer } from './consumer.ts';
import { PlainBrowser } from './plain-browser.ts';

describe('the Payment Portal’s set-up page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** Accepted; answers the consumer and the link of the loan's e-mail. */
  async function accepted(ssn = '900-10-0009') {
    const consumer = await Consumer.choosing(lending, { ssn });
    const page = await consumer.accept();
    const [message] = await consumer.messages('loan_documents');
    const links = JSON.parse(message?.links ?? '[]') as string[];
    const link = links.find((each) => each.includes('/portal/')) ?? '';
    return { consumer, page, link };
  }

  const portalOf = async (consumer: Consumer) =>
    (await consumer.application()).portal_account_status;

  it('is linked from the accepted loan and from its e-mail', async () => {
    const { consumer, page, link } = await accepted();
    assert.match(link, /\/portal\/[\w-]{43}$/);
    assert.ok(page.html.includes(link));
    assert.equal(await portalOf(consumer), 'Invited');
  });

  it('is not needed where the account is active at once', async () => {
    const { consumer, page, link } = await accepted('900-10-0001');
    assert.equal(await portalOf(consumer), 'Active');
    assert.equal(link, '');
    assert.match(page.text, new RegExp(en.accepted.portalActive));
  });

  it('activates the account with the right digits, autopay left alone', async () => {
    const { consumer, link } = await accepted();
    const form = await consumer.browser.open(link);
    assert.equal(form.heading, en.portal.title);
    assert.doesNotMatch(form.html, /checked/);
    const page = await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(page.heading, en.portal.doneTitle);
    assert.equal(await portalOf(consumer), 'Active');
    const [message] = await consumer.messages('portal_active');
    assert.doesNotMatch(message?.text ?? '', /autopay/);
  });

  it('sends the way to autopay to whoever asks for it', async () => {
    const { consumer, link } = await accepted();
    await consumer.browser.post(link, { ssn_last4: consumer.last4, autopay: 'yes' });
    const [message] = await consumer.messages('portal_active');
    assert.match(message?.text ?? '', /autopay/);
  });

  it('shows the same page again, and does nothing, when the form is sent twice', async () => {
    const { consumer, link } = await accepted();
    await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    const page = await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(page.heading, en.portal.doneTitle);
    assert.equal((await consumer.messages('portal_active')).length, 1);
  });

  it('is locked by five wrong answers, the right one after them included', async () => {
    const { consumer, link } = await accepted();
    const browser = new PlainBrowser(lending);
    const first = await browser.post(link, { ssn_last4: '0000' });
    assert.deepEqual(first.errors, [en.identity.wrong(4)]);
    for (let tries = 1; tries < 5; tries += 1) await browser.post(link, { ssn_last4: '0000' });
    const page = await browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(page.status, 403);
    assert.equal(page.heading, en.link.lockedTitle);
    assert.equal(await portalOf(consumer), 'Invited');
  });

  it('cannot be finished for 900-10-0007, whose account stays Invited', async () => {
    const { consumer, link } = await accepted('900-10-0007');
    const page = await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(page.status, 503);
    assert.equal(page.heading, en.portal.unavailableTitle);
    assert.equal(await portalOf(consumer), 'Invited');
  });

  it('says nothing to whoever guesses a link', async () => {
    const page = await new PlainBrowser(lending).open('/portal/guess');
    assert.equal(page.status, 404);
  });
});
