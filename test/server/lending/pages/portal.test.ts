import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sampleLender } from '../../../../server/lending/domain/lender.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { aCharge, aFreeCharge, chargePath } from '../../../helpers/accepted-loan.ts';
import { dayMs } from '../../../helpers/durations.ts';
import {
  startTestLending,
  type TestLending,
  testSponsors,
  testStart,
} from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { wrongDigits } from '../../../helpers/wrong-answers.ts';
import { Consumer } from './consumer.ts';

describe('the Payment Portal’s set-up page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** Accepted; answers the consumer and the link of the loan's e-mail. */
  async function accepted(ssn = '900-10-0009', change: Record<string, unknown> = {}) {
    const consumer = await Consumer.choosing(lending, { ssn, ...change });
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

  it('is the way in where the account is active at once', async () => {
    const { consumer, page, link } = await accepted('900-10-0001');
    assert.equal(await portalOf(consumer), 'Active');
    assert.match(page.text, new RegExp(en.accepted.portalActive));
    assert.ok(page.html.includes(link));
    assert.equal((await consumer.browser.open(link)).heading, en.account.signInTitle);
  });

  it('activates the account with the right digits, autopay left alone', async () => {
    const { consumer, link } = await accepted();
    const form = await consumer.browser.open(link);
    assert.equal(form.heading, en.portal.title);
    assert.doesNotMatch(form.html, /checked/);
    const page = await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(page.heading, en.account.title);
    assert.equal(await portalOf(consumer), 'Active');
    const [message] = await consumer.messages('portal_active');
    assert.doesNotMatch(message?.text ?? '', /autopay/);
  });

  it('is the way in for years once the account is set up, by the same link', async () => {
    const { consumer, link } = await accepted();
    await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    const { id, purchase_window_ends_at } = await consumer.application();
    const { query } = lending.context.database;
    const links = query.selectFrom('links').select('expires_at').where('kind', '=', 'portal');
    const [stored] = await links.where('subject_id', '=', id).execute();
    assert.ok((stored?.expires_at ?? 0) > (purchase_window_ends_at ?? 0) + 9 * 365 * dayMs);
  });

  it('promises charges only where the merchant can ask for them', async () => {
    /** The e-mail of a set-up while something is suspended, or nothing is. */
    const mailed = async (suspended?: 'application' | 'merchant') => {
      const { consumer, link } = await accepted();
      const paths = {
        application: `/sandbox/v1/applications/${consumer.externalId}`,
        merchant: '/sandbox/v1/merchants/hillside-hvac',
      };
      const step = async (name: 'suspend' | 'release') => {
        if (suspended === undefined) return;
        const { status } = await lending.call('POST', `${paths[suspended]}/${name}`);
        assert.equal(status, 200);
      };
      await step('suspend');
      await consumer.browser.post(link, { ssn_last4: consumer.last4 });
      await step('release');
      assert.equal(await portalOf(consumer), 'Active');
      const [message] = await consumer.messages('portal_active');
      return message?.text ?? '';
    };
    assert.match(
      await mailed(),
      /From now on, Hillside Heating & Air can ask you for charges\. You approve/,
    );
    for (const text of [await mailed('application'), await mailed('merchant')]) {
      assert.match(
        text,
        /is active\. Hillside Heating & Air cannot ask you for charges right now\./,
      );
      assert.doesNotMatch(text, /From now on/);
    }
  });

  it('sends the way to autopay to whoever asks for it: a call to the lender', async () => {
    const { consumer, link } = await accepted();
    const page = await consumer.browser.post(link, { ssn_last4: '', autopay: 'yes' });
    assert.deepEqual(page.ticked, ['autopay']);
    await consumer.browser.post(link, { ssn_last4: consumer.last4, autopay: 'yes' });
    const { name, phone } = sampleLender;
    const [message] = await consumer.messages('portal_active');
    const text = message?.text ?? '';
    assert.ok(text.includes(`To set up autopay, call ${name} at ${phone}. It is optional`), text);
    assert.doesNotMatch(text, /mail you|form/);
  });

  it('sends the way to autopay in Spanish too', async () => {
    const { consumer, link } = await accepted('900-10-0009', { locale: 'es' });
    await consumer.browser.post(link, { ssn_last4: consumer.last4, autopay: 'yes' });
    const { name, phone } = sampleLender;
    const [message] = await consumer.messages('portal_active');
    const text = message?.text ?? '';
    assert.ok(
      text.includes(`Para activar el pago automático, llame a ${name} al ${phone}. Es opcional`),
      text,
    );
    assert.doesNotMatch(text, /correo postal|formulario/);
  });

  it('shows the same page again, and does nothing, when the form is sent twice', async () => {
    const { consumer, link } = await accepted();
    await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    const page = await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(page.heading, en.account.title);
    assert.equal((await consumer.messages('portal_active')).length, 1);
  });

  it('is locked by five wrong answers, the right one after them included', async () => {
    const { consumer, link } = await accepted();
    const browser = new PlainBrowser(lending);
    const first = await browser.post(link, { ssn_last4: '0000' });
    assert.deepEqual(first.errors, [en.identity.wrong(4)]);
    for (let tries = 1; tries < 5; tries += 1) {
      await browser.post(link, { ssn_last4: wrongDigits() });
    }
    const page = await browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(page.status, 403);
    assert.equal(page.heading, en.link.lockedTitle);
    assert.equal(await portalOf(consumer), 'Invited');
  });

  describe('once it is set up', () => {
    async function active() {
      const { consumer, link } = await accepted();
      await consumer.browser.post(link, { ssn_last4: consumer.last4 });
      const loanNumber = (await consumer.application()).consumer_application_human_readable_id;
      return { consumer, link, loanNumber };
    }

    const signIn = (browser: PlainBrowser, link: string, ssn_last4: string, loan_number: string) =>
      browser.post(`${link}/sign-in`, { ssn_last4, loan_number });

    it('shows nothing of the loan before the consumer has signed in', async () => {
      const { link, loanNumber } = await active();
      const page = await new PlainBrowser(lending).open(link);
      assert.equal(page.heading, en.account.signInTitle);
      assert.ok(!page.html.includes(loanNumber));
      assert.doesNotMatch(page.html, /8,400/);
    });

    it('shows the loan and what was asked for', async () => {
      const { consumer, link, loanNumber } = await active();
      const body = aCharge({ external_application_id: consumer.externalId });
      assert.equal((await lending.call('POST', chargePath, { body })).status, 201);
      const page = await signIn(new PlainBrowser(lending), link, consumer.last4, loanNumber);
      assert.equal(page.heading, en.account.title);
      assert.match(page.text, /Loan amount \$8,400\.00/);
      assert.match(page.text, /Available to spend \$7,400\.00/);
      assert.match(page.text, /Amount \$1,000\.00/);
      assert.match(page.text, new RegExp(en.account.statuses.Pending));
      assert.match(page.html, /\/preferences\/[\w-]{43}/);
    });

    it('says whether the merchant can ask for a charge', async () => {
      const { consumer, link, loanNumber } = await active();
      const shown = async () =>
        (await signIn(new PlainBrowser(lending), link, consumer.last4, loanNumber)).text;
      const merchant = 'Hillside Heating & Air';
      assert.ok((await shown()).includes(en.account.mayBeCharged(merchant)));
      const body = aFreeCharge({ external_application_id: consumer.externalId }, '8400.00');
      assert.equal((await lending.call('POST', chargePath, { body })).status, 201);
      assert.ok((await shown()).includes(en.account.cannotBeCharged(merchant)));
    });

    it('wants both answers, and counts no try without them', async () => {
      const { consumer, link, loanNumber } = await active();
      const browser = new PlainBrowser(lending);
      const page = await signIn(browser, link, '12', loanNumber.slice(1));
      assert.deepEqual(page.errors, [en.identity.missing, en.charge.missingNumber]);
      const wrong = await signIn(browser, link, consumer.last4, '1000000000');
      const message = en.charge.wrong(4);
      assert.deepEqual(wrong.errors, [message]);
      assert.deepEqual(wrong.invalid, { ssn_last4: message, loan_number: message });
    });

    it('keeps the loan number that was typed, and never the digits', async () => {
      const { link } = await active();
      for (const digits of ['12', '9999']) {
        const page = await signIn(new PlainBrowser(lending), link, digits, '7342 055 188');
        assert.deepEqual(page.values, { ssn_last4: '', loan_number: '7342 055 188' });
      }
    });

    it('is Locked by five bad logins, for charges too', async () => {
      const { consumer, link, loanNumber } = await active();
      const browser = new PlainBrowser(lending);
      for (let tries = 1; tries < 5; tries += 1)
        await signIn(browser, link, wrongDigits(), loanNumber);
      assert.equal(await portalOf(consumer), 'Active');
      const page = await signIn(browser, link, wrongDigits(), loanNumber);
      assert.equal(page.status, 403);
      assert.equal(page.heading, en.link.lockedTitle);
      assert.equal(await portalOf(consumer), 'Locked');
      const right = await signIn(browser, link, consumer.last4, loanNumber);
      assert.equal(right.heading, en.link.lockedTitle);
      const body = aCharge({ external_application_id: consumer.externalId });
      assert.equal((await lending.call('POST', chargePath, { body })).status, 400);
    });

    it('is not Locked by one bad login that is the tenth wrong answer of the day', async () => {
      const { consumer, link, loanNumber } = await active();
      await lending.context.database.query
        .updateTable('applications')
        .set({ identity_failures: 9, identity_failures_date: '2026-03-02' })
        .where('external_application_id', '=', consumer.externalId)
        .execute();
      const page = await signIn(new PlainBrowser(lending), link, '0000', loanNumber);
      assert.equal(page.heading, en.link.dayLockedTitle);
      assert.equal(await portalOf(consumer), 'Active');
    });

    const linkIn = (links: string) => (JSON.parse(links) as string[])[0] ?? '';

    it('waits for tomorrow, with the new link, after ten in one day', async () => {
      const { consumer, link, loanNumber } = await active();
      const browser = new PlainBrowser(lending);
      const mailedAfter = async (known: string) => {
        const messages = await consumer.messages('mailed_link');
        const sent = messages.map(({ text, links }) => ({ text, link: linkIn(links) }));
        return sent.find((each) => each.link !== known) ?? { text: '', link: '' };
      };
      for (let tries = 0; tries < 5; tries += 1)
        await signIn(browser, link, wrongDigits(), loanNumber);
      const first = await mailedAfter(link);
      assert.match(first.text, /No charge can be requested until you sign in with the new link/);
      assert.doesNotMatch(first.text, /tomorrow/);
      for (let tries = 0; tries < 5; tries += 1) {
        await signIn(browser, first.link, wrongDigits(), loanNumber);
      }
      const second = await mailedAfter(first.link);
      assert.match(
        second.text,
        /wait until March \d+, 2026 at 12:00 AM E[SD]T and use this new link:/,
      );
      const page = await browser.open(second.link);
      assert.equal(page.heading, en.link.dayLockedTitle);
      assert.match(page.text, /Try again after .+ at 12:00 AM E[SD]T\./);
    });

    it('is not said to be locked where only its link is', async () => {
      const { consumer, link } = await active();
      await lending.context.database.query
        .updateTable('applications')
        .set({ identity_failures_total: 20 })
        .where('external_application_id', '=', consumer.externalId)
        .execute();
      await new PlainBrowser(lending).post(`${link}/mail-link`, {});
      const [message] = await consumer.messages('mailed_link');
      assert.match(message?.text ?? '', /use this new link/);
      assert.doesNotMatch(message?.text ?? '', /account is locked/);
      assert.equal(await portalOf(consumer), 'Active');
    });

    it('is said to be locked whenever a new link is asked for, as long as it is', async () => {
      const { consumer, link, loanNumber } = await active();
      const browser = new PlainBrowser(lending);
      for (let tries = 0; tries < 5; tries += 1)
        await signIn(browser, link, wrongDigits(), loanNumber);
      await lending.context.database.query
        .updateTable('links')
        .set({ failed_tries: 5 })
        .where('is_mailed', '=', 1)
        .execute();
      await browser.post(`${link}/mail-link`, {});
      const messages = await consumer.messages('mailed_link');
      assert.equal(messages.length, 2);
      for (const { text } of messages) assert.match(text, /account is locked too/);
    });

    it('is unlocked by the link that is e-mailed, and the right answer on it', async () => {
      const { consumer, link, loanNumber } = await active();
      const browser = new PlainBrowser(lending);
      for (let tries = 0; tries < 5; tries += 1)
        await signIn(browser, link, wrongDigits(), loanNumber);
      const messages = await consumer.messages('mailed_link');
      assert.equal(messages.length, 1);
      const [fresh = ''] = JSON.parse(messages[0]?.links ?? '[]') as string[];
      assert.notEqual(fresh, link);
      assert.equal((await consumer.browser.open(fresh)).heading, en.account.signInTitle);
      assert.equal(await portalOf(consumer), 'Locked');
      const page = await signIn(consumer.browser, fresh, consumer.last4, loanNumber);
      assert.equal(page.heading, en.account.title);
      assert.equal(await portalOf(consumer), 'Active');
    });
  });

  it('cannot be finished for 900-10-0007, whose account stays Invited', async () => {
    const { consumer, link } = await accepted('900-10-0007');
    const page = await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(page.heading, en.portal.unavailableTitle);
    assert.equal((await consumer.browser.open(link)).heading, en.portal.title);
    assert.equal(await portalOf(consumer), 'Invited');
  });

  it('says nothing to whoever guesses a link', async () => {
    const page = await new PlainBrowser(lending).open('/portal/guess');
    assert.equal(page.status, 404);
  });
});

