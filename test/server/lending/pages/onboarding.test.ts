import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { merchantOnboardingResponse } from '../../../../server/lending-api/merchant-onboarding.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { consentHash } from '../../../../server/lending/store/consent-events.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { anOnboarding } from '../../../helpers/merchant-bodies.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { PlainBrowser } from './plain-browser.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const text = en.onboarding;

describe('the merchant’s onboarding page', () => {
  let lending: TestLending;
  let made = 0;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  async function invited(change: Record<string, unknown> = {}) {
    made += 1;
    const body = anOnboarding({
      user_business_email: `admin-${made}@quarry.example.test`,
      user_id: `quarry-admin-${made}`,
      contractor_id: `quarry-${made}`,
      sponsor_redirect_url: 'https://sponsor.example/merchants?from=lender',
      ...change,
    });
    const path = '/api/v1/sponsor/merchants/onboarding/';
    const answer = await lending.call('POST', path, { body });
    assert.equal(answer.status, 201);
    const { invitation_link: link, platform_merchant_id: id } = merchantOnboardingResponse.parse(
      await answer.json(),
    );
    return { id, link, browser: new PlainBrowser(lending) };
  }

  type Invited = Awaited<ReturnType<typeof invited>>;
  const sendCode = ({ browser, link }: Invited) => browser.post(`${link}/code`, {});
  const typeCode = ({ browser, link }: Invited, code: string) =>
    browser.post(`${link}/verify`, { code });

  async function verified(change: Record<string, unknown> = {}) {
    const merchant = await invited(change);
    await sendCode(merchant);
    return { merchant, page: await typeCode(merchant, '123456') };
  }

  async function sign({ browser, link }: Invited, change: Record<string, string> = {}) {
    const page = await browser.open(link);
    const fields = { ...page.hidden, typed_name: 'Dana Quarry', agree: 'yes', ...change };
    return browser.post(`${link}/accept`, fields);
  }

  const query = () => lending.context.database.query;
  const statusOf = async ({ id }: Invited) => {
    const { status } = await query()
      .selectFrom('merchants')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return status;
  };
  const adminOf = ({ id }: Invited) =>
    query()
      .selectFrom('merchant_users')
      .selectAll()
      .where('merchant_id', '=', id)
      .executeTakeFirstOrThrow();
  const codesTo = ({ id }: Invited) =>
    storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('merchant_id', '=', id)
      .where('kind', '=', 'onboarding_code')
      .execute();
  const callbacksOf = ({ id }: Invited) =>
    query().selectFrom('events').select('payload').where('merchant_id', '=', id).execute();
  const evidenceOf = ({ id }: Invited) =>
    query()
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', id)
      .orderBy('position')
      .execute();

  it('sends nothing when it is only looked at, and shows nothing of the business', async () => {
    const merchant = await invited();
    const page = await merchant.browser.open(merchant.link);
    assert.equal(page.status, 200);
    assert.equal(page.heading, text.startTitle);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    for (const secret of ['Quarry', 'quarry', '+1614']) assert.ok(!page.html.includes(secret));
    assert.deepEqual(await codesTo(merchant), []);
    assert.equal(await statusOf(merchant), 'Invited');
  });

  it('texts a code to the Admin’s mobile phone', async () => {
    const merchant = await invited();
    const page = await sendCode(merchant);
    assert.equal(page.heading, text.codeTitle);
    const [message] = await codesTo(merchant);
    assert.equal(message?.channel, 'sms');
    assert.equal(message?.recipient, '+16145550170');
    assert.match(message?.text ?? '', /123456/);
  });

  it('becomes Onboarding with the right code, and its Admin Active', async () => {
    const { merchant, page } = await verified();
    assert.equal(page.heading, text.reviewTitle);
    assert.match(page.text, /Quarry Roofing/);
    assert.match(page.text, /7 Quarry Road, Columbus, OH 43215/);
    assert.doesNotMatch(page.html, / checked/);
    assert.equal(await statusOf(merchant), 'Onboarding');
    assert.equal((await adminOf(merchant)).status, 'Active');
  });

  it('asks for a code in every other browser', async () => {
    const { merchant } = await verified();
    const other = { ...merchant, browser: new PlainBrowser(lending) };
    assert.equal((await sign(other)).heading, text.startTitle);
    assert.equal(await statusOf(merchant), 'Onboarding');
    assert.equal((await typeCode(other, '123456')).status, 400, 'a code is taken once');
    await sendCode(other);
    assert.equal((await typeCode(other, '123456')).heading, text.reviewTitle);
  });

  it('completes with the terms accepted: callback, evidence, and the way back', async () => {
    const { merchant } = await verified();
    const page = await sign(merchant);
    assert.equal(page.heading, text.activeTitle);
    assert.match(page.html, /href="https:\/\/sponsor\.example\/merchants\?from=lender"/);
    assert.equal(await statusOf(merchant), 'Active');
    const callbacks = (await callbacksOf(merchant)).map(({ payload }) => JSON.parse(payload));
    assert.deepEqual(
      callbacks.map(({ event_type, merchant_status }) => [event_type, merchant_status]),
      [['merchant_onboarding_complete', 'Active']],
    );
    const evidence = await evidenceOf(merchant);
    assert.deepEqual(
      evidence.map(({ consent_type, action }) => [consent_type, action]),
      [
        ['merchant_admin_verified', 'otp'],
        ['merchant_terms_signature', 'typed_name'],
      ],
    );
    for (const { row_hash, ...row } of evidence) assert.equal(consentHash(row), row_hash);
    const signed = await storedRows(lending.context)
      .selectFrom('documents')
      .selectAll()
      .where('application_id', '=', merchant.id)
      .executeTakeFirstOrThrow();
    assert.match(signed.content, /Dana Quarry/);
    assert.ok(evidence[1]?.document_sha256.includes(signed.sha256));
  });

  it('accepts once when the form is sent twice', async () => {
    const { merchant } = await verified();
    const { hidden } = await merchant.browser.open(merchant.link);
    const fields = { ...hidden, typed_name: 'Dana Quarry', agree: 'yes' };
    await merchant.browser.post(`${merchant.link}/accept`, fields);
    const again = await merchant.browser.post(`${merchant.link}/accept`, fields);
    assert.equal(again.heading, text.activeTitle);
    assert.equal((await callbacksOf(merchant)).length, 1);
  });

  for (const [name, status, heading] of [
    ['Quarry DECLINE Roofing', 'Declined', text.declinedTitle],
    ['Quarry REVIEW Roofing', 'PendingReview', text.reviewingTitle],
    ['Quarry SUSPEND Roofing', 'Suspended', text.holdTitle],
  ] as const) {
    it(`says how it ended: ${status}`, async () => {
      const { merchant } = await verified({ business_name: name });
      assert.equal((await sign(merchant)).heading, heading);
      assert.equal(await statusOf(merchant), status);
    });
  }

  it('says that a merchant was closed later on', async () => {
    const { merchant } = await verified({ contractor_id: 'quarry-closed' });
    await sign(merchant);
    const path = '/sandbox/v1/merchants/quarry-closed/offboard';
    assert.equal((await lending.call('POST', path, { body: {} })).status, 200);
    assert.equal((await merchant.browser.open(merchant.link)).heading, text.closedTitle);
  });

  it('is begun again by a renewed invitation, in the old browser as well', async () => {
    const { merchant } = await verified({ contractor_id: 'quarry-late' });
    lending.tick(7 * DAY_MS);
    const path = '/sandbox/v1/merchants/quarry-late/renew-invitation';
    assert.equal((await lending.call('POST', path, { body: {} })).status, 200);
    const renewed = await lending.call('GET', '/api/v1/sponsor/merchants/quarry-late/');
    const { invitation_link } = (await renewed.json()) as { invitation_link: string };
    const again = { ...merchant, link: invitation_link };
    assert.equal((await again.browser.open(merchant.link)).heading, text.expiredTitle);
    await sendCode(again);
    assert.equal((await typeCode(again, '123456')).heading, text.reviewTitle);
    await sign(again);
    assert.equal(await statusOf(again), 'Active');
  });

  it('wants the name and the box, and keeps what was typed', async () => {
    const { merchant } = await verified();
    const page = await sign(merchant, { agree: '' });
    assert.equal(page.status, 400);
    assert.deepEqual(page.errors, [text.missingAgree]);
    assert.match(page.html, /value="Dana Quarry"/);
    assert.deepEqual((await sign(merchant, { typed_name: '  ' })).errors, [text.missingName]);
    assert.equal(await statusOf(merchant), 'Onboarding');
  });

  it('signs nothing but what was shown', async () => {
    const { merchant } = await verified();
    const page = await sign(merchant, { shown: 'f'.repeat(64) });
    assert.equal(page.status, 409);
    assert.match(page.text, new RegExp(text.changed));
    assert.equal(await statusOf(merchant), 'Onboarding');
  });

  it('takes five wrong answers to a code, then wants a new one', async () => {
    const merchant = await invited();
    await sendCode(merchant);
    for (const left of [4, 3, 2, 1]) {
      assert.deepEqual((await typeCode(merchant, '000000')).errors, [en.stepUp.wrong(left)]);
    }
    const fifth = await typeCode(merchant, '000000');
    assert.match(fifth.text, new RegExp(text.codeOver));
    assert.equal((await typeCode(merchant, '123456')).heading, text.startTitle);
    assert.equal(await statusOf(merchant), 'Invited');
    await sendCode(merchant);
    assert.equal((await typeCode(merchant, '123456')).heading, text.reviewTitle);
  });

  it('looks at five of twenty guesses that come at once', async () => {
    const merchant = await invited();
    await sendCode(merchant);
    const guesses = Array.from({ length: 20 }, () => typeCode(merchant, '000000'));
    await Promise.all(guesses);
    const { failed_tries } = await query()
      .selectFrom('onboarding_codes')
      .select('failed_tries')
      .where('merchant_id', '=', merchant.id)
      .executeTakeFirstOrThrow();
    assert.equal(failed_tries, 5);
    assert.equal((await typeCode(merchant, '123456')).heading, text.startTitle);
  });

  it('counts no try for what are not six digits', async () => {
    const merchant = await invited();
    await sendCode(merchant);
    for (const typed of ['', '12345', '1234567', 'abcdef']) {
      assert.deepEqual((await typeCode(merchant, typed)).errors, [en.stepUp.missing]);
    }
    assert.deepEqual((await typeCode(merchant, '000000')).errors, [en.stepUp.wrong(4)]);
  });

  it('takes a code for ten minutes', async () => {
    const merchant = await invited();
    await sendCode(merchant);
    lending.tick(10 * MINUTE_MS);
    const page = await typeCode(merchant, '123456');
    assert.equal(page.status, 400);
    assert.match(page.text, new RegExp(text.codeOver));
  });

  it('sends five codes in a day, and more the next day', async () => {
    const merchant = await invited();
    for (let sent = 0; sent < 5; sent += 1) await sendCode(merchant);
    const page = await sendCode(merchant);
    assert.equal(page.status, 429);
    assert.match(page.text, new RegExp(text.tooMany));
    assert.equal((await codesTo(merchant)).length, 5);
    lending.tick(DAY_MS);
    await sendCode(merchant);
    assert.equal((await codesTo(merchant)).length, 6);
  });

  it('says so when no text message gets to the number', async () => {
    const merchant = await invited({ mobile_phone: '+15005550001' });
    const page = await sendCode(merchant);
    assert.equal(page.status, 400);
    assert.match(page.text, new RegExp(text.unreachable));
    assert.deepEqual(await codesTo(merchant), []);
  });

  it('expires after seven days, before its timer has run as well', async () => {
    const { merchant } = await verified();
    lending.tick(7 * DAY_MS);
    const page = await merchant.browser.open(merchant.link);
    assert.equal(page.status, 410);
    assert.equal(page.heading, text.expiredTitle);
    assert.equal((await sign(merchant)).heading, text.expiredTitle);
    assert.equal((await sendCode(merchant)).heading, text.expiredTitle);
    assert.notEqual(await statusOf(merchant), 'Active');
    lending.tick(-7 * DAY_MS);
  });

  it('is in Spanish for who reads Spanish, the code and the signed text too', async () => {
    const merchant = await invited();
    const spanish = { 'accept-language': 'es-MX,es;q=0.9' };
    const page = await merchant.browser.open(merchant.link, spanish);
    assert.equal(page.heading, es.onboarding.startTitle);
    assert.match(page.html, /<html lang="es">/);
    await merchant.browser.post(`${merchant.link}/code`, {}, spanish);
    assert.match((await codesTo(merchant))[0]?.text ?? '', /Su código es/);
  });

  it('says nothing to whoever guesses a link', async () => {
    const browser = new PlainBrowser(lending);
    for (const path of ['', '/code', '/verify', '/accept']) {
      const page =
        path === ''
          ? await browser.open('/onboarding/guess')
          : await browser.post(`/onboarding/guess${path}`, { code: '123456' });
      assert.equal(page.heading, en.link.unknownTitle);
      assert.equal(page.status, 404);
    }
  });
});
