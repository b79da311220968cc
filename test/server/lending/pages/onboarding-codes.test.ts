import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { dayMs, minuteMs, secondMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { wrongCode } from '../../../helpers/wrong-answers.ts';
import { InvitedMerchant, rightCode } from './invited-merchant.ts';

const text = en.onboarding;

describe('the codes of the merchant’s onboarding page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('texts a code to the Admin’s mobile phone', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    const page = await merchant.sendCode();
    assert.equal(page.heading, text.codeTitle);
    const [message] = await merchant.codes();
    assert.equal(message?.channel, 'sms');
    assert.equal(message?.recipient, '+16145550170');
    assert.match(message?.text ?? '', new RegExp(rightCode));
  });

  it('says that a new code was sent, and no more once one was typed', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    assert.ok(!(await merchant.sendCode()).text.includes(en.stepUp.sentAgain));
    assert.ok((await merchant.sendNewCode()).text.includes(en.stepUp.sentAgain));
    const wrong = await merchant.typeCode(wrongCode());
    assert.equal(wrong.heading, text.codeTitle);
    assert.ok(!wrong.text.includes(en.stepUp.sentAgain));
  });

  it('becomes Onboarding with the right code, and its Admin Active', async () => {
    const { merchant, page } = await InvitedMerchant.verified(lending);
    assert.equal(page.heading, text.reviewTitle);
    assert.match(page.text, /Quarry Roofing/);
    assert.match(page.text, /7 Quarry Road, Columbus, OH 43215/);
    assert.doesNotMatch(page.html, / checked/);
    assert.equal(await merchant.status(), 'Onboarding');
    assert.equal((await merchant.admin()).status, 'Active');
  });

  it('asks for a code in every other browser [asvs:code-once]', async () => {
    const { merchant } = await InvitedMerchant.verified(lending);
    const other = merchant.inAnotherBrowser();
    assert.equal((await other.sign()).heading, text.startTitle);
    assert.equal(await merchant.status(), 'Onboarding');
    assert.match((await other.typeCode(rightCode)).text, new RegExp(text.codeOver), 'taken once');
    await other.sendCode();
    assert.equal((await other.typeCode(rightCode)).heading, text.reviewTitle);
  });

  it('takes the right code again from the browser that gave it, whose answer was lost', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    await merchant.sendCode();
    const [lost, guessing, slow] = [1, 2, 3].map(() => merchant.browser.copy());
    const type = (browser = merchant.browser, code = rightCode) =>
      browser.post(`${merchant.link}/verify`, { code });
    assert.equal((await merchant.typeCode(rightCode)).heading, text.reviewTitle);
    const evidence = await merchant.evidence();
    assert.equal((await type(lost)).heading, text.reviewTitle);
    assert.deepEqual(await merchant.evidence(), evidence);
    assert.match((await type(guessing, wrongCode())).text, new RegExp(text.codeOver));
    const other = merchant.inAnotherBrowser();
    await other.browser.open(merchant.link);
    assert.match((await other.typeCode(rightCode)).text, new RegExp(text.codeOver));
    lending.tick(10 * minuteMs);
    assert.match((await type(slow)).text, new RegExp(text.codeOver));
  });

  it('sends one code to whoever asks for it twice within ten seconds', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    await Promise.all([merchant.sendCode(), merchant.sendCode()]);
    lending.tick(10 * secondMs - 1);
    assert.equal((await merchant.sendCode()).heading, text.codeTitle);
    assert.equal((await merchant.codes()).length, 1);
    lending.tick(1);
    assert.ok((await merchant.sendCode()).text.includes(en.stepUp.sentAgain));
    assert.equal((await merchant.codes()).length, 2);
    assert.equal((await merchant.typeCode(rightCode)).heading, text.reviewTitle);
    await merchant.inAnotherBrowser().sendCode();
    assert.equal((await merchant.codes()).length, 3, 'the one before was used up');
  });

  it('takes five wrong answers to a code, then wants a new one', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    await merchant.sendCode();
    for (const left of [4, 3, 2, 1]) {
      assert.deepEqual((await merchant.typeCode(wrongCode())).errors, [en.stepUp.wrong(left)]);
    }
    const fifth = await merchant.typeCode(wrongCode());
    assert.match(fifth.text, new RegExp(text.codeOver));
    assert.equal((await merchant.typeCode(rightCode)).heading, text.startTitle);
    assert.equal(await merchant.status(), 'Invited');
    await merchant.sendCode();
    assert.equal((await merchant.typeCode(rightCode)).heading, text.reviewTitle);
  });

  it('looks at five of twenty guesses that come at once [asvs:code-guesses]', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    await merchant.sendCode();
    const guesses = Array.from({ length: 20 }, () => merchant.typeCode(wrongCode()));
    await Promise.all(guesses);
    const { failed_tries } = await lending.context.database.query
      .selectFrom('onboarding_codes')
      .select('failed_tries')
      .where('merchant_id', '=', merchant.id)
      .executeTakeFirstOrThrow();
    assert.equal(failed_tries, 5);
    assert.equal((await merchant.typeCode(rightCode)).heading, text.startTitle);
  });

  it('counts no try for what are not six digits', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    await merchant.sendCode();
    for (const typed of ['', '12345', '1234567', 'abcdef']) {
      assert.deepEqual((await merchant.typeCode(typed)).errors, [en.stepUp.missing]);
    }
    assert.deepEqual((await merchant.typeCode(wrongCode())).errors, [en.stepUp.wrong(4)]);
  });

  it('takes a code for ten minutes [asvs:code-lifetime]', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    await merchant.sendCode();
    lending.tick(10 * minuteMs);
    const page = await merchant.typeCode(rightCode);
    assert.equal(page.status, 200);
    assert.match(page.text, new RegExp(text.codeOver));
  });

  it('sends five codes in a day, and more the next day', async () => {
    const merchant = await InvitedMerchant.invited(lending);
    for (let sent = 0; sent < 5; sent += 1) await merchant.sendNewCode();
    const page = await merchant.sendNewCode();
    assert.equal(page.status, 200);
    assert.match(page.text, new RegExp(en.stepUp.tooMany));
    assert.equal((await merchant.codes()).length, 5);
    lending.tick(dayMs);
    await merchant.sendCode();
    assert.equal((await merchant.codes()).length, 6);
  });

  it('says so when no text message gets to the number', async () => {
    const merchant = await InvitedMerchant.invited(lending, { mobile_phone: '+15005550001' });
    const page = await merchant.sendCode();
    assert.equal(page.status, 200);
    assert.match(page.text, new RegExp(text.unreachable));
    assert.deepEqual(await merchant.codes(), []);
  });
});
