import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { longDate } from '../../../../../server/lending/domain/formats.ts';
import { sampleLender } from '../../../../../server/lending/domain/lender.ts';
import { formatLoanNumber } from '../../../../../server/lending/domain/loan.ts';
import { consentOf, recordConsent } from '../../../../../server/lending/store/consent-events.ts';
import { keyedDigest, listDocuments } from '../../../../../server/lending/store/documents.ts';
import { openAddressee } from '../../../../../server/lending/store/letters.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import { sampleTexts } from '../../../../../server/lending-api/texts/sample-texts.ts';
import { easternDate } from '../../../../../server/platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../../../server/platform/crypto/digest.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';
import { consumerMail } from './consumer-mail.ts';

const accountsPath = '/api/v1/sponsor/consumers/accounts';

let lending: TestLending;
let flow: FundingFlow;
let mailbox: ReturnType<typeof consumerMail>;
before(async () => {
  ({ lending, flow } = await startFunding());
  await lending.stop();
  mailbox = consumerMail(lending);
});
after(() => lending.close());

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
    const loan = await mailbox.onPaper();
    await increase(loan);
    const [letter, ...others] = await mailbox.lettersOf(loan);
    assert.deepEqual(others, []);
    assert.match(letter?.content ?? '', /Revised Truth in Lending disclosure/);
    assert.ok(letter);
    const { name, lines } = openAddressee(lending.context.sealer, letter);
    assert.deepEqual([name, ...lines], ['Ada Sample', '12 Hillside Avenue', 'Dayton, OH 45402']);
  });

  it('is mailed once though its e-mail comes back', async () => {
    const loan = await mailbox.onPaper({ email: 'bounce@example.test' });
    await increase(loan);
    await mailbox.deliver(loan);
    assert.equal((await mailbox.lettersOf(loan)).length, 1);
  });

  it('is mailed where its e-mail comes back after the consent was withdrawn', async () => {
    const loan = await anAcceptedLoan(lending, { email: 'bounce@example.test' });
    await mailbox.say(loan, 'esign');
    await increase(loan);
    await mailbox.say(loan, 'revocation');
    await mailbox.deliver(loan);
    assert.equal((await mailbox.lettersOf(loan)).length, 1);
  });

  it('is the receipt of a charge, of its refund, and the end of the account', async () => {
    const loan = await mailbox.onPaper();
    const charge = await flow.approvedCharge(loan);
    await flow.refund(charge);
    const { external_application_id } = loan;
    const body = { request_user_id: 'hillside-admin', external_application_id };
    await flow.call('POST', `${accountsPath}/cancel/`, body);
    const letters = (await mailbox.lettersOf(loan)).map(({ content }) => content);
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
      const loan = await mailbox.onPaper({ locale });
      const refunded = await flow.settledCharge(loan);
      const { refund_request_uuid } = await flow.refund(refunded);
      const charge = await flow.approvedCharge(loan);
      for (const id of [refund_request_uuid, charge]) {
        await flow.sandbox(`/transactions/${id}/advance`, { to: 'Failed' });
      }
      const letters = (await mailbox.lettersOf(loan)).map(({ content }) => content);
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
    const loan = await mailbox.onPaper({ applicant_sealed: '' });
    await flow.approvedCharge(loan);
    assert.deepEqual(await mailbox.lettersOf(loan), []);
  });

  it('is none for who agrees to them, or agrees again', async () => {
    const loan = await anAcceptedLoan(lending);
    await mailbox.say(loan, 'esign');
    const again = await mailbox.onPaper();
    await mailbox.say(again, 'esign');
    for (const each of [loan, again]) {
      await increase(each);
      assert.deepEqual(await mailbox.lettersOf(each), []);
    }
  });
});

