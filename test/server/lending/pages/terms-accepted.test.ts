import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessageKind } from '../../../../server/lending/domain/messages/message-kinds.ts';
import { deliverMessage } from '../../../../server/lending/operations/deliver-message.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { createSandboxProviders } from '../../../../server/lending/providers/sandbox-providers.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { lastLink } from '../../../helpers/last-link.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { fundingFlow } from '../funding-flow.ts';
import { Consumer } from './consumer.ts';

const text = en.accepted;
const merchant = 'Hillside Heating & Air';

describe('the page of an accepted loan', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** The prime persona's account is active at once; that of 900-10-0009 is to be set up. */
  async function accepted(change: Record<string, unknown> = {}) {
    const consumer = await Consumer.choosing(lending, change);
    await consumer.accept();
    const loan = await consumer.application();
    return { consumer, loan, flow: fundingFlow(lending) };
  }

  it('says that a locked Payment Portal is locked, and leads to where it is unlocked', async () => {
    const { consumer, loan, flow } = await accepted();
    assert.ok((await consumer.browser.open(consumer.link)).text.includes(text.portalActive));
    await flow.setLoan(loan, { portal_account_status: 'Locked' });
    const page = await consumer.browser.open(consumer.link);
    assert.ok(!page.text.includes(text.portalActive));
    assert.ok(page.text.includes(text.portalLocked));
    const [, link = ''] = /href="([^"]*\/portal\/[\w-]{43})"/.exec(page.html) ?? [];
    assert.equal((await consumer.browser.open(link)).heading, en.account.signInTitle);
  });

  it('promises a text message only to who gets them', async () => {
    const { consumer } = await accepted({
      sms_consent: true,
      sms_consent_version: sampleTexts.current('sms_consent', 'en', '2026-03-02').version,
      sms_consent_at: '2026-03-02T15:00:00Z',
    });
    const page = await consumer.browser.open(consumer.link);
    assert.ok(page.text.includes(text.whatNext));
    const [message] = await consumer.messages('loan_documents');
    const preferences = lastLink(message);
    await consumer.browser.post(`${preferences}/sms`, {});
    const stopped = await consumer.browser.open(consumer.link);
    assert.ok(!stopped.text.includes(text.whatNext));
    assert.ok(stopped.text.includes(text.whatNextByEmail));
  });

  describe('once the e-mail with its documents has come back', () => {
    const cameBack = async (change: Record<string, unknown> = {}) => {
      const { consumer, loan, flow } = await accepted({ email: 'bounce@example.test', ...change });
      await flow.advanceHours(1 / 60);
      return { consumer, loan, flow, page: await consumer.browser.open(consumer.link) };
    };

    it('says that the copy goes by post, and promises no other e-mail', async () => {
      const { consumer, loan, flow, page } = await cameBack();
      const lede =
        /email to b•••@example\.test did not arrive, so we mail you a copy.*call us at 1-800-555-0142/;
      assert.match(page.text, lede);
      assert.doesNotMatch(page.text, /We email a copy|an email with a link|What happens next/);
      await flow.setLoan(loan, { amount_spent_cents: 840_000 });
      const used = await consumer.browser.open(consumer.link);
      assert.match(used.text, lede);
      assert.doesNotMatch(used.text, /We emailed a copy/);
    });

    it('promises the text message that still comes', async () => {
      const { page } = await cameBack({
        sms_consent: true,
        sms_consent_version: sampleTexts.current('sms_consent', 'en', '2026-03-02').version,
        sms_consent_at: '2026-03-02T15:00:00Z',
      });
      assert.match(page.text, /asks for a charge, we send you a text message with a link\./);
      assert.doesNotMatch(page.text, /an email with a link/);
    });

    it('says so in Spanish too', async () => {
      const { page } = await cameBack({ locale: 'es' });
      assert.match(
        page.text,
        /a b•••@example\.test no llegó, así que le enviamos por correo postal/,
      );
    });
  });

  it('speaks of what was, where nothing can be charged any more', async () => {
    const { consumer, loan, flow } = await accepted();
    assert.ok((await consumer.browser.open(consumer.link)).text.includes(text.keepNumber));
    await flow.setLoan(loan, { amount_spent_cents: 840_000 });
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, text.usedTitle);
    assert.ok(page.text.includes(en.account.cannotBeCharged(merchant)));
    assert.ok(page.text.includes(text.keepNumberToSignIn));
    assert.doesNotMatch(page.text, /on its way|to approve charges|What happens next/);
  });

  it('does not call the loan ready while its merchant is suspended', async () => {
    const { consumer, flow } = await accepted({ ssn: '900-10-0009' });
    await flow.sandbox('/merchants/hillside-hvac/suspend');
    try {
      const page = await consumer.browser.open(consumer.link);
      assert.equal(page.heading, text.usedTitle);
      assert.ok(page.text.includes(en.account.cannotBeCharged(merchant)));
      assert.ok(!page.text.includes(text.portalTitle));
    } finally {
      await flow.sandbox('/merchants/hillside-hvac/release');
    }
    assert.equal((await consumer.browser.open(consumer.link)).heading, text.title);
  });

  it('asks for no account once there is nothing to use it for', async () => {
    const { consumer, loan, flow } = await accepted({ ssn: '900-10-0009' });
    const page = await consumer.browser.open(consumer.link);
    const [, link = ''] = /href="([^"]*\/portal\/[\w-]{43})"/.exec(page.html) ?? [];
    const over = lending.context.clock.now(loan.sponsor_id);
    await flow.setLoan(loan, { purchase_window_ends_at: over });
    const used = await consumer.browser.open(consumer.link);
    assert.ok(!used.text.includes(text.portalTitle));
    assert.ok(!used.text.includes(text.keepNumberToSignIn));
    const setUp = await consumer.browser.open(link);
    assert.equal(setUp.heading, en.link.nothingLeftTitle);
    await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal((await consumer.application()).portal_account_status, 'Invited');
  });

  it('says nothing of the loan once its link has expired', async () => {
    const { consumer } = await accepted();
    const waiting = await Consumer.choosing(lending);
    lending.tick(4 * dayMs);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, en.link.expiredTitle);
    assert.equal(page.html, (await waiting.browser.open(waiting.link)).html);
  });

  it('keeps the documents and the account open during a hold', async () => {
    const { consumer, loan, flow } = await accepted();
    await flow.sandbox(`/applications/${loan.external_application_id}/suspend`);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, en.state.suspendedTitle);
    assert.ok(page.html.includes(`href="${new URL(consumer.link).pathname}/documents"`));
    const [, link = ''] = /href="([^"]*\/portal\/[\w-]{43})"/.exec(page.html) ?? [];
    assert.equal((await consumer.browser.open(link)).heading, en.account.signInTitle);
  });

  it('is in the loan’s language', async () => {
    const { consumer, loan, flow } = await accepted();
    await flow.setLoan(loan, {
      locale: 'es',
      amount_spent_cents: 840_000,
      portal_account_status: 'Locked',
    });
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, es.accepted.usedTitle);
    assert.ok(page.text.includes(es.accepted.portalLocked));
  });
});

