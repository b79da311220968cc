import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { answered } from '../../../helpers/answered.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { aSoftPull, decidedSoftPull } from '../../../helpers/soft-pull.ts';
import { Consumer, knownFor } from './consumer.ts';

/** The merchant's address as the stranger may read it: the fragment would resume the checkout. */
const wayBackWithoutHandle = /href="https:\/\/shop\.example\/checkout"/;
const wayBackWithHandle = /href="https:\/\/shop\.example\/checkout#resume"/;

describe('the identity question of the terms page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('shows nothing of the loan or the applicant before it is answered', async () => {
    const consumer = await Consumer.choosing(lending);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.status, 200);
    assert.equal(page.heading, en.identity.title);
    const { consumer_application_human_readable_id, email, first_name } =
      await consumer.application();
    for (const secret of [consumer_application_human_readable_id, email, first_name, '8,400.00']) {
      assert.ok(!page.said.includes(secret), secret);
    }
    for (const path of ['documents', 'decline']) {
      const other = await consumer.browser.open(`${consumer.link}/${path}`);
      assert.equal(other.heading, en.identity.title, path);
    }
  });

  for (const [next, ssn, heading] of [
    ['the loan', '900-10-0001', en.terms.title],
    ['a one-time code', '900-10-0005', en.stepUp.title],
  ] as const) {
    it(`leads back to the merchant, with the resume handle only beside ${next}`, async () => {
      const consumer = await Consumer.choosing(lending, { ssn });
      const asked = await consumer.browser.open(consumer.link);
      assert.match(asked.html, wayBackWithoutHandle);
      const known = await consumer.identify();
      assert.equal(known.heading, heading);
      assert.match(known.html, wayBackWithHandle);
      const other = await new PlainBrowser(lending).open(consumer.link);
      assert.match(other.html, wayBackWithoutHandle);
    });
  }

  it('opens the terms in the browser that answered, and in no other', async () => {
    const consumer = await Consumer.choosing(lending);
    assert.equal((await consumer.identify()).heading, en.terms.title);
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.terms.title);
    const other = await new PlainBrowser(lending).open(consumer.link);
    assert.equal(other.heading, en.identity.title);
  });

  it('is asked again half an hour later', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    lending.tick(30 * 60_000);
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.identity.title);
  });

  for (const answer of ['accept', 'decline']) {
    it(`says after that half hour that an answer did not count: ${answer}`, async () => {
      const consumer = await Consumer.choosing(lending);
      const { hidden } = await consumer.identify();
      lending.tick(30 * 60_000);
      const fields = { ...hidden, typed_name: 'Ada Sample', agree: 'yes' };
      const page = await consumer.browser.post(`${consumer.link}/${answer}`, fields);
      assert.equal(page.heading, en.identity.title);
      assert.ok(page.text.includes(en.identity.again(...knownFor)));
      assert.match(page.html, new RegExp(`<title>${en.common.errorPrefix} `));
      assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
      assert.equal((await consumer.identify()).heading, en.terms.title);
    });
  }

  it('counts no try for what are not four digits', async () => {
    const consumer = await Consumer.choosing(lending);
    for (const typed of ['', '123', '12345', 'abcd']) {
      const page = await consumer.identify(typed);
      assert.equal(page.status, 200);
      assert.deepEqual(page.errors, [en.identity.missing]);
    }
    assert.equal((await consumer.application()).identity_failures, 0);
  });

  it('says how many tries are left, and locks the link with the fifth', async () => {
    const consumer = await Consumer.choosing(lending);
    const first = await consumer.identify('9999');
    assert.equal(first.status, 200);
    assert.deepEqual(first.errors, [en.identity.wrong(4)]);
    assert.deepEqual((await consumer.guess(3)).errors, [en.identity.wrong(1)]);
    const locked = await consumer.guess(1);
    assert.equal(locked.status, 403);
    assert.equal(locked.heading, en.link.lockedTitle);
    assert.match(locked.html, wayBackWithoutHandle);
    assert.equal((await consumer.identify()).heading, en.link.lockedTitle);
    assert.deepEqual(await consumer.messages('identity_locked'), []);
  });

  const mailedLinks = async (consumer: Consumer) => {
    const messages = await consumer.messages('mailed_link');
    return messages.map(({ links }) => (JSON.parse(links) as string[])[0] ?? '');
  };

  it('is not asked on a new link by choosing again after a lock, but on one that is mailed', async () => {
    const consumer = await Consumer.choosing(lending);
    const [first, second] = consumer.offers;
    await consumer.guess(5);
    const locked = consumer.link;
    const [mailed = '', ...more] = await mailedLinks(consumer);
    assert.deepEqual(more, []);
    const [message] = await consumer.messages('mailed_link');
    assert.deepEqual([message?.channel, message?.recipient], ['email', consumer.email]);
    for (const offer of [first, second]) {
      assert.equal(await consumer.choose(offer?.offer_uuid ?? ''), locked);
      assert.equal((await consumer.identify()).heading, en.link.lockedTitle);
    }
    assert.deepEqual(await mailedLinks(consumer), [mailed]);
    consumer.link = mailed;
    const page = await consumer.identify();
    assert.equal(page.heading, en.terms.title);
    assert.ok(page.text.includes(second?.apr ?? '-'));
  });

  it('keeps a locked link locked when it has expired, and mails a new one for the offer', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.guess(5);
    const locked = consumer.link;
    lending.tick(4 * dayMs);
    const again = await consumer.choose(consumer.offers[0]?.offer_uuid ?? '');
    assert.equal(again, locked);
    assert.equal((await consumer.browser.open(locked)).heading, en.link.lockedTitle);
    const mailed = await mailedLinks(consumer);
    assert.equal(new Set(mailed).size, 2);
  });

  it('is not answered by anybody until midnight in New York after ten wrong answers in a day', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.guess(5);
    const [mailed = ''] = await mailedLinks(consumer);
    consumer.link = mailed;
    const page = await consumer.guess(5);
    assert.equal(page.status, 403);
    assert.equal(page.heading, en.link.dayLockedTitle);
    assert.match(
      page.text,
      /All other links are locked until March \d+, 2026 at 12:00 AM E[SD]T\./,
    );
    assert.match(page.text, /Use it after March \d+, 2026 at 12:00 AM E[SD]T\./);
    const [message, ...more] = await consumer.messages('identity_locked');
    assert.equal(message?.recipient, consumer.email);
    assert.equal(message?.subject, 'Your application is locked for now');
    assert.match(
      message?.text ?? '',
      /we locked it until March \d+, 2026 at 12:00 AM E[SD]T\. .*wait until then and use the new link that we emailed you\./s,
    );
    assert.deepEqual(more, []);
    const fresh = (await mailedLinks(consumer)).find((link) => link !== mailed) ?? '';
    consumer.link = fresh;
    const again = await consumer.identify();
    assert.equal(again.heading, en.link.dayLockedTitle);
    assert.match(again.text, /Try again after March \d+, 2026 at 12:00 AM E[SD]T\./);
    lending.tick(dayMs);
    assert.equal((await consumer.identify()).heading, en.terms.title);
  });

  it('looks at five of a hundred guesses that come at once', async () => {
    const consumer = await Consumer.choosing(lending);
    const guesses = Array.from({ length: 100 }, (_, guess) =>
      new PlainBrowser(lending).post(`${consumer.link}/identity`, {
        ssn_last4: String(7000 + guess),
      }),
    );
    const pages = await Promise.all(guesses);
    assert.equal((await consumer.application()).identity_failures, 5);
    assert.ok(pages.every(({ heading }) => heading !== en.terms.title));
    assert.equal((await consumer.identify()).heading, en.link.lockedTitle);
  });

  it('takes answers from its own page only', async () => {
    const consumer = await Consumer.choosing(lending);
    const answer = { ssn_last4: consumer.last4 };
    for (const origin of ['https://elsewhere.test', 'null']) {
      const page = await consumer.browser.post(`${consumer.link}/identity`, answer, { origin });
      assert.equal(page.status, 403);
    }
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.identity.title);
  });
});

