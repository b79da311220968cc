import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deliverMessage } from '../../../../server/lending/operations/deliver-message.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import type { OneTimeCodes } from '../../../../server/lending/providers/providers.ts';
import { createSandboxProviders } from '../../../../server/lending/providers/sandbox-providers.ts';
import { dayMs, minuteMs, secondMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { wrongCode } from '../../../helpers/wrong-answers.ts';
import { Consumer } from './consumer.ts';

describe('the one-time code of the terms page (900-10-0005)', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  const choosing = () => Consumer.choosing(lending, { ssn: '900-10-0005' });
  const enter = (consumer: Consumer, code: string) =>
    consumer.browser.post(`${consumer.link}/code`, { code });

  it('is sent and asked for before the terms', async () => {
    const consumer = await choosing();
    const page = await consumer.identify();
    assert.equal(page.heading, en.stepUp.title);
    assert.equal((await consumer.application()).status, 'Pending: Verification');
    const [message, ...more] = await consumer.messages('one_time_code');
    assert.match(message?.text ?? '', /123456/);
    assert.deepEqual(more, []);
  });

  it('leaves a way back to the merchant to whoever gets no code', async () => {
    const consumer = await choosing();
    const page = await consumer.identify();
    assert.match(page.html, /<a [^>]*href="https:\/\/shop\.example\/checkout#resume"/);
    assert.match((await enter(consumer, '12345')).html, /shop\.example\/checkout#resume/);
  });

  it('is sent by e-mail to whoever did not agree to text messages', async () => {
    const consumer = await choosing();
    await consumer.identify();
    const [message] = await consumer.messages('one_time_code');
    assert.equal(message?.channel, 'email');
    assert.equal(message?.recipient, consumer.email);
  });

  for (const [phone, channel] of [
    ['+16145550123', 'sms'],
    ['+15005550004', 'email'],
    ['+15005550009', 'email'],
  ] as const) {
    it(`is sent by ${channel} to ${phone}, which has agreed to text messages`, async () => {
      const consumer = await Consumer.choosing(lending, {
        ssn: '900-10-0005',
        phone,
        sms_consent: true,
        sms_consent_version: '2026-01',
        sms_consent_at: '2026-03-02T14:58:00Z',
      });
      const page = await consumer.identify();
      const [message] = await consumer.messages('one_time_code');
      assert.equal(message?.channel, channel);
      const sentTo = channel === 'sms' ? en.stepUp.lede('0123') : 'six-digit code to h•••@';
      assert.ok(page.text.includes(sentTo));
    });
  }

  it('is sent again to whoever asks for it, up to five times a day', async () => {
    const consumer = await choosing();
    const asked = await consumer.identify();
    assert.ok(!asked.text.includes(en.stepUp.sentAgain));
    const sendAgain = () => {
      lending.tick(10 * secondMs);
      return consumer.browser.post(`${consumer.link}/code/again`, {});
    };
    const again = await sendAgain();
    assert.equal(again.heading, en.stepUp.title);
    assert.ok(again.text.includes(en.stepUp.sentAgain));
    for (let sent = 2; sent < 5; sent += 1) await sendAgain();
    const sixth = await sendAgain();
    assert.equal(sixth.status, 200);
    assert.ok(sixth.text.includes(en.stepUp.tooMany));
    const codes = await consumer.messages('one_time_code');
    assert.equal(codes.length, 5);
    lending.tick(dayMs);
    await consumer.identify();
    await sendAgain();
    assert.equal((await consumer.messages('one_time_code')).length, 6);
    assert.equal((await enter(consumer, '123456')).heading, en.terms.title);
  });

  it('is sent once to whoever asks for it twice within ten seconds', async () => {
    const consumer = await choosing();
    await consumer.identify();
    const sendAgain = () => consumer.browser.post(`${consumer.link}/code/again`, {});
    const sent = async () => (await consumer.messages('one_time_code')).length;
    assert.ok((await sendAgain()).text.includes(en.done.codeSent));
    assert.equal(await sent(), 1, 'the first is on its way');
    lending.tick(10 * secondMs);
    await Promise.all([sendAgain(), sendAgain()]);
    assert.equal(await sent(), 2);
    assert.equal((await enter(consumer, '123456')).heading, en.terms.title);
  });

  it('is good for ten minutes from its sending; then a new one has to be sent', async () => {
    const consumer = await choosing();
    await consumer.identify();
    lending.tick(10 * minuteMs - 1);
    assert.deepEqual((await enter(consumer, '654321')).errors, [en.stepUp.wrong(4)]);
    lending.tick(1);
    for (const code of ['123456', '000000']) {
      const late = await enter(consumer, code);
      assert.equal(late.heading, en.stepUp.title);
      assert.ok(late.text.includes(en.stepUp.over));
    }
    assert.equal((await consumer.application()).status, 'Pending: Verification');
    await consumer.browser.post(`${consumer.link}/code/again`, {});
    assert.equal((await enter(consumer, '123456')).heading, en.terms.title);
  });

  it('is sent again to nobody but whoever gave the last four digits', async () => {
    const consumer = await choosing();
    await consumer.identify();
    const stranger = new PlainBrowser(lending);
    await stranger.post(`${consumer.link}/code/again`, {});
    assert.equal((await consumer.messages('one_time_code')).length, 1);
  });

  it('brings the terms back when it is right, and is not asked again', async () => {
    const consumer = await choosing();
    await consumer.identify();
    assert.equal((await enter(consumer, '123 456')).heading, en.terms.title);
    assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
    assert.equal((await consumer.sign()).heading, en.accepted.title);
    assert.equal((await consumer.messages('one_time_code')).length, 1);
  });

  it('keeps its page at the link of the chosen offer, as long as it is waited for', async () => {
    const consumer = await choosing();
    const [chosen = '', other = ''] = consumer.offers.map(({ offer_uuid }) => offer_uuid);
    await consumer.identify();
    const { link } = consumer;
    assert.equal(await consumer.choose(chosen), link);
    lending.tick(14 * dayMs - minuteMs);
    assert.equal((await consumer.identify()).heading, en.stepUp.title);
    assert.equal(await consumer.choose(chosen), link);
    assert.equal((await consumer.application()).status, 'Pending: Verification');
    const path = `/api/v1/sponsor/consumers/offers/${other}/select/`;
    assert.equal((await lending.call('PATCH', path, { body: {} })).status, 400);
    await consumer.browser.post(`${consumer.link}/code/again`, {});
    assert.equal((await enter(consumer, '123456')).heading, en.terms.title);
  });

  it('keeps the terms from being signed until it is given', async () => {
    const consumer = await choosing();
    await consumer.identify();
    const page = await consumer.sign();
    assert.equal(page.heading, en.stepUp.title);
    assert.equal((await consumer.application()).status, 'Pending: Verification');
  });

  it('may be wrong a few times', async () => {
    const consumer = await choosing();
    await consumer.identify();
    assert.deepEqual((await enter(consumer, '12345')).errors, [en.stepUp.missing]);
    assert.deepEqual((await enter(consumer, '654321')).errors, [en.stepUp.wrong(4)]);
    assert.equal((await enter(consumer, '123456')).heading, en.terms.title);
  });

  it('counts the tries over all codes, and none of them on the link', async () => {
    const consumer = await choosing();
    await consumer.identify();
    await enter(consumer, wrongCode());
    await enter(consumer, wrongCode());
    lending.tick(10 * secondMs);
    await consumer.browser.post(`${consumer.link}/code/again`, {});
    const third = await enter(consumer, wrongCode());
    assert.deepEqual(third.errors, [en.stepUp.wrong(2)]);
    assert.ok(!third.text.includes(en.stepUp.lastTry));
    const fourth = await enter(consumer, wrongCode());
    assert.deepEqual(fourth.errors, [en.stepUp.wrong(1)]);
    const again = await consumer.browser.post(`${consumer.link}/code/again`, {});
    for (const { text } of [fourth, again]) assert.ok(text.includes(en.stepUp.lastTry));
    const other = new PlainBrowser(lending);
    const asked = await other.post(`${consumer.link}/identity`, { ssn_last4: '9999' });
    assert.deepEqual(asked.errors, [en.identity.wrong(4)]);
    assert.equal((await enter(consumer, wrongCode())).heading, en.state.declinedTitle);
  });

  it('says which try is the last before it declines, also when a wrong code comes twice', async () => {
    const consumer = await choosing();
    await consumer.identify();
    for (let tries = 1; tries < 4; tries += 1) await enter(consumer, wrongCode());
    const fourth = wrongCode();
    await Promise.all([enter(consumer, fourth), enter(consumer, fourth)]);
    const page = await enter(consumer, fourth);
    assert.deepEqual(page.errors, [en.stepUp.wrong(1)]);
    assert.ok(page.text.includes(en.stepUp.lastTry));
    assert.equal((await consumer.application()).status, 'Pending: Verification');
    assert.equal((await enter(consumer, '123456')).heading, en.terms.title);
  });

  it('declines with a notice and a callback when the tries are used up', async () => {
    const consumer = await choosing();
    await consumer.identify();
    let page = await enter(consumer, wrongCode());
    for (let tries = 1; tries < 5; tries += 1) page = await enter(consumer, wrongCode());
    assert.equal(page.heading, en.state.declinedTitle);
    assert.equal((await consumer.application()).status, 'Declined');
  });

  it('declines at once when the sandbox’s failing code is given', async () => {
    const consumer = await choosing();
    await consumer.identify();
    const page = await enter(consumer, '000000');
    assert.equal(page.heading, en.state.declinedTitle);
    assert.ok(page.text.includes(en.state.declined));
    // Whoever has the link sees this page, so it gives no reason.
    assert.doesNotMatch(page.text, /identity|verify/);
    const application = await consumer.application();
    assert.equal(application.status, 'Declined');
    assert.deepEqual(JSON.parse(application.decline_reasons ?? ''), ['ID_UNVERIFIED']);
    const [notice, ...others] = await consumer.messages('adverse_action');
    assert.deepEqual(others, []);
    assert.match(notice?.text ?? '', /decision was not based on information in a report/);
    const [callback, ...more] = await consumer.callbacks();
    assert.deepEqual(more, []);
    assert.equal(callback?.decision, 'canceled');
    assert.equal(callback?.application_status, 'Declined');
  });
});

describe('the page of a loan that was declined', () => {
  it('says that the notice comes by mail once its e-mail came back', async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    const consumer = await Consumer.choosing(lending, {
      ssn: '900-10-0005',
      email: 'bounce@example.test',
    });
    await consumer.identify();
    await consumer.browser.post(`${consumer.link}/code`, { code: '000000' });
    const [notice] = await consumer.messages('adverse_action');
    const { sponsor_id: scope } = await consumer.application();
    await deliverMessage(lending.context, { key: notice?.id ?? '', scope });
    const page = await consumer.browser.open(consumer.link);
    assert.ok(page.text.includes(en.state.declinedOnPaper));
    assert.ok(!page.text.includes(en.state.declined));
  });
});

