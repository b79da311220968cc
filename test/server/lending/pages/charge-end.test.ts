import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en as documents } from '../../../../server/lending/documents/strings/en.ts';
import { portalUrlOf } from '../../../../server/lending/operations/portal/portal-url.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { askedCharge, LAST4 } from './asked-charge.ts';

const merchant = 'Hillside Heating & Air';
const amounts = { amount: '$1,000.00', merchant, refunded: '$250.00' };

describe('the page of a charge that was answered', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  const asked = (...change: [Record<string, unknown>?, Partial<ApplicationRow>?]) =>
    askedCharge(lending, ...change);

  async function portal(loan: ApplicationRow) {
    const link = await lending.context.database.transaction((tx) =>
      portalUrlOf(lending.context, tx, loan),
    );
    return new PlainBrowser(lending).post(`${link}/sign-in`, {
      ssn_last4: LAST4,
      loan_number: loan.consumer_application_human_readable_id,
    });
  }

  type Asked = Awaited<ReturnType<typeof asked>>;
  const advance = ({ flow, id }: Asked, to: string) =>
    flow.sandbox(`/transactions/${id}/advance`, { to });
  const settledRefund = async ({ flow, id }: Asked, change: Record<string, unknown>) => {
    const { refund_request_uuid } = await flow.refund(id, change);
    await flow.sandbox(`/transactions/${refund_request_uuid}/advance`, { to: 'Transferred' });
  };

  const { payments, paymentTitles, approvedTitle } = en.charge;
  for (const [name, becomes, title, payment] of [
    ['being paid', async () => {}, approvedTitle, 'being_paid'],
    ['paid', (charge: Asked) => advance(charge, 'Transferred'), approvedTitle, 'paid'],
    ['failed', (charge: Asked) => advance(charge, 'Failed'), paymentTitles.failed, 'failed'],
    ['excluded', (charge: Asked) => advance(charge, 'Excluded'), paymentTitles.failed, 'failed'],
    [
      'refunded before it went out',
      ({ flow, id }: Asked) => flow.refund(id),
      paymentTitles.refunded,
      'refunded',
    ],
    [
      'refunded after it was paid',
      async (charge: Asked) => {
        await advance(charge, 'Transferred');
        await settledRefund(charge, {});
      },
      paymentTitles.refunded,
      'refunded',
    ],
    [
      'refunded in part',
      async (charge: Asked) => {
        await advance(charge, 'Transferred');
        await settledRefund(charge, {
          consumer_charge_amount: '250.00',
          net_to_merchant_amount: '235.00',
          net_platform_fee: '10.00',
          net_to_sponsor_amount: '5.00',
        });
      },
      paymentTitles.partly_refunded,
      'partly_refunded',
    ],
    [
      'returned',
      async (charge: Asked) => {
        await advance(charge, 'Transferred');
        await advance(charge, 'Reversed');
      },
      paymentTitles.returned,
      'returned',
    ],
  ] as const) {
    it(`says of a charge that was approved that it is ${name}, as the portal does`, async () => {
      const charge = await asked();
      await charge.answer('approve');
      await becomes(charge);
      const page = await charge.browser.open(charge.link);
      assert.equal(page.heading, title);
      assert.ok(page.text.includes(payments[payment](amounts)), page.text);
      const { text } = await portal(charge.loan);
      const status = `${en.account.status} ${en.account.payments[payment](amounts.refunded)}`;
      assert.ok(text.includes(status), text);
    });
  }

  it('says of one that the sponsor approved only that it was approved', async () => {
    const { answer, browser, id, link } = await asked();
    await answer('approve');
    await lending.context.database.query
      .updateTable('charge_requests')
      .set({ approved_by: 'sponsor' })
      .where('id', '=', id)
      .execute();
    assert.equal((await browser.open(link)).heading, en.charge.approvedElsewhere);
  });

  it('shows nothing to spend after a final charge, until that has failed', async () => {
    const charge = await asked({ transaction_description: 113 });
    assert.ok(!(await charge.identify()).text.includes(documents.chargeStatement.after));
    assert.ok(!(await charge.answer('approve')).text.includes(en.account.available));
    await advance(charge, 'Failed');
    const page = await charge.browser.open(charge.link);
    assert.ok(page.text.includes(`${en.account.available} $10,000.00`));
  });

  it('shows what is left after a final charge where that closes nothing', async () => {
    const { loanTerms } = lending.context.config;
    loanTerms.finalChargeClosesWindow = false;
    try {
      const { identify, answer } = await asked({ transaction_description: 113 });
      assert.ok((await identify()).text.includes(`${documents.chargeStatement.after} $9,000.00`));
      assert.ok((await answer('approve')).text.includes(`${en.account.available} $9,000.00`));
    } finally {
      loanTerms.finalChargeClosesWindow = true;
    }
  });

  const { canceled } = en.charge;
  it('says why it was canceled: the loan is on hold', async () => {
    const { flow, loan, browser, link, identify } = await asked();
    await identify();
    await flow.sandbox(`/applications/${loan.external_application_id}/suspend`);
    assert.ok((await browser.open(link)).text.includes(canceled.loan_suspended()));
  });

  it('says why it was canceled: the loan was', async () => {
    const { flow, loan, browser, link, identify } = await asked();
    await identify();
    const { external_application_id } = loan;
    await flow.call('POST', '/api/v1/sponsor/consumers/accounts/cancel/', {
      request_user_id: 'hillside-admin',
      external_application_id,
    });
    assert.ok((await browser.open(link)).text.includes(canceled.account_cancelled()));
  });

  it('says why it was canceled: a final charge was paid', async () => {
    const { flow, loan, browser, link, identify } = await asked();
    await identify();
    await flow.settledCharge(loan, { transaction_description: 113 });
    assert.ok((await browser.open(link)).text.includes(canceled.final_charge()));
  });

  it('says why it was canceled: the purchase window is over', async () => {
    const { flow, loan, browser, link, identify } = await asked();
    await identify();
    await flow.setLoan(loan, { purchase_window_ends_at: 0 });
    assert.ok((await browser.open(link)).text.includes(canceled.window_over(merchant)));
  });

  it('says why an approval canceled it: the purchase window is over by then', async () => {
    const { flow, loan, id, browser, link, identify } = await asked();
    const { hidden } = await identify();
    await flow.setLoan(loan, { purchase_window_ends_at: 0 });
    const page = await browser.post(link, { ...hidden, answer: 'approve' });
    assert.ok(page.text.includes(canceled.loan_not_chargeable(merchant)));
    assert.equal((await flow.chargeRow(id)).status, 'Canceled');
  });

  it('says why an approval canceled it: the merchant is suspended', async () => {
    const { flow, answer } = await asked();
    await flow.sandbox('/merchants/hillside-hvac/suspend');
    try {
      const page = await answer('approve');
      assert.equal(page.heading, en.charge.canceledTitle);
      assert.ok(page.text.includes(canceled.merchant_not_active(merchant)));
    } finally {
      await flow.sandbox('/merchants/hillside-hvac/release');
    }
  });

  it('says why an approval canceled it: the Payment Portal is locked', async () => {
    const { flow, loan, answer } = await asked();
    await flow.setLoan(loan, { portal_account_status: 'Locked' });
    assert.ok((await answer('approve')).text.includes(canceled.loan_not_chargeable(merchant)));
  });

  it('promises no new request once the loan cannot be charged', async () => {
    const { flow, loan, browser, link, identify } = await asked();
    await flow.advanceHours(48 - 0.25);
    await identify();
    await flow.advanceHours(0.25);
    assert.ok((await browser.open(link)).text.includes(en.charge.expired(merchant)));
    await flow.setLoan(loan, { purchase_window_ends_at: 0 });
    const page = await browser.open(link);
    assert.equal(page.heading, en.charge.expiredTitle);
    assert.ok(!page.text.includes(en.charge.expired(merchant)));
  });

  it('is in the loan’s language', async () => {
    const charge = await asked({}, { locale: 'es' });
    await charge.answer('approve');
    await advance(charge, 'Failed');
    const page = await charge.browser.open(charge.link);
    assert.ok(page.text.includes(es.charge.payments.failed(amounts)));
  });
});