describe('the copy of an accepted loan, as its page tells of it', () => {
  const providers = createSandboxProviders();
  let outcome: 'sent' | 'bounced' | 'failed';
  let lending: TestLending;
  before(async () => {
    const messenger = { ...providers.messenger, send: async () => outcome };
    lending = await startTestLending({}, { ...providers, messenger });
  });
  after(() => lending.close());

  async function accepted() {
    const consumer = await Consumer.choosing(lending);
    await consumer.accept();
    return { consumer, loan: await consumer.application(), flow: fundingFlow(lending) };
  }

  /** What has become of an e-mail by a try of it, the last one if it can fail. */
  async function delivered(consumer: Consumer, kind: MessageKind) {
    const emailOf = async () =>
      (await consumer.messages(kind)).find(({ channel }) => channel === 'email');
    const { id = '', sponsor_id = '' } = (await emailOf()) ?? {};
    const { query } = lending.context.database;
    await query.updateTable('messages').set({ failed_tries: 9 }).where('id', '=', id).execute();
    await deliverMessage(lending.context, { key: id, scope: sponsor_id });
    return (await emailOf())?.status;
  }

  it('is the one that arrived, though a later e-mail came back', async () => {
    outcome = 'sent';
    const { consumer, loan, flow } = await accepted();
    assert.equal(await delivered(consumer, 'loan_documents'), 'Sent');
    outcome = 'bounced';
    await flow.charge(loan);
    assert.equal(await delivered(consumer, 'charge_request'), 'Bounced');
    const page = await consumer.browser.open(consumer.link);
    assert.match(page.text, /We email a copy of everything you signed/);
    assert.doesNotMatch(page.text, /we mail you a copy|an email with a link/);
  });

  it('is the one in the post, if the e-mail could not be sent', async () => {
    outcome = 'failed';
    const { consumer } = await accepted();
    const waiting = await consumer.browser.open(consumer.link);
    assert.match(waiting.text, /We email a copy of everything you signed/);
    assert.equal(await delivered(consumer, 'loan_documents'), 'Failed');
    const page = await consumer.browser.open(consumer.link);
    assert.match(page.text, /did not arrive, so we mail you a copy/);
    assert.match(page.text, /an email with a link/);
  });
});
