import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { askedCharge } from './asked-charge.ts';
import { Consumer } from './consumer.ts';
import { InvitedConsumer, typed } from './invited-consumer.ts';

const text = en.leave;

describe('the button for who is done on a device', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('has the next person asked who they are, at an accepted loan and its documents', async () => {
    const consumer = await Consumer.choosing(lending);
    const accepted = await consumer.accept();
    assert.equal(accepted.heading, en.accepted.title);
    for (const said of [text.hint, text.button]) assert.ok(accepted.text.includes(said), said);
    const left = await consumer.browser.post(`${consumer.link}/leave`, {});
    assert.equal(left.heading, en.identity.title);
    assert.ok(!left.text.includes(text.button));
    for (const path of ['', '/documents']) {
      const page = await consumer.browser.open(`${consumer.link}${path}`);
      assert.equal(page.heading, en.identity.title, path);
    }
    assert.equal((await consumer.identify()).heading, en.accepted.title);
  });

  for (const answer of ['accept', 'decline']) {
    it(`lets the next person not ${answer} the terms`, async () => {
      const consumer = await Consumer.choosing(lending);
      const { hidden } = await consumer.identify();
      await consumer.browser.post(`${consumer.link}/leave`, {});
      const fields = { ...hidden, typed_name: 'Ada Sample', agree: 'yes' };
      const page = await consumer.browser.post(`${consumer.link}/${answer}`, fields);
      assert.equal(page.heading, en.identity.title);
      assert.match(page.text, /or you ended your visit on this device/);
      assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
    });
  }

  it('counts for every page that the browser came from, and for no other browser', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    const accepted = await consumer.accept();
    const other = new PlainBrowser(lending);
    await other.post(`${consumer.link}/identity`, { ssn_last4: consumer.last4 });
    const [, portal = ''] = /href="([^"]*\/portal\/[\w-]{43})"/.exec(accepted.html) ?? [];
    const account = await consumer.browser.post(portal, { ssn_last4: consumer.last4 });
    assert.equal(account.heading, en.account.title);
    assert.ok(account.text.includes(text.button));
    const left = await consumer.browser.post(`${portal}/leave`, {});
    assert.equal(left.heading, en.account.signInTitle);
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.identity.title);
    assert.equal((await other.open(consumer.link)).heading, en.accepted.title);
  });

  it('counts although an answer to the question comes in after it', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const { browser, link, last4 } = consumer;
    const comesIn = await browser.postLate(`${link}/identity`, { ssn_last4: last4 });
    await browser.post(`${link}/leave`, {});
    comesIn();
    assert.equal((await browser.open(link)).heading, en.identity.title);
  });

  it('lets the next person neither read nor approve a charge', async () => {
    const { browser, link, identify, flow, id } = await askedCharge(lending);
    const shown = await identify();
    assert.ok(shown.text.includes(text.button));
    const left = await browser.post(`${link}/leave`, {});
    assert.equal(left.action, `${new URL(link).pathname}/identity`);
    await browser.post(link, { ...shown.hidden, answer: 'approve' });
    assert.equal((await flow.chargeRow(id)).status, 'Pending');
  });

  it('leaves nothing to read of a charge that was approved', async () => {
    const { browser, link, answer } = await askedCharge(lending);
    assert.ok((await answer('approve')).text.includes(text.button));
    const left = await browser.post(`${link}/leave`, {});
    assert.equal(left.heading, en.link.nothingLeftTitle);
  });

  it('stands on an invitation’s offers, and asks again', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    assert.ok((await consumer.apply()).text.includes(text.button));
    const left = await consumer.browser.post(`${consumer.link}/leave`, {});
    assert.equal(left.heading, en.identity.title);
  });

  it('deletes what was typed into an invitation’s form', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    assert.ok(!(await consumer.start()).text.includes(text.button), 'nothing is kept yet');
    const next = await consumer.send('contact');
    assert.equal(next.heading, en.apply.steps.consents);
    assert.ok(next.text.includes(text.formHint));
    const left = await consumer.browser.post(`${consumer.link}/leave`, {});
    assert.equal(left.heading, en.apply.steps.contact);
    assert.deepEqual(new Set(Object.values(left.values)), new Set(['']));
    assert.ok(!left.text.includes(text.button));
    const { id } = await consumer.application();
    const drafts = await consumer.drafts();
    assert.ok(!drafts.some(({ application_id }) => application_id === id));
    const other = await consumer.send('consents');
    assert.equal(other.heading, en.apply.steps.contact);
    assert.match(other.text, /or it was deleted on this device/);
  });

  it('ends what was typed into a form, too, when it is pressed on another page', async () => {
    const consumer = await Consumer.choosing(lending);
    const { browser, link } = await InvitedConsumer.invited(lending);
    const contact = `${link}/apply/contact`;
    await browser.post(`${link}/start`, {});
    await browser.post(contact, typed.contact);
    assert.equal((await browser.open(contact)).values.first_name, typed.contact.first_name);
    await browser.post(`${consumer.link}/leave`, {});
    const page = await browser.open(contact);
    assert.deepEqual(new Set(Object.values(page.values)), new Set(['']));
    assert.ok(!page.text.includes(text.button));
  });

  it('counts although the answer to a step of a form comes in after it', async () => {
    const consumer = await Consumer.choosing(lending);
    const { browser, link } = await InvitedConsumer.invited(lending);
    const contact = `${link}/apply/contact`;
    await browser.post(`${link}/start`, {});
    await browser.post(contact, typed.contact);
    const comesIn = await browser.postLate(contact, typed.contact);
    await browser.post(`${consumer.link}/leave`, {});
    comesIn();
    const { values } = await browser.open(contact);
    assert.deepEqual(new Set(Object.values(values)), new Set(['']));
  });

  it('is not on the documents, which somebody may save', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.accept();
    const page = await consumer.browser.open(`${consumer.link}/documents`);
    assert.equal(page.heading, en.terms.documentsTitle);
    assert.ok(!page.text.includes(text.button));
  });

  it('is pressed on no page of another', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const origin = 'https://elsewhere.test';
    const page = await consumer.browser.post(`${consumer.link}/leave`, {}, { origin });
    assert.equal(page.status, 403);
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.terms.title);
  });

  it('deletes each cookie with the attributes it was set with', async () => {
    const consumer = await Consumer.choosing(lending);
    const { pathname } = new URL(consumer.link);
    const invited = await InvitedConsumer.invited(lending);
    await invited.start();
    const form = new URL(invited.link).pathname;
    const cookiesOf = async (path: string) => {
      const answer = await lending.app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ssn_last4: consumer.last4 }).toString(),
      });
      const lines = answer.headers.getSetCookie();
      return lines.map((line) => line.replace(/=[^;]*(; Max-Age=\d+)?/, '')).toSorted();
    };
    const known = await cookiesOf(`${pathname}/identity`);
    assert.equal(known.length, 2);
    const kept = (await cookiesOf(`${form}/apply/contact`)).filter((line) => !/^flash/.test(line));
    assert.equal(kept.length, 2);
    const ofAllPages = [...known, ...kept].filter((line) => /Path=\/;/.test(line));
    assert.equal(ofAllPages.length, 2);
    const left = await cookiesOf(`${pathname}/leave`);
    assert.deepEqual(left, [...new Set([...known, ...ofAllPages])].toSorted());
    const leftForm = await cookiesOf(`${form}/leave`);
    assert.deepEqual(
      leftForm.filter((line) => !/^identified/.test(line)),
      [...new Set([...kept, ...ofAllPages])].toSorted(),
    );
  });
});

