import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessageKind } from '../../../../../server/lending/domain/messages/message-kinds.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';

const part = {
  consumer_charge_amount: '333.33',
  net_to_merchant_amount: '313.33',
  net_platform_fee: '13.33',
  net_to_sponsor_amount: '6.67',
};

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

const sent = (loan: ApplicationRow, kind: MessageKind) =>
  storedRows(lending.context)
    .selectFrom('messages')
    .selectAll()
    .where('application_id', '=', loan.id)
    .where('kind', '=', kind)
    .execute();

const refundOf = async (charge: string, change = {}) =>
  String((await flow.refund(charge, change)).refund_request_uuid);

const end = (id: string, to: string) => flow.sandbox(`/transactions/${id}/advance`, { to });

describe('a refund that fails at the processor', () => {
  it('is told to the consumer and to the user who asked for it', async () => {
    const loan = await anAcceptedLoan(lending);
    await end(await refundOf(await flow.settledCharge(loan), part), 'Failed');
    const [toConsumer, ...others] = await sent(loan, 'refund_failed');
    assert.deepEqual(others, []);
    assert.equal(toConsumer?.recipient, loan.email);
    assert.match(
      toConsumer.text,
      /refund of \$333\.33 from Hillside Heating & Air did not go through\. It does not lower what you owe/,
    );
    assert.match(toConsumer.text, /\/preferences\//);
    const [toUser, ...more] = await sent(loan, 'refund_not_made');
    assert.deepEqual(more, []);
    const [accepted] = await sent(loan, 'refund_accepted');
    assert.ok(toUser && toUser.recipient === accepted?.recipient);
    assert.match(toUser.text, /refund of \$333\.33 for charge .* of \$1,000\.00 failed/);
    assert.match(toUser.text, /still owes/);
  });

  it('is told in Spanish to whoever reads that', async () => {
    const loan = await anAcceptedLoan(lending, { locale: 'es' });
    await end(await refundOf(await flow.settledCharge(loan), part), 'Failed');
    const [toConsumer] = await sent(loan, 'refund_failed');
    assert.match(toConsumer?.text ?? '', /no se completó/);
  });

  for (const [name, wasSubmitted] of [
    ['before it went out', false],
    ['while it was on its way', true],
  ] as const) {
    it(`because its charge came back ${name} is told to the user alone: nothing is owed`, async () => {
      const loan = await anAcceptedLoan(lending);
      const charge = await flow.settledCharge(loan);
      const refund = await refundOf(charge, part);
      if (wasSubmitted) await end(refund, 'Submitted');
      await end(charge, 'Reversed');
      if (wasSubmitted) await end(refund, 'Failed');
      assert.equal((await flow.transactionRow(refund))?.status, 'Failed');
      assert.deepEqual(await sent(loan, 'refund_failed'), []);
      assert.equal((await sent(loan, 'charge_failed')).length, 1);
      const [toUser] = await sent(loan, 'refund_not_made');
      assert.match(toUser?.text ?? '', /charge itself came back/);
    });
  }

  it('is told to nobody when it settles', async () => {
    const loan = await anAcceptedLoan(lending);
    await end(await refundOf(await flow.settledCharge(loan), part), 'Transferred');
    assert.deepEqual(await sent(loan, 'refund_failed'), []);
    assert.deepEqual(await sent(loan, 'refund_not_made'), []);
  });
});

describe('an approved charge', () => {
  for (const [status, from] of [
    ['Failed', 'Pending'],
    ['Excluded', 'Submitted'],
  ] as const) {
    it(`that ends ${status} is told to the consumer, who had the receipt`, async () => {
      const loan = await anAcceptedLoan(lending);
      const charge = await flow.approvedCharge(loan);
      if (from !== 'Pending') await end(charge, from);
      await end(charge, status);
      const [failed, ...others] = await sent(loan, 'charge_failed');
      assert.deepEqual(others, []);
      assert.equal(failed?.recipient, loan.email);
      assert.match(
        failed.text,
        /charge of \$1,000\.00 from Hillside Heating & Air did not go through\. It is off your loan/,
      );
    });
  }

  for (const [locale, subject, text] of [
    [
      'en',
      'A payment of $1,000.00 from your loan was returned',
      /The payment of \$1,000\.00 to Hillside Heating & Air was returned\. It is off your loan/,
    ],
    [
      'es',
      'Un pago de $1,000.00 de su préstamo fue devuelto',
      /El pago de \$1,000\.00 a Hillside Heating & Air fue devuelto\. Lo quitamos de su préstamo/,
    ],
  ] as const) {
    it(`that was paid and came back is told as that: ${locale}`, async () => {
      const loan = await anAcceptedLoan(lending, { locale });
      await end(await flow.settledCharge(loan), 'Reversed');
      const [returned, ...others] = await sent(loan, 'charge_failed');
      assert.deepEqual(others, []);
      assert.equal(returned?.recipient, loan.email);
      assert.equal(returned.subject, subject);
      assert.match(returned.text, text);
    });
  }

  it('that fails is told in Spanish to whoever reads that', async () => {
    const loan = await anAcceptedLoan(lending, { locale: 'es' });
    await end(await flow.approvedCharge(loan), 'Failed');
    const [failed] = await sent(loan, 'charge_failed');
    assert.match(failed?.text ?? '', /no se completó/);
  });

  it('that settles, or was refunded in full at once, did not fail', async () => {
    const loan = await anAcceptedLoan(lending);
    await flow.settledCharge(loan);
    await refundOf(await flow.approvedCharge(loan));
    assert.deepEqual(await sent(loan, 'charge_failed'), []);
  });
});