describe('the evidence that a revised disclosure was sent', () => {
  const sentTypes = ['mla_statement_shown', 'revised_terms_sent', 'documents_delivery'] as const;

  const evidenceOf = async ({ id }: ApplicationRow) => {
    const rows = await storedRows(lending.context)
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', id)
      .where('consent_type', 'in', sentTypes)
      .orderBy('position')
      .execute();
    return rows.map(({ consent_type, text_id, text_version, text_sha256, document_sha256 }) => ({
      consent_type,
      text: text_id && { id: text_id, version: text_version, sha256: text_sha256 },
      documents: JSON.parse(document_sha256) as string[],
    }));
  };
  const typesOf = async (loan: ApplicationRow) =>
    (await evidenceOf(loan)).map(({ consent_type }) => consent_type);

  it('is written when its letter has left, not before', async () => {
    const loan = await anAcceptedLoan(lending, { email: 'bounce@example.test', mla_covered: 1 });
    await increase(loan);
    assert.deepEqual(await typesOf(loan), []);
    await mailbox.deliver(loan);
    assert.deepEqual(await typesOf(loan), []);
    await mailbox.mail(loan);
    await mailbox.mail(loan);
    const { context } = lending;
    const { database, sealer } = context;
    const kept = await listDocuments(database.query, sealer, loan.sponsor_id, loan.id);
    const digests = kept.map(({ sha256 }) => sha256);
    const [letter] = await mailbox.lettersOf(loan);
    const textOf = (id: 'mla_statement' | 'credit_line_increased') => {
      const today = easternDate(context.clock.now(loan.sponsor_id));
      const { version, text } = sampleTexts.current(id, 'en', today);
      return { id, version, sha256: sha256Hex(text) };
    };
    assert.deepEqual(await evidenceOf(loan), [
      {
        consent_type: 'documents_delivery',
        text: null,
        documents: [keyedDigest(sealer, letter?.content ?? '')],
      },
      {
        consent_type: 'mla_statement_shown',
        text: textOf('mla_statement'),
        documents: digests,
      },
      {
        consent_type: 'revised_terms_sent',
        text: textOf('credit_line_increased'),
        documents: digests,
      },
    ]);
  });

  it('is written when its e-mail has left', async () => {
    const loan = await anAcceptedLoan(lending);
    await increase(loan);
    assert.deepEqual(await typesOf(loan), []);
    await mailbox.deliver(loan);
    assert.deepEqual(await typesOf(loan), ['documents_delivery', 'revised_terms_sent']);
  });

  it('waits for the letter where the e-mail is a courtesy', async () => {
    const loan = await mailbox.onPaper();
    await increase(loan);
    await mailbox.deliver(loan);
    assert.deepEqual(await typesOf(loan), ['documents_delivery']);
    await mailbox.mail(loan);
    assert.deepEqual((await typesOf(loan)).slice(1), ['documents_delivery', 'revised_terms_sent']);
  });

  it('is not written again for an increase of which an earlier version wrote it at once', async () => {
    const loan = await anAcceptedLoan(lending);
    await increase(loan);
    await lending.context.database.transaction((tx) =>
      recordConsent(tx, lending.context, {
        ...consentOf(loan),
        consentType: 'revised_terms_sent',
        action: 'attested',
        acceptedAt: lending.context.clock.now(loan.sponsor_id),
        collectedBy: 'sponsor_api',
      }),
    );
    await mailbox.deliver(loan);
    assert.deepEqual(await typesOf(loan), ['revised_terms_sent', 'documents_delivery']);
  });
});

describe('the evidence of a record that goes by post', () => {
  it('is written when the letter has left', async () => {
    const loan = await mailbox.onPaper();
    await flow.approvedCharge(loan);
    const deliveries = () =>
      storedRows(lending.context)
        .selectFrom('consent_events')
        .select('document_sha256')
        .where('application_id', '=', loan.id)
        .where('consent_type', '=', 'documents_delivery')
        .execute();
    assert.deepEqual(await deliveries(), []);
    await mailbox.mail(loan);
    const [letter] = await mailbox.lettersOf(loan);
    const document_sha256 = JSON.stringify([
      keyedDigest(lending.context.sealer, letter?.content ?? ''),
    ]);
    assert.deepEqual(await deliveries(), [{ document_sha256 }]);
  });
});
