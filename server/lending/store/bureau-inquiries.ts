import type { Transaction } from 'kysely';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import { prepare, prepareInsert, prepareUnread } from '../../platform/database/prepare.ts';
import type { BureauReport, ObtainedReport } from '../domain/bureau-report.ts';
import type { ApplicationRow, BureauInquiryRow, BureauReportRow } from './schema/applications.ts';
import type { LendingSchema } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

type Inquiry = Omit<BureauInquiryRow, 'outcome'>;

/** Writes down an inquiry before it is made. */
export async function openInquiry(tx: Transaction<LendingSchema>, inquiry: Inquiry): Promise<void> {
  await insertInquiries(tx, [{ ...inquiry, outcome: null }]);
}

const insertInquiries = prepareInsert<LendingSchema, 'bureau_inquiries'>('bureau_inquiries');

/**
 * 1 for an application's first inquiry, more when an earlier one decided nothing. Its id is the
 * application's alone: nobody else adds one meanwhile.
 */
export async function nextAttempt(
  tx: Transaction<LendingSchema>,
  application: Pick<ApplicationRow, 'sponsor_id' | 'external_application_id'>,
): Promise<number> {
  const { rows } = await countInquiries(tx, application);
  return (rows[0]?.count ?? 0) + 1;
}

const countInquiries = prepare(
  (
    db: LendingConnection,
    application: Pick<ApplicationRow, 'sponsor_id' | 'external_application_id'>,
  ) =>
    db
      .selectFrom('bureau_inquiries')
      .select((inquiry) => inquiry.fn.countAll<number>().as('count'))
      .where('sponsor_id', '=', application.sponsor_id)
      .where('external_application_id', '=', application.external_application_id),
);

export async function findInquiry(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<BureauInquiryRow | undefined> {
  const { rows } = await selectInquiry(connection, { sponsorId, id });
  return rows[0];
}

const selectInquiry = prepare((db: LendingConnection, args: { sponsorId: string; id: string }) =>
  db
    .selectFrom('bureau_inquiries')
    .selectAll()
    .where('sponsor_id', '=', args.sponsorId)
    .where('id', '=', args.id),
);

/**
 * When the newest inquiries about a person were begun (epoch ms, the newest first), at any merchant
 * of the sponsor. Inquiries that brought no report are left out: their applications were taken back.
 */
export async function newestInquiriesOfPerson(
  tx: Transaction<LendingSchema>,
  person: Pick<ApplicationRow, 'sponsor_id' | 'person_index'>,
  { since, count }: { since: number; count: number },
): Promise<number[]> {
  const { rows } = await selectNewestOfPerson(tx, { ...person, since, count });
  return rows.map(({ created_at }) => created_at);
}

const selectNewestOfPerson = prepare(
  (
    db: LendingConnection,
    args: Pick<ApplicationRow, 'sponsor_id' | 'person_index'> & { since: number; count: number },
  ) =>
    db
      .selectFrom('bureau_inquiries')
      .select('created_at')
      .where('id', 'in', (applications) =>
        applications
          .selectFrom('applications')
          .select('inquiry_id')
          .where('sponsor_id', '=', args.sponsor_id)
          .where('person_index', '=', args.person_index),
      )
      .where('created_at', '>', args.since)
      .where((row) => row.or([row('outcome', 'is', null), row('outcome', '=', 'answered')]))
      .orderBy('created_at', 'desc')
      .limit(args.count),
);

export async function closeInquiry(
  tx: Transaction<LendingSchema>,
  id: string,
  outcome: NonNullable<BureauInquiryRow['outcome']>,
): Promise<void> {
  await updateOutcome(tx, { id, outcome });
}

const updateOutcome = prepareUnread(
  (db: LendingConnection, args: Pick<BureauInquiryRow, 'id' | 'outcome'>) =>
    db.updateTable('bureau_inquiries').set({ outcome: args.outcome }).where('id', '=', args.id),
);

export interface StoredReport {
  inquiry_id: string;
  sponsor_id: string;
  person_index: string;
  report: BureauReport;
  created_at: number;
}

/** Stores a report sealed; the same inquiry's report is stored once. */
export async function insertReport(
  tx: Transaction<LendingSchema>,
  sealer: FieldSealer,
  { report, ...row }: StoredReport,
): Promise<void> {
  const report_sealed = sealer.seal(JSON.stringify(report), aadOf(row));
  await insertSealedReport(tx, { ...row, report_sealed });
}

const insertSealedReport = prepareUnread((db: LendingConnection, row: BureauReportRow) =>
  db
    .insertInto('bureau_reports')
    .values({
      inquiry_id: row.inquiry_id,
      sponsor_id: row.sponsor_id,
      person_index: row.person_index,
      created_at: row.created_at,
      report_sealed: row.report_sealed,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

export async function findReport(
  connection: LendingConnection,
  sealer: FieldSealer,
  sponsorId: string,
  inquiryId: string,
): Promise<ObtainedReport | undefined> {
  const row = await connection
    .selectFrom('bureau_reports')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('inquiry_id', '=', inquiryId)
    .executeTakeFirst();
  if (!row) return undefined;
  // What is opened was sealed by insertReport(): the authentication tag vouches for it.
  const report = JSON.parse(sealer.open(row.report_sealed, aadOf(row))) as BureauReport;
  return { ...report, obtained_at: row.created_at };
}

function aadOf({ sponsor_id, inquiry_id }: Pick<StoredReport, 'sponsor_id' | 'inquiry_id'>) {
  return `${sponsor_id}|bureau_reports|report_sealed|${inquiry_id}`;
}

/** Deletes the report of an inquiry, unless another application still stands on it. */
export async function deleteUnusedReport(
  tx: Transaction<LendingSchema>,
  { sponsor_id, person_index, inquiry_id }: ApplicationRow,
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
