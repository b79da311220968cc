import type { Transaction } from 'kysely';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationTable, LendingSchema } from './schema.ts';

type Named = Pick<ApplicationTable, 'id' | 'sponsor_id'>;

export interface Shredded {
  /** The last four digits of the SSN. */
  ssnLast4: string;
  at: number;
}

/**
 * Deletes what an applicant said with the key that it was sealed by. What stays is a keyed digest
 * of the last four digits for this application alone: its links still ask for them.
 */
export async function shredApplicant(
  tx: Transaction<LendingSchema>,
  sealer: FieldSealer,
  application: Named,
  { ssnLast4, at }: Shredded,
): Promise<void> {
  const { id, sponsor_id } = application;
  await tx
    .insertInto('shredded_applicants')
    .values({
      application_id: id,
      sponsor_id,
      ssn_last4_index: sealer.index(...last4Of(application, ssnLast4)),
      shredded_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('applications')
    .set({ applicant_sealed: '' })
    .where('sponsor_id', '=', sponsor_id)
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('letters')
    .set({ recipient_sealed: '' })
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .execute();
}

/** Whether these are the last four digits of an applicant whose SSN was shredded. */
export async function isShreddedLast4(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  application: Named,
  ssnLast4: string,
): Promise<boolean> {
  const row = await connection
    .selectFrom('shredded_applicants')
    .select('ssn_last4_index')
    .where('sponsor_id', '=', application.sponsor_id)
    .where('application_id', '=', application.id)
    .executeTakeFirst();
  return (
    row !== undefined && sealer.isIndexOf(row.ssn_last4_index, ...last4Of(application, ssnLast4))
  );
}

/** What of it a digest is made, and for what. */
function last4Of({ id }: Named, ssnLast4: string): [value: string, purpose: string] {
  return [`${id}|${ssnLast4}`, 'ssn_last4'];
}

/** Deletes the report of an inquiry, unless another application still stands on it. */
export async function deleteUnusedReport(
  tx: Transaction<LendingSchema>,
  { sponsor_id, person_index, inquiry_id }: ApplicationTable,
): Promise<void> {
  await tx
    .deleteFrom('bureau_reports')
    .where('sponsor_id', '=', sponsor_id)
    .where('inquiry_id', '=', inquiry_id)
    .where((report) =>
      report.not(
        report.exists(
          report
            .selectFrom('applications as other')
            .select('other.id')
            .where('other.sponsor_id', '=', sponsor_id)
            .where('other.person_index', '=', person_index)
            .where('other.inquiry_id', '=', inquiry_id)
            .where('other.applicant_sealed', '!=', ''),
        ),
      ),
    )
    .execute();
}

/** Whether a letter or a notice of an application has still to be mailed, to the address it gave. */
export async function hasMailToSend(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Named,
): Promise<boolean> {
  const letter = await tx
    .selectFrom('letters')
    .select('id')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('status', '=', 'MailRequired')
    .limit(1)
    .executeTakeFirst();
  const notice = await tx
    .selectFrom('notices')
    .select('id')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('status', 'not in', ['Sent', 'Mailed'])
    .limit(1)
    .executeTakeFirst();
  return letter !== undefined || notice !== undefined;
}

/** Where a sweep over a merchant's applications has come to. */
export interface SweepCursor {
  created_at: number;
  id: string;
}

/** A merchant's applications behind the cursor that were made by a time, the oldest first. */
export function applicationsToSweep(
  connection: Connection<LendingSchema>,
  merchant: Pick<ApplicationTable, 'sponsor_id' | 'merchant_id'>,
  { after, until, limit }: { after: SweepCursor; until: number; limit: number },
): Promise<ApplicationTable[]> {
  return connection
    .selectFrom('applications')
    .selectAll()
    .where('sponsor_id', '=', merchant.sponsor_id)
    .where('merchant_id', '=', merchant.merchant_id)
    .where('created_at', '>=', after.created_at)
    .where('created_at', '<=', until)
    .where((row) => row.or([row('created_at', '>', after.created_at), row('id', '>', after.id)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