describe('the one-time code where each is another', () => {
  let lending: TestLending;
  before(async () => {
    const given = new Map<string, string>();
    const codes: OneTimeCodes = {
      codeFor: (secret) => {
        const code = given.get(secret) ?? String(471_102 + given.size);
        given.set(secret, code);
        return code;
      },
      endsCheck: () => false,
    };
    lending = await startTestLending({}, { ...createSandboxProviders(), codes });
  });
  after(() => lending.close());

  it('is a new one at each sending, and only the newest is taken', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    const sentCodes = async () =>
      (await consumer.messages('one_time_code')).map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '');
    await consumer.identify();
    const [first = ''] = await sentCodes();
    lending.tick(10 * secondMs);
    await consumer.browser.post(`${consumer.link}/code/again`, {});
    const second = (await sentCodes()).find((code) => code !== first) ?? '';
    const enter = (code: string) => consumer.browser.post(`${consumer.link}/code`, { code });
    assert.deepEqual((await enter(first)).errors, [en.stepUp.wrong(4)]);
    const rows = await lending.context.database.query
      .selectFrom('step_up_codes')
      .selectAll()
      .execute();
    // Its six digits may stand in a longer number, or in an id.
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`\\b${second}\\b`));
    assert.equal((await enter(second)).heading, en.terms.title);
  });
});
