import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending, testSponsors } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { fundingFlow } from '../../funding-flow.ts';

const sponsors = testSponsors({ allow_approve_on_behalf: true });
let lending: TestLending;
before(async () => {
  lending = await startTestLending({ sponsors });
});
after(() => lending.close());

const receiptsOf = (loan: ApplicationRow, { context } = lending) =>
  storedRows(context)
    .selectFrom('messages')
    .selectAll()
    .where('application_id', '=', loan.id)
    .where('kind', '=', 'charge_receipt')
    .execute();

describe('the receipt of a charge', () => {
  it('goes to the consumer who approved it, with what is left to spend', async () => {
    const loan = await anAcceptedLoan(lending);
    await fundingFlow(lending).approvedCharge(loan);
    const [receipt, ...others] = await receiptsOf(loan);
    assert.deepEqual(others, []);
    assert.equal(receipt?.recipient, loan.email);
    assert.match(
      receipt?.text ?? '',
      /You approved a charge of \$1,000\.00 by Hillside Heating & Air .*You can still use \$9,000\.00/,
    );
  });

  for (const [locale, said, amountLeft] of [
    ['en', /After it is paid, no more charges can be made on this loan\./, /can still use/],
    [
      'es',
      /Después de que se pague, no se podrán hacer más cargos en este préstamo\./,
      /Todavía puede usar/,
    ],
  ] as const) {
    it(`names no amount left after a final charge, by whomever it was approved: ${locale}`, async () => {
      const flow = fundingFlow(lending);
      const final = { transaction_description: 113 };
      const approved = await anAcceptedLoan(lending, { locale });
      await flow.approvedCharge(approved, final);
      const onBehalf = await anAcceptedLoan(lending, { locale });
      const charge = await flow.charge(onBehalf, final);
      await flow.call('POST', `/api/v1/sponsor/merchants/payment-request/${charge}/approve/`, {});
      for (const loan of [approved, onBehalf]) {
        const [receipt] = await receiptsOf(loan);
        assert.match(receipt?.text ?? '', said);
        assert.doesNotMatch(receipt?.text ?? '', amountLeft);
      }
    });
  }

  it('tells the consumer when it was approved on their behalf', async () => {
    const loan = await anAcceptedLoan(lending, { locale: 'es' });
    const flow = fundingFlow(lending);
    const charge = await flow.charge(loan);
    const path = `/api/v1/sponsor/merchants/payment-request/${charge}/approve/`;
    await flow.call('POST', path, {});
    const [receipt] = await receiptsOf(loan);
    assert.match(receipt?.text ?? '', /se aprobó en su nombre/);
  });

  for (const [locale, said, unknown] of [
    ['en', /approved the charge for you\. It may do this only if you authorized it\./, /You gave/],
    ['es', /lo aprobó por usted\. Solo puede hacerlo si usted lo autorizó\./, /Usted dio/],
  ] as const) {
    it(`claims from 2027 on no authorization that nobody has shown: ${locale}`, async (t) => {
      const startsAt = Date.UTC(2027, 0, 4, 15);
      const later = await startTestLending({ sponsors }, undefined, undefined, startsAt);
      t.after(() => later.close());
      const loan = await anAcceptedLoan(later, { locale });
      const flow = fundingFlow(later);
      const charge = await flow.charge(loan);
      await flow.call('POST', `/api/v1/sponsor/merchants/payment-request/${charge}/approve/`, {});
      const [receipt] = await receiptsOf(loan, later);
      assert.match(receipt?.text ?? '', said);
      assert.doesNotMatch(receipt?.text ?? '', unknown);
    });
  }

  it('is not sent for a charge that was rejected', async () => {
    const loan = await anAcceptedLoan(lending);
    const flow = fundingFlow(lending);
    await flow.sandbox(`/payment-requests/${await flow.charge(loan)}/reject`);
    assert.deepEqual(await receiptsOf(loan), []);
  });
});
