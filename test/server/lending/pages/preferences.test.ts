import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessageKind } from '../../../../server/lending/domain/messages/message-kinds.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { openAddressee } from '../../../../server/lending/store/letters.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { hasStoppedSms, maySendSms } from '../../../../server/lending/store/sms-consent.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../../../helpers/accepted-loan.ts';
import { lastLink } from '../../../helpers/last-link.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { fundingFlow } from '../funding-flow.ts';
import { Consumer } from './consumer.ts';
import { InvitedConsumer } from './invited-consumer.ts';

const sponsorId = 'sponsor@example.test';
const text = en.preferences;

describe('the page for messages, paper copies and consent', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  const query = () => lending.context.database.query;
  const messagesOf = ({ id }: Pick<ApplicationRow, 'id'>, kind: MessageKind) =>
    storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('application_id', '=', id)
      .where('kind', '=', kind)
      .orderBy('created_at')
      .execute();
  const consentsOf = ({ id }: Pick<ApplicationRow, 'id'>, type: string) =>
    storedRows(lending.context)
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', id)
      .where('consent_type', '=', type)
      .execute();
  const lettersOf = ({ id }: Pick<ApplicationRow, 'id'>) =>
    storedRows(lending.context)
      .selectFrom('letters')
      .selectAll()
      .where('application_id', '=', id)
      .execute();
  const charge = async (loan: ApplicationRow) => {
    const answer = await lending.call('POST', chargePath, { body: aCharge(loan) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  /** A loan whose consumer was asked for a charge, and the link that its messages carry. */
  async function charged(change: Partial<ApplicationRow> = {}) {
    const loan = await anAcceptedLoan(lending, change);
    assert.equal((await charge(loan)).status, 201);
    const [message] = await messagesOf(loan, 'charge_request');
    const link = lastLink(message);
    return { loan, link, browser: new PlainBrowser(lending) };
  }

  it('is linked from every charge request, by SMS and by e-mail', async () => {
    const { loan, link } = await charged();
    assert.match(link, /\/preferences\/[\w-]{43}$/);
    const messages = await messagesOf(loan, 'charge_request');
    assert.deepEqual(messages.map(({ channel }) => channel).toSorted(), ['email', 'sms']);
    for (const message of messages) assert.ok(message.text.includes(link), message.channel);
  });

  it('is linked from an invitation for later: there is nothing on it before', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const [message] = await consumer.messages('invitation');
    const link = lastLink(message);
    assert.ok(message?.text.includes('After you apply, you can stop text messages'));
    assert.ok(message?.text.includes(link));
    assert.doesNotMatch((await consumer.browser.open(link)).html, /<form/);
    await consumer.apply();
    const page = await consumer.browser.open(link);
    for (const offered of [text.smsOn, text.esignEffect]) assert.ok(page.text.includes(offered));
  });

  it('leads from an invitation to the earlier application that has answered it', async () => {
    const phone = '+16145550187';
    const invited = await InvitedConsumer.invited(lending, { locale: 'es' });
    const email = `${invited.externalId}@example.test`;
    const earlier = await Consumer.approved(lending, { ssn: '900-10-0001', email, phone });
    const link = lastLink((await invited.messages('invitation'))[0]);
    await invited.apply('900-10-0001', { contact: { email, phone } });
    assert.equal((await invited.application()).status, 'Cancelled');
    const page = await invited.browser.open(link);
    const { smsOn, paperAsk, esignEffect, smsOff } = es.preferences;
    for (const offered of [smsOn, paperAsk, esignEffect]) {
      assert.ok(page.text.includes(offered), offered);
    }
    assert.ok((await invited.browser.post(`${link}/sms`, {})).text.includes(smsOff));
    assert.equal((await earlier.consents('revocation')).length, 1);
    await invited.browser.post(`${link}/esign`, { ssn_last4: '0001' });
    assert.equal((await earlier.application()).status, 'Cancelled');
  });

  it('stops the number that was invited, whoever answered the invitation', async () => {
    const phone = '+16145550188';
    const invited = await InvitedConsumer.invited(lending, {
      email: undefined,
      phone,
      sms_consent: true,
    });
    const email = `${invited.externalId}@example.test`;
    await Consumer.approved(lending, { ssn: '900-10-0001', email, phone: '+16145550189' });
    const link = lastLink((await invited.messages('invitation'))[0]);
    await invited.apply('900-10-0001', { contact: { email, phone } });
    assert.equal(await hasStoppedSms(query(), sponsorId, phone), false);
    const before = await invited.browser.open(link);
    assert.match(before.html, /action="[^"]+\/sms"/);
    const after = await invited.browser.post(`${link}/sms`, {});
    assert.equal(await hasStoppedSms(query(), sponsorId, phone), true);
    assert.ok(after.text.includes(text.smsOff));
  });

  it('stops the messages of nobody else who was invited and has not applied', async () => {
    const bySms = (phone: string) =>
      InvitedConsumer.invited(lending, { email: undefined, phone, sms_consent: true });
    const [stopping, other] = [await bySms('+16145550190'), await bySms('+16145550191')];
    const byEmail = await InvitedConsumer.invited(lending);
    for (const consumer of [stopping, byEmail]) {
      const [message] = await consumer.messages('invitation');
      const page = await consumer.browser.post(`${lastLink(message)}/sms`, {});
      assert.equal(page.status, 200);
    }
    assert.equal(await maySendSms(query(), await stopping.application()), false);
    assert.equal(await maySendSms(query(), await other.application()), true);
    assert.deepEqual(await other.consents('revocation'), []);
  });

  it('stops text messages at once, with one message to confirm it', async () => {
    const { loan, link, browser } = await charged();
    const before = await browser.open(link);
    assert.equal(before.heading, text.title);
    assert.ok(before.text.includes(text.smsOn));
    assert.doesNotMatch(before.said, /0123/);
    const after = await browser.post(`${link}/sms`, {});
    assert.equal(after.status, 200);
    assert.match(after.text, new RegExp(text.smsOff));
    const [revocation] = await consentsOf(loan, 'revocation');
    assert.equal(revocation?.text_id, 'sms_consent');
    assert.equal(revocation?.collected_by, 'hosted');
    assert.equal((await messagesOf(loan, 'sms_stopped')).length, 1);
  });

  it('keeps with each answer of the consumer where it was given', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const [message] = await consumer.messages('invitation');
    await consumer.apply();
    for (const path of ['paper', 'sms', 'esign']) {
      await consumer.browser.post(`${lastLink(message)}/${path}`, { ssn_last4: '0001' });
    }
    const given = (await consumer.consents()).filter(({ action }) => action !== 'attested');
    const types = given.map(({ consent_type }) => consent_type);
    for (const type of ['soft_pull', 'offer_view', 'paper_copy_request']) {
      assert.ok(types.includes(type), type);
    }
    assert.equal(types.filter((type) => type === 'revocation').length, 2);
    for (const { consent_type, origin, ip_address, user_agent } of given) {
      assert.equal(origin, 'http://localhost:8788', consent_type);
      assert.ok(ip_address !== null && user_agent !== null, consent_type);
    }
  });

  it('lets later charges go by e-mail, with the warning', async () => {
    const { loan, link, browser } = await charged();
    await browser.post(`${link}/sms`, {});
    const { status, body } = await charge(loan);
    assert.equal(status, 201);
    assert.deepEqual(body.notifications, { sms: 'skipped_opted_out', email: 'sent' });
    assert.equal(typeof body.warning, 'string');
  });

  it('leaves no way to a consumer without e-mail: 424 [conformance:error-charge-424-2]', async () => {
    const { loan, link, browser } = await charged({ email: 'gone@example.test' });
    await query()
      .updateTable('messages')
      .set({ status: 'Bounced' })
      .where('recipient', '=', 'gone@example.test')
      .execute();
    await browser.post(`${link}/sms`, {});
    assert.equal((await charge(loan)).status, 424);
  });

  it('confirms once, however often the button is pressed', async () => {
    const { loan, link, browser } = await charged();
    await browser.post(`${link}/sms`, {});
    await browser.post(`${link}/sms`, {});
    assert.equal((await consentsOf(loan, 'revocation')).length, 1);
    assert.equal((await messagesOf(loan, 'sms_stopped')).length, 1);
  });

  it('stops them on every application of the person', async () => {
    const first = await anAcceptedLoan(lending, { person_index: 'the same person' });
    const { link, browser } = await charged({ person_index: 'the same person' });
    await browser.post(`${link}/sms`, {});
    const { body } = await charge(first);
    assert.deepEqual(body.notifications, { sms: 'skipped_opted_out', email: 'sent' });
  });

  it('needs no button press twice: looking at it changes nothing [asvs:safe-methods]', async () => {
    const { loan, link, browser } = await charged();
    await browser.open(link);
    await browser.open(`${link}/sms`);
    assert.deepEqual(await consentsOf(loan, 'revocation'), []);
  });

  it('mails paper copies to the address of the application', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const [message] = await consumer.messages('loan_documents');
    const link = lastLink(message);
    const page = await consumer.browser.post(`${link}/paper`, {});
    assert.match(page.text, new RegExp(text.paperDone));
    await consumer.browser.post(`${link}/paper`, {});
    const letters = await consumer.letters();
    assert.equal(letters.length, 1);
    const [letter] = letters;
    assert.ok(letter);
    assert.match(letter.content, /Truth in Lending/);
    assert.equal(letter.recipient_sealed.includes('Hillside'), false);
    const addressee = openAddressee(lending.context.sealer, letter);
    assert.equal(addressee.name, 'Ada Sample');
    assert.deepEqual(addressee.lines, ['12 Hillside Avenue', 'Dayton, OH 45402']);
    assert.equal((await consumer.consents('paper_copy_request')).length, 1);
  });

  it('mails what was agreed to while there is nothing else yet', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const [message] = await consumer.messages('invitation');
    await consumer.apply();
    await consumer.browser.post(`${lastLink(message)}/paper`, {});
    const [letter, ...others] = await consumer.letters();
    assert.deepEqual(others, []);
    assert.match(letter?.content ?? '', /FACTS: What does .*Consent to electronic records/s);
    assert.match(letter?.content ?? '', /I authorize .*may send text messages/s);
  });

  it('mails the records of the loan too', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.accept();
    const loan = await consumer.application();
    const flow = fundingFlow(lending);
    await flow.refund(await flow.approvedCharge(loan));
    const [message] = await consumer.messages('loan_documents');
    await consumer.browser.post(`${lastLink(message)}/paper`, {});
    const [letter] = await lettersOf(loan);
    assert.match(letter?.content ?? '', /You approved a charge.* refunds .*Truth in Lending/s);
  });

  it('mails them once in 30 days, however often the link is used', async () => {
    const { advanceHours } = fundingFlow(lending);
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const [message] = await consumer.messages('loan_documents');
    const link = lastLink(message);
    const application = await consumer.application();
    const letters = async () => (await lettersOf(application)).map(({ status }) => status);
    await consumer.browser.post(`${link}/paper`, {});
    await advanceHours(29 * 24);
    assert.deepEqual(await letters(), ['Mailed']);
    const again = await consumer.browser.post(`${link}/paper`, {});
    assert.ok(again.text.includes(text.paperDone));
    assert.equal((await letters()).length, 1);
    await advanceHours(24);
    assert.ok((await consumer.browser.open(link)).text.includes(text.paperAsk));
    await consumer.browser.post(`${link}/paper`, {});
    assert.equal((await letters()).length, 2);
  });

  it('mails them to whoever asks, though documents went by post since their e-mail came back', async () => {
    const consumer = await Consumer.choosing(lending, { email: 'bounce@example.test' });
    await consumer.accept();
    await fundingFlow(lending).advanceHours(1);
    const application = await consumer.application();
    const [mailed] = await lettersOf(application);
    assert.match(mailed?.content ?? '', /This is your copy/);
    const link = lastLink((await consumer.messages('loan_documents'))[0]);
    const page = await consumer.browser.open(link);
    assert.ok(page.text.includes(text.paperAsk));
    assert.ok(!page.text.includes(text.paperDone));
    await consumer.browser.post(`${link}/paper`, {});
    const letters = await lettersOf(application);
    const copies = letters.filter(({ id }) => id !== mailed?.id);
    assert.equal(copies.length, 1);
    assert.match(copies[0]?.content ?? '', /Consent to electronic records.*I authorize/s);
    assert.equal((await consumer.consents('paper_copy_request')).length, 1);
  });

  it('says how to get text messages again, and leads a stranger nowhere', async () => {
    const { link, browser } = await charged();
    const page = await browser.post(`${link}/sms`, {});
    assert.match(page.text, /If you want text messages, call us/);
    assert.ok(!page.html.includes('/portal/'));
  });

  it('leads whoever has said who they are back to the Payment Portal', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.accept();
    const [message] = await consumer.messages('loan_documents');
    const link = lastLink(message);
    assert.ok(!(await consumer.browser.open(link)).html.includes('/portal/'));
    const page = await consumer.browser.post(`${link}/esign`, { ssn_last4: consumer.last4 });
    const [, portal = ''] = /href="([^"]*\/portal\/[\w-]{43})"/.exec(page.html) ?? [];
    assert.equal((await consumer.browser.open(portal)).heading, en.account.signInTitle);
    const application = await consumer.application();
    await fundingFlow(lending).setLoan(application, { portal_account_status: 'Invited' });
    assert.ok(!(await consumer.browser.open(link)).html.includes('/portal/'));
  });

  it('is in the application’s language', async () => {
    const { link, browser } = await charged({ locale: 'es' });
    const page = await browser.open(link);
    assert.equal(page.heading, es.preferences.title);
    assert.match(page.html, /<html lang="es">/);
  });

  it('says nothing to whoever guesses a link', async () => {
    const browser = new PlainBrowser(lending);
    assert.equal((await browser.open('/preferences/guess')).status, 404);
    for (const path of ['sms', 'paper', 'esign']) {
      assert.equal((await browser.post(`/preferences/guess/${path}`, {})).status, 404, path);
    }
  });
});
