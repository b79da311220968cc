import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en as documents } from '../../../../server/lending/documents/strings/en.ts';
import { timestamp } from '../../../../server/lending/domain/formats.ts';
import { sampleLender } from '../../../../server/lending/domain/lender.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { keptContents } from '../../../../server/lending/store/evidence-chains.ts';
import { easternInstant } from '../../../../server/platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { wrongDigits } from '../../../helpers/wrong-answers.ts';
import { askedCharge } from './asked-charge.ts';
import { knownFor } from './consumer.ts';

describe('the charge page', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  const asked = (change: Record<string, unknown> = {}) => askedCharge(lending, change);
  /** The messages that ask for the approval. */
  const requestsTo = ({ id }: { id: string }) =>
    storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('application_id', '=', id)
      .where('kind', '=', 'charge_request')
      .execute();

  it('says who asks, and nothing of the charge before it knows who is there', async () => {
    const { browser, link, loan } = await asked({ description: 'Heat pump deposit' });
    const page = await browser.open(link);
    assert.equal(page.heading, documents.chargeStatement.title('Hillside Heating & Air'));
    assert.ok(page.text.includes(en.charge.identityLede));
    assert.doesNotMatch(page.text, /\$|Heat pump|EST/);
    for (const kind of Object.values(documents.chargeStatement.kinds))
      assert.ok(!page.text.includes(kind));
    assert.ok(!page.html.includes(loan.consumer_application_human_readable_id));
  });

  it('takes no answer on a link that was locked meanwhile, nor on another link', async () => {
    const first = await asked();
    const { hidden } = await first.identify();
    const thief = new PlainBrowser(lending);
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = { ssn_last4: wrongDigits(), loan_number: '1111111111' };
      await thief.post(`${first.link}/identity`, wrong);
    }
    const page = await first.browser.post(first.link, { ...hidden, answer: 'approve' });
    assert.equal(page.heading, en.link.lockedTitle);
    assert.equal((await first.flow.chargeRow(first.id)).status, 'Pending');
    const second = await asked();
    const other = await first.browser.post(second.link, { ...hidden, answer: 'approve' });
    assert.ok(other.text.includes(en.charge.identityLede));
  });

  it('says who asks for what, and what it does to the loan', async () => {
    const { identify, loan } = await asked({ description: 'Heat pump deposit' });
    const page = await identify();
    assert.equal(page.heading, documents.chargeStatement.title('Hillside Heating & Air'));
    for (const text of [
      '$1,000.00',
      documents.chargeStatement.kinds[109],
      'Heat pump deposit',
      `${documents.chargeStatement.before} $10,000.00`,
      `${documents.chargeStatement.after} $9,000.00`,
      'March 4, 2026 at 10:00 AM EST',
      'Do not approve on a device that is not yours',
    ]) {
      assert.ok(page.text.includes(text), text);
    }
    assert.ok(!page.html.includes(loan.consumer_application_human_readable_id));
    assert.ok(!page.html.includes(loan.email));
    assert.match(page.html, /dispute: call <a class="phone" href="tel:\+18005550142">/);
  });

  it('is asked for in the name of the lender, which the checkout says to look for', async () => {
    const { loan } = await asked();
    const sent = await requestsTo(loan);
    assert.equal(sent.length, 2);
    for (const { text } of sent) assert.ok(text.includes(sampleLender.name), text);
  });

  it('is to be answered before the time to use the loan is over, where that comes first', async () => {
    const ends = easternInstant('2026-03-02', 24);
    const { identify, loan } = await askedCharge(lending, {}, { purchase_window_ends_at: ends });
    const { text } = await identify();
    assert.ok(text.includes(`${documents.chargeStatement.expires} March 2, 2026 at 11:59 PM EST`));
    const sent = await requestsTo(loan);
    assert.deepEqual(sent.map(({ channel }) => channel).toSorted(), ['email', 'sms']);
    for (const message of sent) {
      assert.match(message.text, /by March 2, 2026/);
      assert.doesNotMatch(message.text, /48 hours/);
    }
  });

  it('says of a final charge that it is the last, where it is', async () => {
    const { browser, link, identify } = await asked({ transaction_description: 113 });
    const page = await identify();
    assert.ok(page.text.includes(documents.chargeStatement.finalNote));
    assert.ok(!page.text.includes(documents.chargeStatement.after));
    const { loanTerms } = lending.context.config;
    loanTerms.finalChargeClosesWindow = false;
    try {
      assert.ok(!(await browser.open(link)).text.includes(documents.chargeStatement.finalNote));
    } finally {
      loanTerms.finalChargeClosesWindow = true;
    }
  });

  it('weighs approve and reject the same, and lets Enter choose neither', async () => {
    const { identify } = await asked();
    const { html } = await identify();
    const answers = [...html.matchAll(/<button[^>]* name="answer"[^>]*>/g)].map(([tag]) =>
      tag.replace(/value="[^"]*"/, ''),
    );
    assert.equal(answers.length, 2);
    assert.equal(answers[0], answers[1]);
    assert.doesNotMatch(html, /<input(?! type="hidden")/);
  });

  it('approves by last four digits and loan number', async () => {
    const { flow, loan, id, answer } = await asked();
    const page = await answer('approve');
    assert.equal(page.heading, en.charge.approvedTitle);
    const row = await flow.chargeRow(id);
    assert.equal(row.status, 'Approved');
    assert.equal(row.approved_by, 'consumer');
    assert.equal((await flow.transactionRow(id))?.status, 'Pending');
    const [callback] = await flow.callbacks(loan);
    assert.equal(callback?.outcome, 'approved');
  });

  it('shows what is left to spend to who has just answered, as long as it can be spent', async () => {
    const { flow, loan, browser, link, answer } = await asked();
    const left = `${en.account.available} $9,000.00`;
    assert.ok((await answer('approve')).text.includes(left));
    const another = await new PlainBrowser(lending).open(link);
    assert.equal(another.heading, en.link.nothingLeftTitle);
    assert.ok(!another.text.includes(en.account.available));
    for (const change of [
      { account_status: 'Suspended', status: 'Suspended' },
      { account_status: 'Active', status: 'Approved: Accepted', purchase_window_ends_at: 0 },
    ] as const) {
      await flow.setLoan(loan, {
        purchase_window_ends_at: loan.purchase_window_ends_at,
        ...change,
      });
      assert.ok(!(await browser.open(link)).text.includes(en.account.available));
    }
    await flow.setLoan(loan, { purchase_window_ends_at: loan.purchase_window_ends_at });
    assert.ok((await browser.open(link)).text.includes(left));
    lending.tick(hourMs);
    assert.ok(!(await browser.open(link)).text.includes(en.account.available));
  });

  it('says the same to a stranger whatever the end was', async () => {
    const ended = await Promise.all([
      asked().then(async (charge) => {
        await charge.answer('approve');
        return charge;
      }),
      asked().then(async (charge) => {
        await charge.answer('reject');
        return charge;
      }),
      asked().then(async (charge) => {
        await lending.call('POST', '/api/v1/sponsor/consumers/accounts/cancel/', {
          body: {
            request_user_id: 'hillside-admin',
            external_application_id: charge.loan.external_application_id,
          },
        });
        return charge;
      }),
    ]);
    const waiting = await asked();
    const open = ({ link }: { link: string }) => new PlainBrowser(lending).open(link);
    const pages = await Promise.all(ended.map(open));
    lending.tick(48 * hourMs);
    pages.push(await open(waiting));
    for (const page of pages) {
      assert.equal(page.status, 200);
      assert.equal(page.heading, en.link.nothingLeftTitle);
      assert.equal(page.html, pages[0]?.html);
    }
  });

  it('rejects by the same', async () => {
    const { flow, loan, id, answer } = await asked();
    const page = await answer('reject');
    assert.equal(page.heading, en.charge.rejectedTitle);
    assert.equal((await flow.chargeRow(id)).status, 'Rejected');
    assert.equal(await flow.transactionRow(id), undefined);
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    const [callback] = await flow.callbacks(loan);
    assert.equal(callback?.outcome, 'rejected');
  });

  it('keeps evidence of the answer, and word for word what was answered', async () => {
    const { identify, link, loan, id, answer } = await asked({ description: 'Heat <pump>' });
    const provedAt = lending.context.clock.now(loan.sponsor_id);
    const page = await identify();
    lending.tick(60_000);
    await answer('approve');
    const consent = await storedRows(lending.context)
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', loan.id)
      .where('consent_type', '=', 'charge_approval')
      .executeTakeFirstOrThrow();
    assert.equal(consent.session_id, id);
    assert.equal(consent.text_id, 'charge_approval');
    assert.equal(consent.collected_by, 'hosted');
    const kept = await keptContents(
      lending.context.database.query,
      lending.context.sealer,
      loan.id,
    );
    const shown = kept.find(({ type }) => type === 'charge_approval_page');
    assert.match(shown?.content ?? '', /Heat &lt;pump&gt;/);
    assert.ok(page.html.includes(shown?.content ?? '-'));
    assert.ok(JSON.parse(consent.document_sha256).includes(shown?.sha256));
    const facts = kept.find(({ type }) => type === 'charge_approval_facts');
    assert.partialDeepStrictEqual(JSON.parse(facts?.content ?? ''), {
      identity_proved_by: 'ssn_last4, loan_number',
      identity_proved_at: timestamp(provedAt + 60_000),
      link_token_sha256: sha256Hex(link.split('/').at(-1) ?? ''),
    });
  });

  for (const [choice, status] of [
    ['approve', 'Approved'],
    ['reject', 'Rejected'],
  ] as const) {
    it(`does not ${choice} by figures that have changed, and keeps those that were read`, async () => {
      const { flow, browser, link, loan, id, identify } = await asked();
      const other = await flow.charge(loan);
      const { hidden } = await identify();
      await flow.sandbox(`/payment-requests/${other}/reject`);
      const changed = await browser.post(link, { ...hidden, answer: choice });
      assert.ok(changed.text.includes(en.charge.changed));
      assert.match(changed.html, new RegExp(`<title>${en.common.errorPrefix} `));
      assert.ok(changed.text.includes(`${documents.chargeStatement.before} $10,000.00`));
      assert.equal((await flow.chargeRow(id)).status, 'Pending');
      const read = await browser.open(link);
      assert.ok(!read.text.includes(en.charge.changed), 'said once');
      await browser.post(link, { ...read.hidden, answer: choice });
      assert.equal((await flow.chargeRow(id)).status, status);
      const { database, sealer } = lending.context;
      const kept = await keptContents(database.query, sealer, loan.id);
      const [page, ...more] = kept.filter(({ type }) => /^charge_\w+_page$/.test(type));
      assert.deepEqual(more, []);
      assert.ok(read.html.includes(page?.content ?? '-'));
    });
  }

  it('takes one answer, however many are sent', async () => {
    const { flow, loan, id, answer } = await asked();
    const pages = await Promise.all([answer('approve'), answer('reject'), answer('approve')]);
    const { status } = await flow.chargeRow(id);
    const heading = status === 'Approved' ? en.charge.approvedTitle : en.charge.rejectedTitle;
    assert.ok(pages.every((page) => page.heading === heading));
    assert.equal((await flow.callbacks(loan)).length, 1);
  });

  for (const [name, fields, message] of [
    ['the digits', { ssn_last4: '12' }, en.identity.missing],
    ['the loan number', { loan_number: '73420' }, en.charge.missingNumber],
  ] as const) {
    it(`asks for ${name} without counting a try`, async () => {
      const { flow, id, answer } = await asked();
      for (let times = 0; times < 6; times += 1) {
        const page = await answer('approve', fields);
        assert.equal(page.status, 200);
        assert.deepEqual(page.errors, [message]);
      }
      assert.equal((await answer('approve')).heading, en.charge.approvedTitle);
      assert.equal((await flow.chargeRow(id)).status, 'Approved');
    });
  }

  it('keeps the loan number that was typed, and never the digits', async () => {
    const { answer } = await asked();
    for (const fields of [{ ssn_last4: '12' }, { ssn_last4: '9999' }]) {
      const page = await answer('approve', { loan_number: '7342 055 188', ...fields });
      assert.deepEqual(page.values, { ssn_last4: '', loan_number: '7342 055 188' });
    }
  });

  it('takes the answers as they were pasted', async () => {
    const { loan, answer } = await asked();
    const number = loan.consumer_application_human_readable_id;
    const loan_number = `\u202a${number.slice(0, 7)}\u2013${number.slice(7)}\u202c`;
    const page = await answer('approve', { ssn_last4: '00\u201301', loan_number });
    assert.equal(page.heading, en.charge.approvedTitle);
  });

  it('does not say which of the two was wrong', async () => {
    const { answer } = await asked();
    const wrongDigits = await answer('approve', { ssn_last4: '9999' });
    const wrongNumber = await answer('approve', { loan_number: '1111111111' });
    for (const [page, left] of [
      [wrongDigits, 4],
      [wrongNumber, 3],
    ] as const) {
      const message = en.charge.wrong(left);
      assert.deepEqual(page.errors, [message]);
      assert.deepEqual(page.invalid, { ssn_last4: message, loan_number: message });
      assert.match(page.html, /<li><a href="#ssn_last4">/);
    }
  });

  it('is over at exactly 48 hours, whether or not a timer has run', async () => {
    const { flow, loan, id, browser, link, identify, answer } = await asked();
    lending.tick(48 * hourMs - 1);
    assert.equal((await identify()).action, new URL(link).pathname);
    lending.tick(1);
    assert.equal((await browser.open(link)).heading, en.charge.expiredTitle);
    const page = await answer('approve');
    assert.equal(page.heading, en.charge.expiredTitle);
    assert.notEqual((await flow.chargeRow(id)).status, 'Approved');
    assert.deepEqual(await flow.callbacks(loan), []);
  });

  it('says that nothing is charged when a prerequisite is gone', async () => {
    const { flow, loan, id, answer } = await asked();
    await flow.setLoan(loan, { portal_account_status: 'Locked' });
    const page = await answer('approve');
    assert.equal(page.heading, en.charge.canceledTitle);
    assert.equal((await flow.chargeRow(id)).status, 'Canceled');
    assert.equal(await flow.transactionRow(id), undefined);
  });

  it('takes no answer that is neither', async () => {
    const { flow, id, answer } = await asked();
    await answer('maybe');
    assert.equal((await flow.chargeRow(id)).status, 'Pending');
  });

  it('takes no answer from a browser that has not said who is there', async () => {
    const { flow, id, browser, link, identify } = await asked();
    const { hidden } = await identify();
    for (const answer of ['approve', 'reject']) {
      const page = await new PlainBrowser(lending).post(link, { ...hidden, answer });
      assert.ok(page.text.includes(en.charge.identityLede));
    }
    assert.equal((await flow.chargeRow(id)).status, 'Pending');
    lending.tick(hourMs / 2);
    for (const answer of ['approve', 'reject']) {
      const late = await browser.post(link, { ...hidden, answer });
      assert.ok(late.text.includes(en.charge.identityLede));
      assert.ok(late.text.includes(en.identity.again(...knownFor)));
      assert.match(late.html, new RegExp(`<title>${en.common.errorPrefix} `));
    }
    assert.equal((await flow.chargeRow(id)).status, 'Pending');
  });
});
