import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessageKind } from '../../../../server/lending/domain/messages/message-kinds.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { wrongDigits } from '../../../helpers/wrong-answers.ts';
import { askedCharge, emailsOf, linksOf } from './asked-charge.ts';

const { link: text } = en;

describe('wrong answers to a charge request', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** A charge whose link, or one that was mailed, is answered wrongly so many times. */
  async function asked(ofLoan: Partial<ApplicationRow> = {}) {
    const charge = await askedCharge(lending, {}, ofLoan);
    const { answer, link, loan } = charge;
    const guess = async (times: number, at = link) => {
      for (let tries = 0; tries < times; tries += 1) {
        await answer('approve', { ssn_last4: wrongDigits() }, at);
      }
    };
    const mails = (kind: MessageKind) => emailsOf(lending, loan, kind);
    /** The mailed link that is none of these. */
    const mailed = async (...known: string[]) =>
      (await linksOf(lending, loan, 'mailed_link')).find((each) => !known.includes(each)) ?? '';
    return { ...charge, guess, mailed, mails };
  }

  it('lock the link with the fifth, and e-mail a new one at once', async () => {
    const { flow, id, link, browser, answer, guess, mailed, mails } = await asked();
    await guess(5);
    const page = await browser.open(link);
    assert.equal(page.status, 403);
    assert.equal(page.heading, text.lockedTitle);
    assert.ok(page.text.includes(text.locked));
    assert.ok(page.text.includes(text.mailed.already_sent));
    assert.equal((await flow.chargeRow(id)).status, 'Pending');
    const [message, ...more] = await mails('mailed_link');
    assert.deepEqual(more, []);
    assert.doesNotMatch(message?.text ?? '', /tomorrow/);
    assert.equal((await answer('approve', {}, await mailed())).heading, en.charge.approvedTitle);
  });

  it('lock a mailed link too, and e-mail the next one', async () => {
    const { browser, answer, guess, mailed, mails } = await asked();
    await guess(5);
    const second = await mailed();
    lending.tick(24 * hourMs);
    await guess(5, second);
    assert.equal((await browser.open(second)).heading, text.lockedTitle);
    assert.deepEqual(await mails('identity_locked'), []);
    const third = await mailed(second);
    assert.equal((await answer('approve', {}, third)).heading, en.charge.approvedTitle);
  });

  it('lock the loan for the day with ten in one day', async () => {
    const { browser, answer, guess, mailed, mails } = await asked();
    await guess(5);
    const second = await mailed();
    await guess(5, second);
    const today = await browser.open(second);
    assert.equal(today.heading, text.dayLockedTitle);
    assert.match(today.text, /until March \d+, 2026 at 12:00 AM E[SD]T\./);
    const [day, ...more] = await mails('identity_locked');
    assert.deepEqual(more, []);
    assert.equal(day?.subject, 'Your loan is locked for now');
    assert.match(day?.text ?? '', /wait until then and use the new link that we emailed you\./);
    const third = await mailed(second);
    assert.ok(
      (await mails('mailed_link')).some((each) =>
        /wait until March \d+, 2026 at 12:00 AM E[SD]T and use/.test(each.text),
      ),
    );
    assert.equal((await browser.open(third)).heading, text.dayLockedTitle);
    lending.tick(24 * hourMs);
    assert.equal((await browser.open(second)).heading, text.lockedTitle);
    assert.equal((await answer('approve', {}, third)).heading, en.charge.approvedTitle);
  });

  it('promise no later use of a link that ends before the lock does', async () => {
    const { browser, guess, mailed } = await asked();
    lending.tick(40 * hourMs);
    await guess(5);
    const second = await mailed();
    await guess(5, second);
    const page = await browser.open(second);
    assert.equal(page.heading, text.dayLockedTitle);
    await mailed(second);
    const after = await browser.open(second);
    assert.ok(!after.text.includes('Use it after'), after.text);
    assert.ok(after.text.includes(text.mailAgain), after.text);
  });

  it('leave a new request of that day for the next one', async () => {
    const { flow, loan, browser, answer, guess, mailed } = await asked();
    await guess(5);
    await guess(5, await mailed());
    const known = await linksOf(lending, loan, 'charge_request');
    await flow.charge(loan);
    const sent = await linksOf(lending, loan, 'charge_request');
    const fresh = sent.find((each) => !known.includes(each)) ?? '';
    const today = await browser.open(fresh);
    assert.equal(today.heading, text.dayLockedTitle);
    assert.match(today.text, /Try again after March \d+, 2026 at 12:00 AM E[SD]T\./);
    lending.tick(24 * hourMs);
    assert.equal((await answer('approve', {}, fresh)).heading, en.charge.approvedTitle);
  });

  it('are told of in the loan’s language', async () => {
    const { browser, link, guess, mailed, mails } = await asked({ locale: 'es' });
    await guess(5);
    const page = await browser.open(link);
    assert.equal(page.heading, es.link.lockedTitle);
    assert.ok(page.text.includes(es.link.mailButton));
    const second = await mailed();
    await guess(5, second);
    assert.ok(
      /hasta el \d+ de marzo de 2026.+12:00.+E[SD]T\./.test((await browser.open(second)).text),
    );
    const [day] = await mails('identity_locked');
    assert.equal(day?.subject, 'Su préstamo está bloqueado por ahora');
  });
});
