import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { Consumer } from './consumer.ts';
import { InvitedConsumer } from './invited-consumer.ts';

describe('a browser that keeps no cookies', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  for (const answer of ['right', 'wrong']) {
    it(`is told so after a ${answer} answer, and shown nothing of the loan`, async () => {
      const consumer = await Consumer.choosing(lending);
      const browser = new PlainBrowser(lending, { keepsCookies: false });
      const ssn_last4 = answer === 'right' ? consumer.last4 : '0000';
      const page = await browser.post(`${consumer.link}/identity`, { ssn_last4 });
      assert.equal(page.status, 200);
      assert.equal(page.heading, en.cookies.title);
      assert.ok(page.text.includes(en.cookies.text), page.text);
      assert.ok(page.html.includes(`href="${new URL(consumer.link).pathname}"`));
      assert.ok(!page.html.includes(consumer.email));
    });
  }

  it('is told so on the first step of an invitation’s form, and led back to it', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    const browser = new PlainBrowser(lending, { keepsCookies: false });
    const step = `${new URL(consumer.link).pathname}/apply/contact`;
    const page = await browser.post(step, { first_name: '' });
    assert.equal(page.heading, en.cookies.title);
    assert.ok(page.html.includes(`href="${step}"`));
  });

  it('goes on as soon as it keeps them, by an address without a trace of the check', async () => {
    const consumer = await Consumer.choosing(lending);
    const { pathname } = new URL(consumer.link);
    const cookie = (await identityCookies(lending, consumer)).join('; ');
    const checked = await lending.app.request(`${pathname}?cookies=check`, { headers: { cookie } });
    assert.equal(checked.status, 303);
    assert.equal(checked.headers.get('location'), pathname);
    assert.equal((await consumer.identify()).heading, en.terms.title);
  });

  it('goes on by loading the notice again, too', async () => {
    const consumer = await Consumer.choosing(lending);
    const check = `${consumer.link}?cookies=check`;
    assert.equal((await consumer.browser.open(check)).heading, en.cookies.title);
    assert.equal((await consumer.browser.open(check)).heading, en.identity.title);
  });

  it('is not what a browser is taken for that leaves twice', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const { browser, link } = consumer;
    for (const tab of ['one', 'the other']) {
      const page = await browser.post(`${link}/leave`, {});
      assert.equal(page.heading, en.identity.title, `in ${tab} tab`);
    }
  });
});

async function identityCookies(lending: TestLending, { link, last4 }: Consumer): Promise<string[]> {
  const answer = await lending.app.request(`${new URL(link).pathname}/identity`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ssn_last4: last4 }).toString(),
  });
  return answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
}
