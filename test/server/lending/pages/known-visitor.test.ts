import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { hourMs, minuteMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { Consumer, knownFor } from './consumer.ts';

const wisconsin = { state: 'WI', city: 'Madison', zip_code: '53703' };
const spouse = {
  married: 'yes',
  spouse_name: 'Zoë Sample',
  spouse_address: '5 Lake Street, Milwaukee, WI 53202',
};
const signed = { typed_name: 'Ada Sample', agree: 'yes' };

describe('a browser that has answered who its visitor is', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('is known for 30 minutes from each page, and asked after that [asvs:session-time]', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    for (const path of ['', '/documents', '/decline']) {
      lending.tick(30 * minuteMs - 1);
      const page = await consumer.browser.open(`${consumer.link}${path}`);
      assert.notEqual(page.heading, en.identity.title, path);
    }
    lending.tick(30 * minuteMs);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, en.identity.title);
  });

  it('is known from each form that is taken, too', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    lending.tick(20 * minuteMs);
    const comesIn = await consumer.browser.postLate(`${consumer.link}/accept`, {});
    comesIn();
    lending.tick(20 * minuteMs);
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.terms.title);
  });

  it('is asked two hours after its answer, however often it opens a page [asvs:session-time]', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    for (let quarters = 1; quarters < 8; quarters += 1) {
      lending.tick(hourMs / 4);
      assert.equal((await consumer.browser.open(consumer.link)).heading, en.terms.title);
    }
    lending.tick(hourMs / 4 - 1);
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.terms.title);
    lending.tick(1);
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.identity.title);
  });

  it('is asked after the end of its visit, although a page comes in later', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const { browser, link } = consumer;
    const pageComesIn = await browser.openLate(link);
    const formComesIn = await browser.postLate(`${link}/accept`, {});
    await browser.post(`${link}/leave`, {});
    pageComesIn();
    formComesIn();
    assert.equal((await browser.open(link)).heading, en.identity.title);
  });

  for (const [locale, { terms }] of [
    ['en', en],
    ['es', es],
  ] as const) {
    it(`is told how long on the page of the terms (${locale})`, async () => {
      const consumer = await Consumer.choosing(lending, { locale });
      const page = await consumer.identify();
      const limit = terms.limit(...knownFor);
      assert.ok(page.text.includes(limit), page.text);
    });
  }
});

describe('what was typed into a form that came after that', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** Has typed all there is to type, and sends it 31 minutes after the digits. */
  async function tooLate(change: Record<string, unknown> = wisconsin) {
    const consumer = await Consumer.choosing(lending, change);
    const { hidden } = await consumer.identify();
    lending.tick(31 * minuteMs);
    const send = () =>
      consumer.browser.post(`${consumer.link}/accept`, { ...hidden, ...spouse, ...signed });
    return { consumer, send, asked: await send() };
  }

  it('is given back after the digits, but for the signature and the tick', async () => {
    const { consumer, asked } = await tooLate();
    assert.equal(asked.heading, en.identity.title);
    assert.ok(asked.text.includes(en.identity.again(...knownFor)));
    assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
    assert.deepEqual((await consumer.identify('9099')).errors, [en.identity.wrong(4)]);
    lending.tick(9 * minuteMs);
    const page = await consumer.identify();
    assert.equal(page.heading, en.terms.title);
    const { spouse_name, spouse_address } = spouse;
    assert.deepEqual(page.values, { spouse_name, spouse_address, typed_name: '' });
    assert.match(page.html, /value="yes"\s+checked/);
    assert.deepEqual(page.ticked, []);
    assert.deepEqual(page.errors, []);
    const again = await consumer.browser.open(consumer.link);
    assert.equal(again.values.spouse_name, '', 'it is given back once');
  });

  it('is kept sealed in the browser, in a cookie of the page', async () => {
    const { consumer } = await tooLate();
    const kept = consumer.browser.cookie('typed');
    assert.ok(kept !== undefined);
    const readable = decodeURIComponent(kept) + kept.split('.').map(fromBase64).join('');
    // What is sealed may spell 'yes' by chance.
    const { married: _, ...long } = spouse;
    for (const secret of [...Object.values(long), ...Object.keys(spouse)]) {
      assert.ok(!readable.includes(secret), secret);
    }
  });

  it('is forgotten after ten minutes', async () => {
    const { consumer } = await tooLate();
    lending.tick(10 * minuteMs);
    const page = await consumer.identify();
    assert.equal(page.heading, en.terms.title);
    assert.equal(page.values.spouse_name, '');
  });

  it('is not for the next person at this device, who comes after the end of the visit', async () => {
    const { consumer, send } = await tooLate();
    await consumer.browser.post(`${consumer.link}/leave`, {});
    assert.equal((await consumer.identify()).values.spouse_name, '');
    await consumer.browser.post(`${consumer.link}/leave`, {});
    assert.equal((await send()).heading, en.identity.title);
    assert.equal((await consumer.identify()).values.spouse_name, '');
  });

  it('leaves nothing to keep where only a signature and a tick are asked for', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    lending.tick(31 * minuteMs);
    await consumer.browser.post(`${consumer.link}/accept`, signed);
    assert.equal(consumer.browser.cookie('typed'), undefined);
  });
});

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString('utf8');
}
