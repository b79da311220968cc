import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { sealTextsOfSponsor } from '../../../../../server/lending/operations/retention.ts';
import { consentOf, recordConsent } from '../../../../../server/lending/store/consent-events.ts';
import {
  createStoppedNumbers,
  sealPurchaseDescriptions,
} from '../../../../../server/lending/store/migrations/019-said-by-consumers.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import type { LendingSchema } from '../../../../../server/lending/store/schema.ts';
import { isSealed } from '../../../../../server/lending/store/sealed-texts.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { InvitedConsumer } from '../../operations/invitations/invited-consumer.ts';

let lending: TestLending;

before(async () => {
  lending = await startTestLending();
  await lending.stop();
});

after(() => lending.close());

const revoke = (loan: ApplicationRow, acceptedAt: number, text?: { id: string }) =>
  lending.context.database.transaction((tx) =>
    recordConsent(tx, lending.context, {
      ...consentOf(loan),
      consentType: 'revocation',
      action: 'replied',
      acceptedAt,
      collectedBy: 'hosted',
      ...(text && { text: { version: '2026-01', sha256: '', ...text } }),
    }),
  );

it('knows by the evidence of an earlier version which numbers said STOP, and when', async () => {
  const { query } = lending.context.database;
  const phone = '+16145550901';
  const one = await anAcceptedLoan(lending, { phone });
  const another = await anAcceptedLoan(lending, { phone });
  await revoke(one, 2_000, { id: 'sms_consent' });
  await revoke(another, 1_000);
  const paper = await anAcceptedLoan(lending, { phone: '+16145550902' });
  await revoke(paper, 3_000, { id: 'esign_consent' });
  const invited = await InvitedConsumer.by(lending, { email: undefined, phone: '+16145550903' });
  const application = await invited.application();
  await query
    .updateTable('applications')
    .set({ phone: '+16145550904' })
    .where('id', '=', application.id)
    .execute();
  await revoke(application, 4_000);
  await sql`drop table stopped_numbers`.execute(query);
  await sql`drop index invitations_phone`.execute(query);
  await sql`create index consent_events_revocations on consent_events (sponsor_id)`.execute(query);
  await createStoppedNumbers(query as unknown as Kysely<unknown>);
  const rows = await query.selectFrom('stopped_numbers').selectAll().orderBy('phone').execute();
  assert.deepEqual(
    rows.map((row) => [row.phone, row.stopped_at]),
    [
      [phone, 2_000],
      ['+16145550903', 4_000],
      ['+16145550904', 4_000],
    ],
  );
});

it('seals what an earlier version kept of purchases, and none of it where the rest was shredded', async () => {
  const { query } = lending.context.database;
  const kept = await anAcceptedLoan(lending, { purchase_description: 'a stair lift' });
  const shredded = await anAcceptedLoan(lending, {
    purchase_description: 'a ramp',
    applicant_sealed: '',
  });
  await query.deleteFrom('due_work').where('kind', '=', 'seal_stored_texts').execute();
  await sealPurchaseDescriptions(query);
  const [work] = await query
    .selectFrom('due_work')
    .select(['key', 'scope'])
    .where('kind', '=', 'seal_stored_texts')
    .execute();
  assert.ok(work);
  await sealTextsOfSponsor(lending.context, work);
  const storedOf = async (
    { id }: ApplicationRow,
    rows: Kysely<LendingSchema> = storedRows(lending.context),
  ) => {
    const row = await rows
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.purchase_description;
  };
  assert.ok(isSealed((await storedOf(kept, query)) ?? ''));
  assert.equal(await storedOf(kept), 'a stair lift');
  assert.equal(await storedOf(shredded), null);
});