describe('the cookies of the pages, by https', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending({ publicUrl: 'https://lender.example' });
  });
  after(() => lending.close());

  it('have names that no other host of the domain can set, and are for no script [asvs:cookie-attributes]', async () => {
    const consumer = await Consumer.choosing(lending);
    const invited = await InvitedConsumer.invited(lending);
    await invited.start();
    const terms = new URL(consumer.link).pathname;
    const invitation = new URL(invited.link).pathname;
    const lines: string[] = [];
    for (const [path, fields] of [
      [`${terms}/identity`, { ssn_last4: '0000' }],
      [`${terms}/identity`, { ssn_last4: consumer.last4 }],
      [`${invitation}/apply/contact`, { first_name: 'Ada' }],
    ] as const) {
      const answer = await lending.app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      lines.push(...answer.headers.getSetCookie());
    }
    assert.deepEqual(
      lines.map((line) => line.replace(/=[^;]*(; Max-Age=\d+)?/, '')),
      [
        `__Secure-flash; Path=${terms}; HttpOnly; Secure; SameSite=Strict`,
        '__Host-visit; Path=/; HttpOnly; Secure; SameSite=Lax',
        `__Secure-identified; Path=${terms}; HttpOnly; Secure; SameSite=Lax`,
        '__Host-form-visit; Path=/; HttpOnly; Secure; SameSite=Lax',
        `__Secure-draft; Path=${invitation}; HttpOnly; Secure; SameSite=Lax`,
        `__Secure-flash; Path=${invitation}/apply/contact; HttpOnly; Secure; SameSite=Strict`,
      ],
    );
    const pairs = lines.map((line) => line.split(';')[0] ?? '');
    for (const path of [terms, `${invitation}/apply/contact`]) {
      const page = await lending.app.request(path, { headers: { cookie: pairs.join('; ') } });
      assert.equal(page.status, 200);
      const html = await page.text();
      for (const pair of pairs) assert.ok(!html.includes(pair.replace(/.*?=/, '')), pair);
    }
  });

  it('are found by these names', async () => {
    const consumer = await Consumer.choosing(lending);
    assert.deepEqual((await consumer.identify('0000')).errors, [en.identity.wrong(4)]);
    assert.equal((await consumer.accept()).heading, en.accepted.title);
    const invited = await InvitedConsumer.invited(lending);
    assert.ok((await invited.apply()).text.includes(text.button));
  });

  it('are none that another host has planted, also when the button is pressed', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    consumer.browser.plant('visit=planted');
    const accepted = await consumer.accept();
    const [, portal = ''] = /href="([^"]*\/portal\/[\w-]{43})"/.exec(accepted.html) ?? [];
    const account = await consumer.browser.post(portal, { ssn_last4: consumer.last4 });
    assert.equal(account.heading, en.account.title);
    await consumer.browser.post(`${portal}/leave`, {});
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.identity.title);
  });

  it('lead nobody to what is typed into a form in another browser, whatever cookie was planted there', async () => {
    const { browser: thief, link } = await InvitedConsumer.invited(lending);
    await thief.post(`${link}/start`, {});
    const contact = `${link}/apply/contact`;
    await thief.post(contact, { first_name: '' });
    const invited = new PlainBrowser(lending);
    const known = thief.cookie('__Secure-draft');
    assert.ok(known);
    invited.plant(`__Secure-draft=${known}`);
    await invited.post(contact, typed.contact);
    assert.equal((await thief.open(contact)).values.last_name, '');
  });

  it('give nobody the form of another, wherever its secret and its visit are cut', async () => {
    const { browser: thief, link } = await InvitedConsumer.invited(lending);
    await thief.post(`${link}/start`, {});
    const contact = `${link}/apply/contact`;
    thief.plant('__Host-form-visit=x|');
    await thief.post(contact, typed.contact);
    const known = thief.cookie('__Secure-draft');
    assert.ok(known);
    for (const planted of [known, `${known}|x`, `${known}|x|`]) {
      const invited = new PlainBrowser(lending);
      invited.plant(`__Secure-draft=${planted}`);
      const { values } = await invited.open(contact);
      assert.deepEqual(new Set(Object.values(values)), new Set(['']), planted);
    }
  });
});
