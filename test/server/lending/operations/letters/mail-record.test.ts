import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import { consentOf, recordConsent } from '../../../../../server/lending/store/consent-events.ts';
import { openAddressee } from '../../../../../server/lending/store/letters.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
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
    for (const said of [/You approved a charge/, /refund/i, /cancelled/]) {
      assert.ok(
        letters.some((content) => said.test(content)),
        String(said),
      );
    }
  });

  it('is that a refund failed, or a charge', async () => {
    const loan = await onPaper();
    const { refund_request_uuid } = await flow.refund(await flow.settledCharge(loan));
    const failing = [refund_request_uuid, await flow.approvedCharge(loan)];
    for (const id of failing) await flow.sandbox(`/transactions/${id}/advance`, { to: 'Failed' });
    const letters = (await lettersOf(loan)).map(({ content }) => content);
    for (const said of [/The refund of .* did not go through/, /The charge of .* did not go/]) {
      assert.equal(letters.filter((content) => said.test(content)).length, 1, String(said));
    }
  });

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
