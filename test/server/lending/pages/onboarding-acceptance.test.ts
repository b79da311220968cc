import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { consentHash } from '../../../../server/lending/store/consent-events.ts';
import { RegulatedTexts } from '../../../../server/lending-api/texts/regulated-texts.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aMerchantUser } from '../../../helpers/merchant-bodies.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { knownFor } from './consumer.ts';
import { InvitedMerchant } from './invited-merchant.ts';

const text = en.onboarding;

describe('the terms on the merchant’s onboarding page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('completes with the terms accepted: callback, evidence, and the way back [conformance:transition-merchant-onboarding-complete-1]', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    const page = await merchant.sign();
    assert.equal(page.heading, text.activeTitle);
    assert.match(page.html, /href="https:\/\/sponsor\.example\/merchants\?from=lender"/);
    assert.equal(await merchant.status(), 'Active');
    const callbacks = (await merchant.callbacks()).map(({ payload }) => JSON.parse(payload));
    assert.deepEqual(
      callbacks.map(({ event_type, merchant_status }) => [event_type, merchant_status]),
      [['merchant_onboarding_complete', 'Active']],
    );
    const evidence = await merchant.evidence();
    assert.deepEqual(
      evidence.map(({ consent_type, action }) => [consent_type, action]),
      [
        ['merchant_admin_verified', 'otp'],
        ['merchant_terms_signature', 'typed_name'],
      ],
    );
    for (const { row_hash, ...row } of evidence) {
      assert.equal(consentHash(row), row_hash);
      assert.equal(row.origin, 'http://localhost:8788');
      assert.ok(row.ip_address !== null && row.user_agent !== null);
    }
    const signed = await storedRows(lending.context)
      .selectFrom('documents')
      .selectAll()
      .where('application_id', '=', merchant.id)
      .executeTakeFirstOrThrow();
    assert.match(signed.content, /Dana Quarry/);
    assert.ok(evidence[1]?.document_sha256.includes(signed.sha256));
  });

  it('names the version that was signed, which the other language need not have', async (t) => {
    const spanish = sampleTexts.current('merchant_terms', 'es', '2026-03-02');
    const later = { ...spanish, version: 'es-2', effective_from: '2026-03-01' };
    const own = await startTestLending({
      texts: new RegulatedTexts([...sampleTexts.all, later]),
    });
    t.after(() => own.close());
    const { merchant } = await InvitedMerchant.verified(own, { contractor_id: 'quarry-es' });
    await merchant.sign({}, { 'accept-language': 'es' });
    const [callback] = (await merchant.callbacks()).map(({ payload }) => JSON.parse(payload));
    assert.equal(callback.terms_version, 'es-2');
    const kept = await (await own.call('GET', '/api/v1/sponsor/merchants/quarry-es/')).json();
    assert.equal((kept as { terms_version: string }).terms_version, 'es-2');
  });

  it('shows the fragment of the way back only to the browser that gave the code', async () => {
    const { merchant } = await InvitedMerchant.verified(lending, {
      sponsor_redirect_url: 'https://sponsor.example/merchants?from=lender#handle=secret',
    });
    const own = await merchant.sign();
    assert.match(
      own.html,
      /href="https:\/\/sponsor\.example\/merchants\?from=lender#handle=secret"/,
    );
    const stranger = await merchant.inAnotherBrowser().browser.open(merchant.link);
    assert.equal(stranger.heading, text.activeTitle);
    assert.match(stranger.html, /href="https:\/\/sponsor\.example\/merchants\?from=lender"/);
    assert.doesNotMatch(stranger.html, /secret/);
  });

  for (const [language, strings] of [
    ['en', en],
    ['es', es],
  ] as const) {
    it(`lets whoever reads the terms keep them, and what was signed: ${language}`, async () => {
      const headers = { 'accept-language': language };
      const { merchant } = await InvitedMerchant.verified(lending);
      const copy = `${merchant.link}/documents`;
      const link = `href="${new URL(copy).pathname}"`;
      const review = await merchant.browser.open(merchant.link, headers);
      assert.ok(review.html.includes(link));
      const unsigned = await merchant.browser.open(copy, headers);
      assert.equal(unsigned.heading, strings.onboarding.documentsTitle);
      const terms = sampleTexts.current('merchant_terms', language, '2026-03-02').text;
      const lastLine = terms.split('\n').at(-1) ?? '';
      assert.ok(unsigned.text.includes(lastLine));
      assert.ok(!unsigned.text.includes('Dana Quarry'));
      await merchant.sign({}, headers);
      const end = await merchant.browser.open(merchant.link, headers);
      assert.ok(end.html.includes(link));
      assert.ok(end.text.includes(strings.accepted.documents));
      const signed = await merchant.browser.open(copy, headers);
      assert.equal(signed.heading, strings.onboarding.documentsTitle);
      assert.ok(signed.text.includes(lastLine));
      assert.ok(signed.text.includes('Dana Quarry'));
    });
  }

  for (const [language, subject, thanks] of [
    ['en', 'Your copy of the merchant terms', 'accepted these terms for'],
    ['es', 'Su copia de los términos para comercios', 'aceptó estos términos para'],
  ] as const) {
    it(`e-mails the Admin the text that was signed, with no name and no link: ${language}`, async () => {
      const { merchant } = await InvitedMerchant.verified(lending);
      await merchant.sign({}, { 'accept-language': language });
      const { email } = await merchant.admin();
      const messages = await storedRows(lending.context)
        .selectFrom('messages')
        .selectAll()
        .where('recipient', '=', email)
        .where('kind', '=', 'merchant_terms')
        .execute();
      assert.deepEqual(
        messages.map((message) => [message.subject, message.links]),
        [[subject, '[]']],
      );
      const [message] = messages;
      const terms = sampleTexts.current('merchant_terms', language, '2026-03-02').text;
      assert.ok(message?.text.includes(terms.split('\n').at(-1) ?? ''));
      assert.ok(message?.text.includes(thanks));
      assert.doesNotMatch(message?.text ?? '', /Dana|https?:/);
    });
  }

  it('shows what was signed to nobody but the browser that gave the code, while it is known', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    await merchant.sign();
    const copy = `${merchant.link}/documents`;
    const stranger = merchant.inAnotherBrowser().browser;
    for (const [browser, waits] of [
      [stranger, 0],
      [merchant.browser, 30 * minuteMs],
    ] as const) {
      lending.tick(waits);
      const end = await browser.open(merchant.link);
      assert.ok(!end.html.includes('/documents'));
      const page = await browser.open(copy);
      assert.equal(page.heading, text.activeTitle);
      assert.doesNotMatch(page.html, /Dana/);
    }
  });

  it('keeps the tick when the name is missing, for the same terms alone', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    const nameless = await merchant.sign({ typed_name: '' });
    assert.deepEqual(nameless.errors, [text.missingName]);
    assert.deepEqual(nameless.ticked, ['agree']);
    const other = await merchant.sign({ typed_name: '', shown: 'of other terms' });
    assert.deepEqual(other.ticked, []);
  });

  it('accepts once when the form is sent twice', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    const { hidden } = await merchant.browser.open(merchant.link);
    const fields = { ...hidden, typed_name: 'Dana Quarry', agree: 'yes' };
    await merchant.browser.post(`${merchant.link}/accept`, fields);
    const again = await merchant.browser.post(`${merchant.link}/accept`, fields);
    assert.equal(again.heading, text.activeTitle);
    assert.equal((await merchant.callbacks()).length, 1);
  });

  it('says half an hour after the code that the form did not count', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    const { hidden } = await merchant.browser.open(merchant.link);
    lending.tick(30 * minuteMs);
    const fields = { ...hidden, typed_name: 'Dana Quarry', agree: 'yes' };
    const page = await merchant.browser.post(`${merchant.link}/accept`, fields);
    assert.equal(page.heading, text.startTitle);
    assert.ok(page.text.includes(en.identity.again(...knownFor)));
    assert.equal(await merchant.status(), 'Onboarding');
  });

  it('leaves the Admin deactivated whom another one has deactivated meanwhile', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    const users = '/api/v1/sponsor/merchants/users/';
    const { user_id } = await merchant.admin();
    const names = { request_user_id: user_id, user_id: 'quarry-second', user_type: 'Admin' };
    const second = aMerchantUser({ ...names, email: 'second@quarry.example.test' });
    assert.equal((await lending.call('POST', users, { body: second })).status, 201);
    const off = { request_user_id: 'quarry-second', user_id, is_active: false };
    assert.equal((await lending.call('PATCH', users, { body: off })).status, 200);
    await merchant.sign();
    assert.equal(await merchant.status(), 'Active');
    const admin = await (await lending.call('GET', `${users}${user_id}/`)).json();
    assert.equal((admin as { status: string }).status, 'Deactivated');
  });

  for (const [name, status, heading] of [
    ['Quarry DECLINE Roofing', 'Declined', text.declinedTitle],
    ['Quarry REVIEW Roofing', 'PendingReview', text.reviewingTitle],
    ['Quarry SUSPEND Roofing', 'Suspended', text.holdTitle],
  ] as const) {
    it(`says how it ended: ${status}`, async () => {
      const { merchant } = await InvitedMerchant.verified(lending, { business_name: name });
      assert.equal((await merchant.sign()).heading, heading);
      assert.equal(await merchant.status(), status);
    });
  }

  it('says that a merchant was closed later on', async () => {
    const { merchant } = await InvitedMerchant.verified(lending, {
      contractor_id: 'quarry-closed',
    });
    await merchant.sign();
    const path = '/sandbox/v1/merchants/quarry-closed/offboard';
    assert.equal((await lending.call('POST', path, { body: {} })).status, 200);
    assert.equal((await merchant.browser.open(merchant.link)).heading, text.closedTitle);
  });

  it('wants the name and the box, and keeps what was typed', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    const page = await merchant.sign({ agree: '' });
    assert.equal(page.status, 200);
    assert.deepEqual(page.errors, [text.missingAgree]);
    assert.match(page.html, /value="Dana Quarry"/);
    assert.deepEqual((await merchant.sign({ typed_name: '  ' })).errors, [text.missingName]);
    assert.equal(await merchant.status(), 'Onboarding');
  });

  it('signs nothing but what was shown', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    const page = await merchant.sign({ shown: 'f'.repeat(64) });
    assert.equal(page.status, 200);
    assert.match(page.text, new RegExp(text.changed));
    assert.equal(await merchant.status(), 'Onboarding');
  });
});
