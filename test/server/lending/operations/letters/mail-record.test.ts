import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { longDate } from '../../../../../server/lending/domain/formats.ts';
import { sampleLender } from '../../../../../server/lending/domain/lender.ts';
import { formatLoanNumber } from '../../../../../server/lending/domain/loan.ts';
import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import { consentOf, recordConsent } from '../../../../../server/lending/store/consent-events.ts';
import { openAddressee } from '../../../../../server/lending/store/letters.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import { easternDate } from '../../../../../server/platform/calendar/eastern-time.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';

const accountsPath = '/api/v1/sponsor/consumers/accounts';

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
  await lending.stop();
});
after(() => lending.close());

/** A loan whose consumer agreed to electronic records and took it back. */
async function onPaper(change: Partial<ApplicationRow> = {}): Promise<ApplicationRow> {
  const loan = await anAcceptedLoan(lending, change);
  await say(loan, 'esign');
  await say(loan, 'revocation');
  return loan;
}

const say = (loan: ApplicationRow, consentType: 'esign' | 'revocation') =>
  lending.context.database.transaction((tx) =>
    recordConsent(tx, lending.context, {
      ...consentOf(loan),
      consentType,
      text: { id: 'esign_consent', version: '2026-01', sha256: '' },
      action: 'clicked',
      acceptedAt: lending.context.clock.now(loan.sponsor_id),
      collectedBy: 'hosted',
    }),
  );

const lettersOf = ({ id }: ApplicationRow) =>
  storedRows(lending.context)
    .selectFrom('letters')
    .selectAll()
    .where('application_id', '=', id)
    .execute();

const increase = ({ external_application_id }: ApplicationRow) =>
  flow.call('POST', `${accountsPath}/credit-line-increase/`, {
    request_user_id: 'hillside-rep-1',
    external_application_id,
    cli_amount: 12_000,
  });

/** Who writes, when, and about which loan and charge: a letter stands by itself. */
async function assertNamesAll(loan: ApplicationRow, charge: string, letter: string) {
  const { payment_request_id } = await flow.chargeRow(charge);
  const number = formatLoanNumber(loan.consumer_application_human_readable_id);
  const date = longDate(easternDate(lending.context.clock.now(loan.sponsor_id)), loan.locale);
  const { name, phone } = sampleLender;
  for (const named of [date, number, payment_request_id, name, phone, 'Hillside Heating & Air']) {
    assert.ok(letter.includes(named), `${named} in: ${letter}`);
  }
}

describe('a record for who has withdrawn the consent to electronic ones', () => {
  it('is the revised disclosure of a higher limit, on paper', async () => {
    const loan = await onPaper();
    await increase(loan);
    const [letter, ...others] = await lettersOf(loan);
    assert.deepEqual(others, []);
    assert.match(letter?.content ?? '', /Revised Truth in Lending disclosure/);
    assert.ok(letter);
    const { name, lines } = openAddressee(lending.context.sealer, letter);
    assert.deepEqual([name, ...lines], ['Ada Sample', '12 Hillside Avenue', 'Dayton, OH 45402']);
  });

  it('is mailed once though its e-mail comes back', async () => {
    const loan = await onPaper({ email: 'bounce@example.test' });
    await increase(loan);
    const { id: key, sponsor_id: scope } = await storedRows(lending.context)
      .selectFrom('messages')
      .select(['id', 'sponsor_id'])
      .where('application_id', '=', loan.id)
      .executeTakeFirstOrThrow();
    await deliverMessage(lending.context, { key, scope, attempts: 0 });
    assert.equal((await lettersOf(loan)).length, 1);
  });

  it('is the receipt of a charge, of its refund, and the end of the account', async () => {
    const loan = await onPaper();
    const charge = await flow.approvedCharge(loan);
    await flow.refund(charge);
    const { external_application_id } = loan;
    const body = { request_user_id: 'hillside-admin', external_application_id };
    await flow.call('POST', `${accountsPath}/cancel/`, body);
    const letters = (await lettersOf(loan)).map(({ content }) => content);
    assert.equal(letters.length, 3);
    const refund = letters.find((content) => content.includes('refunds $1,000.00'));
    await assertNamesAll(loan, charge, refund ?? '');
    for (const said of [/You approved a charge/, /refund/i, /cancelled/]) {
      assert.ok(
        letters.some((content) => said.test(content)),
        String(said),
      );
    }
  });

  for (const [locale, refundFailed, chargeFailed] of [
    ['en', /The refund of .* did not go through/, /The charge of .* did not go/],
    ['es', /El reembolso de .* no se completó/, /El cargo de .* no se completó/],
  ] as const) {
    it(`is that a refund failed, or a charge, in the loan’s language: ${locale}`, async () => {
      const loan = await onPaper({ locale });
      const refunded = await flow.settledCharge(loan);
      const { refund_request_uuid } = await flow.refund(refunded);
      const charge = await flow.approvedCharge(loan);
      for (const id of [refund_request_uuid, charge]) {
        await flow.sandbox(`/transactions/${id}/advance`, { to: 'Failed' });
      }
      const letters = (await lettersOf(loan)).map(({ content }) => content);
      for (const [said, about] of [
        [refundFailed, refunded],
        [chargeFailed, charge],
      ] as const) {
        const [letter, ...others] = letters.filter((content) => said.test(content));
        assert.deepEqual(others, [], String(said));
        await assertNamesAll(loan, about, letter ?? '');
      }
    });
  }

  it('is an e-mail all the same once the address was deleted', async () => {
    const loan = await onPaper({ applicant_sealed: '' });
    await flow.approvedCharge(loan);
    assert.deepEqual(await lettersOf(loan), []);
  });

  it('is none for who agrees to them, or agrees again', async () => {
    const loan = await anAcceptedLoan(lending);
    await say(loan, 'esign');
    const again = await onPaper();
    await say(again, 'esign');
    for (const each of [loan, again]) {
      await increase(each);
      assert.deepEqual(await lettersOf(each), []);
    }
  });
});
