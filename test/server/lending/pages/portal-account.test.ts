import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en as documents } from '../../../../server/lending/documents/strings/en.ts';
import { portalUrlOf } from '../../../../server/lending/operations/portal/portal-url.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { fundingFlow } from '../funding-flow.ts';

const text = en.account;
const merchant = 'Hillside Heating & Air';

describe('the Payment Portal’s account', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** A loan of 10,000.00, and what its consumer sees after signing in. */
  async function account(change: Partial<ApplicationRow> = {}) {
    const flow = fundingFlow(lending);
    const loan = await anAcceptedLoan(lending, change);
    const link = await lending.context.database.transaction((tx) =>
      portalUrlOf(lending.context, tx, loan),
    );
    const shown = () =>
      new PlainBrowser(lending).post(`${link}/sign-in`, {
        ssn_last4: '0001',
        loan_number: loan.consumer_application_human_readable_id,
      });
    return { flow, loan, link, shown };
  }

  it('says that a loan is on hold, and that nothing can be spent meanwhile', async () => {
    const { flow, loan, shown } = await account();
    assert.ok(!(await shown()).text.includes(en.state.suspendedTitle));
    await flow.sandbox(`/applications/${loan.external_application_id}/suspend`);
    const page = await shown();
    assert.equal(page.heading, text.title);
    for (const said of [
      en.state.suspendedTitle,
      en.state.suspended,
      text.cannotBeCharged(merchant),
      `${text.available} $0.00`,
    ]) {
      assert.ok(page.text.includes(said), said);
    }
  });

  it('shows nothing to spend after a final charge was paid', async () => {
    const { flow, loan, shown } = await account();
    await flow.settledCharge(loan, { transaction_description: 113 });
    const page = await shown();
    assert.ok(page.text.includes(`${text.spent} $1,000.00`));
    assert.ok(page.text.includes(`${text.available} $0.00`));
    assert.ok(!page.text.includes('$9,000.00'));
    assert.ok(page.text.includes(text.windowEnded));
  });

  it('speaks of the purchase window as over once it is', async () => {
    const { shown } = await account();
    const open = await shown();
    assert.ok(open.text.includes(`${text.windowEnd} July 30, 2026`));
    assert.ok(!open.text.includes(text.windowEnded));
    lending.tick(151 * dayMs);
    const over = await shown();
    assert.ok(over.text.includes(`${text.windowEnded} July 30, 2026`));
    assert.ok(!over.text.includes(text.windowEnd));
    assert.ok(over.text.includes(`${text.available} $0.00`));
  });

  it('shows what a waiting charge sets aside, so that the sums add up', async () => {
    const { flow, loan, shown } = await account();
    assert.ok(!(await shown()).text.includes(text.setAside));
    await flow.charge(loan);
    const page = await shown();
    for (const said of [
      `${text.limit} $10,000.00`,
      `${text.spent} $0.00`,
      `${text.setAside} $1,000.00`,
      `${text.available} $9,000.00`,
    ]) {
      assert.ok(page.text.includes(said), said);
    }
  });

  it('lists each charge under its kind, with what it is for, the newest first', async () => {
    const { flow, loan, shown } = await account();
    await flow.charge(loan, { description: 'Heat pump <deposit>' });
    lending.tick(1000);
    await flow.charge(loan, { transaction_description: 111 });
    const { html } = await shown();
    const listed = [...html.matchAll(/<li><h3>(.*?)<\/h3>(.*?)<\/li>/gs)];
    assert.deepEqual(
      listed.map(([, kind]) => kind),
      [documents.chargeStatement.kinds[111], documents.chargeStatement.kinds[109]],
    );
    const described = listed.filter(([, , facts = '']) =>
      facts.includes(documents.chargeStatement.description),
    );
    assert.equal(described.length, 1);
    assert.match(described[0]?.[2] ?? '', /Heat pump &lt;deposit&gt;/);
  });

  it('says that the merchant cannot ask for a charge while it is suspended', async () => {
    const { flow, shown } = await account();
    await flow.sandbox('/merchants/hillside-hvac/suspend');
    try {
      assert.ok((await shown()).text.includes(text.cannotBeCharged(merchant)));
    } finally {
      await flow.sandbox('/merchants/hillside-hvac/release');
    }
    assert.ok((await shown()).text.includes(text.mayBeCharged(merchant)));
  });

  it('says of a canceled loan that it was canceled, but not to a stranger', async () => {
    const { flow, loan, link } = await account();
    const browser = new PlainBrowser(lending);
    await browser.post(`${link}/sign-in`, {
      ssn_last4: '0001',
      loan_number: loan.consumer_application_human_readable_id,
    });
    const body = {
      request_user_id: 'hillside-admin',
      external_application_id: loan.external_application_id,
    };
    await flow.call('POST', '/api/v1/sponsor/consumers/accounts/cancel/', body);
    const page = await browser.open(link);
    assert.equal(page.status, 200);
    assert.equal(page.heading, 'This loan was canceled');
    assert.ok(page.text.includes(en.state.cancelled));
    const stranger = await new PlainBrowser(lending).open(link);
    assert.equal(stranger.heading, en.link.nothingLeftTitle);
  });

  it('is in the loan’s language', async () => {
    const { flow, loan, shown } = await account({ locale: 'es' });
    await flow.charge(loan);
    const page = await shown();
    assert.equal(page.heading, es.account.title);
    assert.ok(page.text.includes(`${es.account.setAside} $1,000.00`));
  });
});
