import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { InvitedMerchant, rightCode } from './invited-merchant.ts';

const text = en.onboarding;

describe('the merchant’s onboarding page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('sends nothing when it is only looked at, and shows nothing of the business', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    const page = await merchant.browser.open(merchant.link);
    assert.equal(page.status, 200);
    assert.equal(page.heading, text.startTitle);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    for (const secret of ['Quarry', 'quarry', '+1614']) assert.ok(!page.html.includes(secret));
    assert.deepEqual(await merchant.codes(), []);
    assert.equal(await merchant.status(), 'Invited');
  });

  it('says on the page of the code how long it works, once, and where to call when none comes', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    const page = await merchant.sendCode();
    assert.equal(page.heading, text.codeTitle);
    assert.equal(page.text.match(/10 minutes/g)?.length, 1);
    assert.match(page.text, /No message, or a new number\? Call Sample Lending Bank/);
  });

  it('is begun again by a renewed invitation, in the old browser as well', async () => {
    const { merchant } = await InvitedMerchant.verified(lending, { contractor_id: 'quarry-late' });
    lending.tick(7 * dayMs);
    const path = '/sandbox/v1/merchants/quarry-late/renew-invitation';
    assert.equal((await lending.call('POST', path, { body: {} })).status, 200);
    const renewed = await lending.call('GET', '/api/v1/sponsor/merchants/quarry-late/');
    const { invitation_link } = (await renewed.json()) as { invitation_link: string };
    const again = merchant.renewed(invitation_link);
    assert.equal((await again.browser.open(merchant.link)).heading, text.expiredTitle);
    await again.sendCode();
    assert.equal((await again.typeCode(rightCode)).heading, text.reviewTitle);
    await again.sign();
    assert.equal(await again.status(), 'Active');
  });

  it('expires after seven days, before its timer has run as well [conformance:deadline-merchant-invitation]', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    lending.tick(7 * dayMs);
    const page = await merchant.browser.open(merchant.link);
    assert.equal(page.status, 410);
    assert.equal(page.heading, text.expiredTitle);
    assert.equal((await merchant.sign()).heading, text.expiredTitle);
    assert.equal((await merchant.sendCode()).heading, text.expiredTitle);
    assert.notEqual(await merchant.status(), 'Active');
    lending.tick(-7 * dayMs);
  });

  it('is in Spanish for who reads Spanish, the code and the signed text too', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    const spanish = { 'accept-language': 'es-MX,es;q=0.9' };
    const page = await merchant.browser.open(merchant.link, spanish);
    assert.equal(page.heading, es.onboarding.startTitle);
    assert.match(page.html, /<html lang="es">/);
    await merchant.sendCode(spanish);
    assert.match((await merchant.codes())[0]?.text ?? '', /Su código es/);
  });

  it('says nothing to whoever guesses a link', async () => {
    const browser = new PlainBrowser(lending);
    for (const path of ['', '/code', '/verify', '/accept']) {
      const page =
        path === ''
          ? await browser.open('/onboarding/guess')
          : await browser.post(`/onboarding/guess${path}`, { code: rightCode });
      assert.equal(page.heading, en.link.unknownTitle);
      assert.equal(page.status, 404);
    }
  });
});
