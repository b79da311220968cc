import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import type { ApplicationTable } from '../../../../server/lending/store/schema.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { askedCharge, emailsOf, linksOf } from './asked-charge.ts';

const { link: text } = en;

describe('wrong answers to a charge request', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** A charge whose link, or the one that took its place, is answered wrongly so many times. */
  async function asked(ofLoan: Partial<ApplicationTable> = {}) {
    const charge = await askedCharge(lending, {}, ofLoan);
    const { answer, link, loan } = charge;
    const guess = async (times: number, at = link) => {
      for (let tries = 0; tries < times; tries += 1) {
        await answer('approve', { ssn_last4: '9999' }, at);
      }
    };
    const renewed = async () => (await linksOf(lending, loan, 'charge_link_locked'))[0] ?? '';
    const mails = (kind: string) => emailsOf(lending, loan, kind);
    return { ...charge, guess, renewed, mails };
  }

  it('lock the link with the fifth, and e-mail one new link', async () => {
    const { flow, id, link, browser, answer, guess, renewed, mails } = await asked();
    await guess(5);
    const page = await browser.open(link);
    assert.equal(page.status, 410);
    assert.equal(page.heading, text.chargeReplacedTitle);
    assert.ok(page.text.includes(text.chargeReplaced));
    assert.equal((await flow.chargeRow(id)).status, 'Pending');
    const [message, ...more] = await mails('charge_link_locked');
    assert.deepEqual(more, []);
    assert.doesNotMatch(message?.text ?? '', /tomorrow/);
    assert.equal((await answer('approve', {}, await renewed())).heading, en.charge.approvedTitle);
  });

  it('lock the new link for good on another day, and name a new request', async () => {
    const { loan, browser, guess, renewed, mails } = await asked();
    await guess(5);
    const second = await renewed();
    lending.tick(24 * hourMs);
    await guess(5, second);
    const page = await browser.open(second);
    assert.equal(page.heading, text.lockedTitle);
    assert.ok(page.text.includes(text.locked.new_request));
    assert.equal((await linksOf(lending, loan, 'charge_link_locked')).length, 1);
    const locked = (await mails('charge_link_locked')).find(({ links }) => links === '[]');
    assert.match(locked?.text ?? '', /ask Hillside Heating & Air to request it again/);
    assert.deepEqual(await mails('identity_locked'), []);
  });

  it('lock the loan for the day and the new link for good with ten in one day', async () => {
    const { browser, guess, renewed, mails } = await asked();
    await guess(5);
    const second = await renewed();
    await guess(5, second);
    const today = await browser.open(second);
    assert.equal(today.heading, text.dayLockedTitle);
    assert.ok(today.text.includes(text.bothLocked.new_request));
    const locked = (await mails('charge_link_locked')).find(({ links }) => links === '[]');
    assert.match(locked?.text ?? '', /request it again/);
    const [day, ...more] = await mails('identity_locked');
    assert.deepEqual(more, []);
    assert.equal(day?.subject, 'Your loan is locked until tomorrow');
    assert.match(day?.text ?? '', /If it was you, our other message says how to go on/);
    assert.doesNotMatch(day?.text ?? '', /application|try again tomorrow/);
    lending.tick(24 * hourMs);
    const tomorrow = await browser.open(second);
    assert.equal(tomorrow.heading, text.lockedTitle);
    assert.ok(tomorrow.text.includes(text.locked.new_request));
  });

  it('leave a new request of that day for the next one', async () => {
    const { flow, loan, browser, answer, guess, renewed } = await asked();
    await guess(5);
    await guess(5, await renewed());
    const known = await linksOf(lending, loan, 'charge_request');
    await flow.charge(loan);
    const sent = await linksOf(lending, loan, 'charge_request');
    const fresh = sent.find((each) => !known.includes(each)) ?? '';
    const today = await browser.open(fresh);
    assert.equal(today.heading, text.dayLockedTitle);
    assert.ok(today.text.includes(text.dayLocked.charge));
    lending.tick(24 * hourMs);
    assert.equal((await answer('approve', {}, fresh)).heading, en.charge.approvedTitle);
  });

  it('name tomorrow with the new link where others were given that day', async () => {
    const { flow, loan, browser, answer, guess, renewed, mails } = await asked();
    const identity_failures_date = new Date(lending.context.clock.now(loan.sponsor_id))
      .toISOString()
      .slice(0, 10);
    await flow.setLoan(loan, { identity_failures: 5, identity_failures_date });
    await guess(5);
    const [message] = await mails('charge_link_locked');
    assert.match(message?.text ?? '', /use this new link from tomorrow on:/);
    const [day] = await mails('identity_locked');
    assert.match(day?.text ?? '', /our other message has a new link for you/);
    const second = await renewed();
    assert.ok((await browser.open(second)).text.includes(text.dayLocked.charge));
    lending.tick(24 * hourMs);
    assert.equal((await answer('approve', {}, second)).heading, en.charge.approvedTitle);
  });

  it('are told of in the loan’s language', async () => {
    const { browser, link, guess, renewed, mails } = await asked({ locale: 'es' });
    await guess(5);
    assert.equal((await browser.open(link)).heading, es.link.chargeReplacedTitle);
    await guess(5, await renewed());
    const page = await browser.open(await renewed());
    assert.ok(page.text.includes(es.link.bothLocked.new_request));
    const [day] = await mails('identity_locked');
    assert.equal(day?.subject, 'Su préstamo queda bloqueado hasta mañana');
  });
});