describe('links of the terms page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('say nothing when nobody knows them', async () => {
    const browser = new PlainBrowser(lending);
    const page = await browser.open('/terms/no-such-token');
    assert.equal(page.status, 404);
    assert.equal(page.heading, en.link.unknownTitle);
    const spanish = await browser.open('/terms/no-such-token', { 'accept-language': 'es-MX' });
    assert.match(spanish.html, /<html lang="es">/);
  });

  it('no longer work when another offer was chosen', async () => {
    const consumer = await Consumer.choosing(lending);
    const old = consumer.link;
    await consumer.choose(consumer.offers[1]?.offer_uuid ?? '');
    const page = await consumer.browser.open(old);
    assert.equal(page.status, 410);
    assert.equal(page.heading, en.link.replacedTitle);
    assert.match(page.html, wayBackWithoutHandle);
  });

  /** The same consumer asks for less: the offers are priced again, and the link is revoked. */
  const askForLess = (consumer: Consumer) =>
    decidedSoftPull(
      lending,
      aSoftPull({
        external_application_id: `less-${consumer.externalId}`,
        email: consumer.email,
        requested_amount: '6000.00',
      }),
    );

  it('name no newer one while none of the offers that were priced again is chosen', async () => {
    const consumer = await Consumer.choosing(lending);
    await askForLess(consumer);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.status, 410);
    assert.equal(page.heading, en.link.replacedTitle);
    assert.doesNotMatch(page.text, /replaced|newer/);
    assert.match(page.html, wayBackWithoutHandle);
  });

  it('are not said to have ended when one that is locked was revoked, too', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.guess(5);
    const { offers } = await askForLess(consumer);
    lending.tick(4 * dayMs);
    const path = `/api/v1/sponsor/consumers/offers/${offers[0]?.offer_uuid}/select/`;
    const answer = await answered(await lending.call('PATCH', path, { body: {} }), 200);
    assert.equal(answer.consumer_invitation_link, consumer.link);
    const now = lending.context.clock.now('sponsor@example.test');
    assert.equal(Date.parse(String(answer.link_expires_at)), now + 3 * dayMs);
  });

  it('say that they have expired after 72 hours', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    lending.tick(3 * dayMs - 1);
    assert.equal((await consumer.browser.open(consumer.link)).status, 200);
    lending.tick(1);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.status, 410);
    assert.equal(page.heading, en.link.expiredTitle);
    assert.match(page.html, wayBackWithoutHandle);
  });

  it('allow no script, no frame, no inline style and no copy in a cache', async () => {
    const consumer = await Consumer.choosing(lending);
    const page = await consumer.identify();
    const header = (name: string) => page.headers.get(name) ?? '';
    assert.equal(
      header('content-security-policy').replaceAll(/;\s*/g, '; '),
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    assert.equal(header('referrer-policy'), 'same-origin');
    assert.equal(header('cache-control'), 'no-store');
    assert.doesNotMatch(page.html, /<script|<style|style="| on[a-z]+="/);
  });
});
