import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sampleLender } from '../../../../../server/lending/domain/lender.ts';
import { runSuspension } from '../../../../../server/lending/operations/applications/suspend-application.ts';
import { mailCopies } from '../../../../../server/lending/operations/preferences/ask-for-paper.ts';
import { keyedDigest } from '../../../../../server/lending/store/documents.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';
import { consumerMail } from './consumer-mail.ts';

let lending: TestLending;
let flow: FundingFlow;
let mailbox: ReturnType<typeof consumerMail>;
before(async () => {
  const startsAt = Date.UTC(2027, 0, 4, 15);
  ({ lending, flow } = await startFunding({}, undefined, undefined, startsAt));
  await lending.stop();
  mailbox = consumerMail(lending);
});
after(() => lending.close());

const cancel = ({ external_application_id }: ApplicationRow) =>
  flow.call('POST', '/api/v1/sponsor/consumers/accounts/cancel/', {
    request_user_id: 'hillside-admin',
    external_application_id,
  });

const hold = ({ external_application_id }: ApplicationRow) =>
  flow.sandbox(`/applications/${external_application_id}/suspend`);

const acts = { account_cancelled: cancel, account_on_hold: hold } as const;

const deliveriesOf = ({ id }: ApplicationRow) =>
  storedRows(lending.context)
    .selectFrom('consent_events')
    .select('document_sha256')
    .where('application_id', '=', id)
    .where('consent_type', '=', 'documents_delivery')
    .execute();

for (const kind of Object.keys(acts) as (keyof typeof acts)[]) {
  const act = acts[kind];
  describe(`the notice ${kind}`, () => {
    for (const [locale, law, agency] of [
      ['en', 'Equal Credit Opportunity Act', 'The federal agency that administers'],
      ['es', 'Ley federal de Igualdad de Oportunidades de Crédito', 'La agencia federal que vela'],
    ] as const) {
      it(`names the creditor with its address, and the law: ${locale}`, async () => {
        const loan = await anAcceptedLoan(lending, { locale });
        await act(loan);
        const [message, ...others] = await mailbox.messagesOf(loan);
        assert.deepEqual(others, []);
        assert.equal(message?.kind, kind);
        assert.equal(message.recipient, loan.email);
        const { name, phone, address, agency_name, agency_address } = sampleLender;
        for (const part of [name, phone, address, law, agency, agency_name, agency_address]) {
          assert.ok(message.text.includes(part), part);
        }
      });
    }

    it('is evidence once it was delivered', async () => {
      const loan = await anAcceptedLoan(lending);
      await act(loan);
      assert.deepEqual(await deliveriesOf(loan), []);
      await mailbox.deliver(loan);
      const [message] = await mailbox.messagesOf(loan);
      const document_sha256 = JSON.stringify([
        keyedDigest(lending.context.sealer, message?.text ?? ''),
      ]);
      assert.deepEqual(await deliveriesOf(loan), [{ document_sha256 }]);
      assert.deepEqual(await mailbox.lettersOf(loan), []);
    });

    it('goes by post when its e-mail comes back', async () => {
      const loan = await anAcceptedLoan(lending, { email: 'bounce@example.test' });
      await act(loan);
      await mailbox.deliver(loan);
      const [message] = await mailbox.messagesOf(loan);
      const letters = await mailbox.lettersOf(loan);
      assert.deepEqual(
        letters.map(({ content }) => content),
        [message?.text],
      );
    });

    it('goes by post once where electronic records are refused', async () => {
      for (const email of ['ada@example.test', 'bounce@example.test']) {
        const loan = await mailbox.onPaper({ email });
        await act(loan);
        await mailbox.deliver(loan);
        assert.equal((await mailbox.lettersOf(loan)).length, 1);
      }
    });
  });
}

describe('the notice that a loan is on hold', () => {
  for (const [locale, subject, isHeld, right] of [
    ['en', 'Your loan is on hold', /nothing can be charged to/, /If you ask us within 60 days/],
    ['es', 'Su préstamo está en pausa', /no se puede cargar nada/, /en un plazo de 60 días/],
  ] as const) {
    it(`says what it means and offers the reasons: ${locale}`, async () => {
      const loan = await anAcceptedLoan(lending, { locale });
      await hold(loan);
      const [message] = await mailbox.messagesOf(loan);
      assert.equal(message?.subject, subject);
      for (const said of [isHeld, right]) assert.match(message.text, said);
    });
  }

  it('is sent where the hold was planned, too', async () => {
    const loan = await anAcceptedLoan(lending);
    await runSuspension(lending.context, { key: loan.id, scope: loan.sponsor_id });
    await runSuspension(lending.context, { key: loan.id, scope: loan.sponsor_id });
    const kinds = (await mailbox.messagesOf(loan)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['account_on_hold']);
  });

  it('is among the paper copies', async () => {
    const loan = await anAcceptedLoan(lending);
    await hold(loan);
    await lending.context.database.transaction((tx) =>
      mailCopies(lending.context, tx, loan, { ipAddress: '127.0.0.1', userAgent: '', origin: '' }),
    );
    const [copies] = await mailbox.lettersOf(loan);
    const [message] = await mailbox.messagesOf(loan);
    assert.ok(copies?.content.includes(message?.text ?? '?'));
  });
});
