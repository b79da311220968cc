import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { askedCharge } from './asked-charge.ts';
import { Consumer } from './consumer.ts';
import { InvitedMerchant } from './invited-merchant.ts';

/** They take the most bytes in UTF-8 or are escaped in JSON. */
const longCharacters = ['漢', '😀', '"', '\\', '\u0001'];

describe('what a page says of its form that was refused', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** Posts a form and stays there: where it leads, and the cookie's line. */
  const post = async (link: string, fields: Record<string, string>, cookie = '') => {
    const answer = await lending.app.request(new URL(link).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: new URLSearchParams(fields).toString(),
    });
    const lines = answer.headers.getSetCookie();
    const flash = lines.find((line) => line.startsWith('flash=')) ?? '';
    return { answer, line: flash, pair: flash.split(';')[0] ?? '' };
  };
  const open = async (link: string, cookie: string) => {
    const answer = await lending.app.request(new URL(link).pathname, { headers: { cookie } });
    return { answer, html: await answer.text() };
  };
  const guess = ({ link }: Consumer) => post(`${link}/identity`, { ssn_last4: '9099' });

  it('is brought by a redirect to the page, in a short-lived cookie of the link', async () => {
    const consumer = await Consumer.choosing(lending);
    const { pathname } = new URL(consumer.link);
    const { answer, line } = await guess(consumer);
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('location'), `${pathname}?cookies=check`);
    const [, ...attributes] = line.split('; ');
    assert.deepEqual(
      new Set(attributes),
      new Set(['Max-Age=60', `Path=${pathname}`, 'HttpOnly', 'SameSite=Strict']),
    );
  });

  it('is shown once: loading the page again says nothing and counts no try', async () => {
    const consumer = await Consumer.choosing(lending);
    const refused = await consumer.identify('9099');
    assert.equal(refused.status, 200);
    assert.deepEqual(refused.errors, [en.identity.wrong(4)]);
    assert.match(refused.html, new RegExp(`<title>${en.common.errorPrefix} `));
    for (let loads = 0; loads < 3; loads += 1) {
      const page = await consumer.browser.open(consumer.link);
      assert.equal(page.heading, en.identity.title);
      assert.deepEqual(page.errors, []);
      assert.doesNotMatch(page.html, new RegExp(`role="alert"|${en.common.errorPrefix}`));
    }
    assert.equal((await consumer.application()).identity_failures, 1);
    assert.deepEqual((await consumer.identify('9098')).errors, [en.identity.wrong(3)]);
  });

  it('is nothing on another link, on another form, or changed', async () => {
    const [consumer, other] = [await Consumer.choosing(lending), await Consumer.choosing(lending)];
    const { pair } = await guess(consumer);
    const session = await identified(consumer);
    const forged = `${pair.slice(0, -2)}${pair.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const [link, cookie] of [
      [other.link, pair],
      [consumer.link, `${pair}; ${session}`],
      [consumer.link, forged],
      [consumer.link, 'flash='],
      [consumer.link, 'flash=eyJlcnJvcnMiOltdfQ'],
      [consumer.link, 'flash=a.b.c'],
      [consumer.link, 'flash=%E0%A4%A'],
    ] as const) {
      const { answer, html } = await open(link, cookie);
      assert.equal(answer.status, 200, cookie);
      assert.doesNotMatch(html, /role="alert"/, cookie);
      const lines = answer.headers.getSetCookie();
      const cleared = lines.find((line) => line.startsWith('flash='));
      assert.match(cleared ?? '', /^flash=; Max-Age=0; Path=\/terms\//, cookie);
    }
    assert.match((await open(consumer.link, pair)).html, /role="alert"/);
  });

  it('is forgotten after a minute', async () => {
    const consumer = await Consumer.choosing(lending);
    const { pair } = await guess(consumer);
    lending.tick(minuteMs - 1);
    assert.match((await open(consumer.link, pair)).html, /role="alert"/);
    lending.tick(1);
    assert.doesNotMatch((await open(consumer.link, pair)).html, /role="alert"/);
  });

  it('keeps what was typed sealed, and no digits of the Social Security number', async () => {
    const consumer = await Consumer.choosing(lending);
    const session = await identified(consumer);
    const typed = { typed_name: 'Zoë Sample', agree: '', ssn_last4: '9099' };
    const { answer, pair } = await post(`${consumer.link}/accept`, typed, session);
    assert.equal(answer.headers.get('location'), new URL(consumer.link).pathname);
    const readable = decodeURIComponent(pair) + pair.split('.').map(fromBase64).join('');
    for (const secret of ['Zoë Sample', 'Sample', 'typed_name', en.terms.missingAgree]) {
      assert.ok(!readable.includes(secret), secret);
    }
    // Four digits stand within what is sealed by chance, but hardly by themselves.
    assert.doesNotMatch(readable, /\b9099\b/);
    const { html } = await open(consumer.link, `${pair}; ${session}`);
    assert.match(html, /value="Zoë Sample"/);
    assert.doesNotMatch(html, /\b9099\b/);
  });

  const signed = { typed_name: 100, spouse_name: 100, spouse_address: 200 };
  for (const [name, length] of Object.entries(signed)) {
    it(`gives ${name} back as it is read, of any characters`, async () => {
      const consumer = await Consumer.choosing(lending, { state: 'WI' });
      await consumer.identify();
      for (const character of longCharacters) {
        const typed = character.repeat(300);
        const page = await consumer.sign({ married: 'yes', agree: '', [name]: typed });
        assert.ok(page.errors.includes(en.terms.missingAgree));
        assert.equal(page.values[name], inHtml(typed.slice(0, length)));
      }
    });
  }

  it('gives the name of a merchant’s Admin back as it is read, of any characters', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    for (const character of longCharacters) {
      const typed_name = character.repeat(300);
      const page = await merchant.sign({ agree: '', typed_name });
      assert.ok(page.errors.includes(en.onboarding.missingAgree));
      assert.equal(page.values.typed_name, inHtml(typed_name.slice(0, 100)));
    }
  });

  it('gives a loan number back, unless no cookie has room for it: the remarks stay', async () => {
    const { answer } = await askedCharge(lending);
    const refused = async (loan_number: string) => {
      const page = await answer('approve', { loan_number });
      assert.deepEqual(page.errors, [en.charge.missingNumber]);
      return page.values.loan_number;
    };
    for (const character of longCharacters) {
      assert.equal(await refused(character.repeat(200)), inHtml(character.repeat(200)));
    }
    assert.equal(await refused('漢'.repeat(1500)), '');
  });

  it('fits into a cookie when every field is as long as it can be [asvs:cookie-size]', async () => {
    const consumer = await Consumer.choosing(lending, { state: 'WI' });
    await consumer.identify();
    for (const character of longCharacters) {
      const long = character.repeat(300);
      const typed = { typed_name: long, spouse_name: long, spouse_address: long };
      const page = await consumer.sign({ married: 'yes', agree: '', ...typed });
      assert.ok(page.errors.includes(en.terms.missingAgree));
    }
  });

  it('gives no answer back that is none', async () => {
    const consumer = await Consumer.choosing(lending, { state: 'WI' });
    await consumer.identify();
    const page = await consumer.sign({ married: '漢'.repeat(1500) });
    assert.deepEqual(page.errors, [en.spouse.missing]);
    assert.equal(page.values.typed_name, 'Ada Sample');
  });

  /** The cookies of a browser that has answered the question. */
  async function identified({ link, last4 }: Consumer): Promise<string> {
    const { answer } = await post(`${link}/identity`, { ssn_last4: last4 });
    const pairs = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    return pairs.join('; ');
  }
});

function inHtml(text: string): string {
  return text.replaceAll('"', '&quot;');
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString('utf8');
}
