import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { preferencesLink } from '../../../../server/lending/operations/preferences/preferences-of.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { secondMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser, type PlainPage } from '../../../helpers/plain-browser.ts';
import { fundingFlow } from '../funding-flow.ts';
import { askedCharge } from './asked-charge.ts';
import { Consumer } from './consumer.ts';
import { InvitedMerchant } from './invited-merchant.ts';

const { done } = en;

/** The title, and what `main` begins with. */
function assertSays(page: PlainPage, text: string): void {
  assert.equal(page.status < 500, true);
  assert.ok(titleOf(page).startsWith(`${text} – `), titleOf(page));
  const [, first] =
    /<main [^>]*>\s*<p class="done" role="status">(.*?)<\/p>/s.exec(page.html) ?? [];
  assert.equal(first, text);
}

function assertSilent(page: PlainPage): void {
  assert.doesNotMatch(page.html, /role="status"/);
}

function titleOf({ html }: PlainPage): string {
  return /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '';
}

describe('what a form of the lender’s pages has done', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  async function atPreferences(change: Record<string, unknown> = {}) {
    const consumer = await Consumer.choosing(lending, {
      ssn: '900-10-0009',
      sms_consent: true,
      sms_consent_version: '2026-01',
      sms_consent_at: '2026-03-02T14:58:00Z',
      ...change,
    });
    const application = await consumer.application();
    const { context } = lending;
    const link = await context.database.transaction((tx) =>
      preferencesLink(context, tx, application),
    );
    const fields = { ssn_last4: consumer.last4 };
    const press = (form: string) => consumer.browser.post(`${link}/${form}`, fields);
    return { consumer, browser: consumer.browser, link, fields, press };
  }

  for (const [form, name] of [
    ['sms', 'smsStopped'],
    ['paper', 'paperAsked'],
    ['esign', 'consentWithdrawn'],
  ] as const) {
    for (const [locale, strings] of [
      ['en', en],
      ['es', es],
    ] as const) {
      it(`is said first on the page of preferences, once: ${form}, ${locale}`, async () => {
        const { browser, link, press } = await atPreferences({ locale });
        const before = await browser.open(link);
        assertSilent(before);
        assertSays(await press(form), strings.done[name]);
        const again = await browser.open(link);
        assertSilent(again);
        assert.equal(titleOf(again), titleOf(before));
      });
    }
  }

  it('is not said of digits that are wrong', async () => {
    const { browser, link } = await atPreferences();
    const page = await browser.post(`${link}/esign`, { ssn_last4: '9099' });
    assertSilent(page);
    assert.ok(titleOf(page).startsWith(en.common.errorPrefix));
  });

  it('is not asked of a browser without cookies: the page shows what holds', async () => {
    const { link } = await atPreferences();
    const browser = new PlainBrowser(lending, { keepsCookies: false });
    const page = await browser.post(`${link}/sms`, {});
    assert.equal(page.heading, en.preferences.title);
    assert.ok(page.text.includes(en.preferences.smsOff));
    assertSilent(page);
  });

  it('is not said to have failed in a browser without cookies: a consent withdrawn', async () => {
    const { consumer, link, fields } = await atPreferences();
    const browser = new PlainBrowser(lending, { keepsCookies: false });
    const page = await browser.post(`${link}/esign`, fields);
    assert.equal((await consumer.application()).status, 'Cancelled');
    assert.equal(page.heading, en.preferences.title);
  });

  it('is said of a new one-time code, and no longer once a wrong one is typed', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    assertSilent(await consumer.identify());
    const { browser, link } = consumer;
    lending.tick(10 * secondMs);
    const sent = await browser.post(`${link}/code/again`, {});
    assertSays(sent, done.codeSent);
    assert.ok(sent.text.includes(en.stepUp.sentAgain));
    assertSilent(await browser.post(`${link}/code`, { code: '999999' }));
  });

  it('is said of a merchant’s new code, not of its first', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    assertSilent(await merchant.sendCode());
    assertSays(await merchant.sendCode(), done.codeSent);
  });

  it('is said of a link that was mailed, and not if none was', async () => {
    const { browser, link, loan } = await askedCharge(lending);
    await fundingFlow(lending).setLoan(loan, { identity_failures_total: 20 });
    const press = () => browser.post(`${link}/mail-link`, {});
    const mailed = await press();
    assertSays(mailed, done.linkMailed);
    assert.equal(mailed.heading, en.link.lockedTitle);
    const again = await press();
    assertSilent(again);
    assert.ok(again.text.includes(en.link.mailAgain));
  });

  it('is on the page of its own link alone', async () => {
    const [one, other] = [await atPreferences(), await atPreferences()];
    const comesIn = await one.browser.postLate(`${one.link}/paper`, {});
    comesIn();
    const kept = one.browser.cookie('done') ?? '';
    const answer = await lending.app.request(new URL(other.link).pathname, {
      headers: { cookie: `done=${kept}` },
    });
    assert.doesNotMatch(await answer.text(), /role="status"/);
    assertSays(await one.browser.open(one.link), done.paperAsked);
  });
});