describe('the Payment Portal’s terms', () => {
  const sinceTerms = Date.UTC(2026, 10, 21, 17) - testStart;
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
    lending.tick(sinceTerms);
  });
  after(() => lending.close());

  it('promise what the portal has: the loan, its charges, and how to pay', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const [message] = await consumer.messages('loan_documents');
    const links = JSON.parse(message?.links ?? '[]') as string[];
    const link = links.find((each) => each.includes('/portal/')) ?? '';
    const setUp = await consumer.browser.open(link);
    assert.ok(setUp.text.includes(sampleTexts.current('portal_terms', 'en', '2026-11-21').text));
    assert.doesNotMatch(setUp.text, /make payments|approve charges/);
    const portal = await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    const { limit, spent, available, chargesTitle, paymentTitle } = en.account;
    for (const part of [limit, spent, available, chargesTitle, paymentTitle]) {
      assert.ok(portal.text.includes(part), part);
    }
    const forms = [...portal.html.matchAll(/<form[^>]* action="([^"]*)"/g)];
    assert.deepEqual(
      forms.map(([, action]) => action),
      [`${new URL(link).pathname}/leave`],
    );
  });
});

describe('a merchant that may approve charges for its consumers', () => {
  it('is said to, on the pages and by e-mail', async (t) => {
    const sponsors = testSponsors({ allow_approve_on_behalf: true });
    const lending = await startTestLending({ sponsors });
    t.after(() => lending.close());
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    const accepted = await consumer.accept();
    assert.ok(accepted.text.includes(en.accepted.answerThere));
    assert.ok(!accepted.text.includes(en.accepted.untilApproved));
    const [, link = ''] = /href="([^"]*\/portal\/[\w-]{43})"/.exec(accepted.html) ?? [];
    const account = await consumer.browser.post(link, { ssn_last4: consumer.last4 });
    assert.equal(account.heading, en.account.title);
    const [message] = await consumer.messages('portal_active');
    for (const text of [accepted.text, account.text, message?.text ?? '']) {
      assert.ok(text.includes(en.account.onBehalf), text);
    }
  });
});
