import type { Transaction } from 'kysely';
import { lockName } from '../../platform/database/advisory-lock.ts';
import {
  type Connection,
  type Database,
  type Engine,
  rowLock,
} from '../../platform/database/database.ts';
import { prepare } from '../../platform/database/prepare.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { LendingSchema } from './schema.ts';

/** Makes two applications of one person wait for each other until the transaction ends. */
export async function lockPerson(
  tx: Transaction<LendingSchema>,
  { engine }: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  personIndex: string,
): Promise<void> {
  await lockName(tx, { engine }, `${sponsorId}|${personIndex}`);
}

/** True if an id of the application is used, or its person has applied at the merchant before. */
export async function hasEarlierApplication(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<boolean> {
  const { rows } = await selectEarlier(tx, application);
  return rows.length > 0;
}

// Reads in one, since SQLite serves an OR of these by all applications of the sponsor.
const selectEarlier = prepare((db: Connection<LendingSchema>, fresh: ApplicationRow) => {
  const ofSponsor = db
    .selectFrom('applications')
    .select('id')
    .where('sponsor_id', '=', fresh.sponsor_id);
  const number = fresh.consumer_application_human_readable_id;
  return ofSponsor
    .where('external_application_id', '=', fresh.external_application_id)
    .unionAll(ofSponsor.where('loan_id', '=', fresh.loan_id))
    .unionAll(
      ofSponsor
        .where('merchant_id', '=', fresh.merchant_id)
        .where('person_index', '=', fresh.person_index),
    )
    .unionAll(
      db
        .selectFrom('applications')
        .select('id')
        .where('consumer_application_human_readable_id', '=', number),
    )
    .limit(1);
});

/**
 * The person's applications at a merchant, the newest first, locked, and when the report of each was
 * obtained: what is decided by them still holds when it is written.
 */
export async function lockApplicationsOfPerson(
  tx: Transaction<LendingSchema>,
  { engine }: Pick<Database<LendingSchema>, 'engine'>,
  person: Person,
): Promise<(ApplicationRow & { report_obtained_at: number | null })[]> {
  const { rows: applications } = await selectLocked[engine](tx, person);
  const obtainedAt = await obtainedByInquiry(tx, applications);
  // SQLite would serve an ORDER BY from the index of all the merchant's applications.
  return applications
    .map((application) => ({
      ...application,
      report_obtained_at: obtainedAt.get(application.inquiry_id) ?? null,
    }))
    .sort((a, b) => b.created_at - a.created_at);
}

type Person = Pick<ApplicationRow, 'sponsor_id' | 'merchant_id' | 'person_index'>;

const selectLocked = { sqlite: lockingOn('sqlite'), postgres: lockingOn('postgres') };

function lockingOn(engine: Engine) {
  return prepare((db: Connection<LendingSchema>, person: Person) =>
    db
      .selectFrom('applications')
      .selectAll()
      .where('sponsor_id', '=', person.sponsor_id)
      .where('merchant_id', '=', person.merchant_id)
      .where('person_index', '=', person.person_index)
      .$call(rowLock({ engine })),
  );
}

// A separate statement: one that has waited for a lock sees other tables as they were before.
async function obtainedByInquiry(
  tx: Transaction<LendingSchema>,
  applications: readonly ApplicationRow[],
): Promise<Map<string, number>> {
  if (applications.length === 0) return new Map();
  const reports = await tx
    .selectFrom('bureau_reports')
    .select(['inquiry_id', 'created_at'])
    .where(
      'inquiry_id',
      'in',
      applications.map(({ inquiry_id }) => inquiry_id),
    )
    .execute();
  return new Map(reports.map(({ inquiry_id, created_at }) => [inquiry_id, created_at]));
}

/** When the person accepted loans of this sponsor, at any merchant, and whether they are open. */
export async function listLoansOfPerson(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  personIndex: string,
): Promise<{ accepted_at: number; is_open: boolean }[]> {
  const { rows } = await selectLoans(connection, { sponsorId, personIndex });
  return rows.map(({ accepted_at, account_status }) => ({
    accepted_at: accepted_at ?? 0,
    is_open: account_status !== 'Closed',
  }));
}

const selectLoans = prepare(
  (db: Connection<LendingSchema>, args: { sponsorId: string; personIndex: string }) =>
    db
      .selectFrom('applications')
      .select(['accepted_at', 'account_status'])
      .where('sponsor_id', '=', args.sponsorId)
      .where('person_index', '=', args.personIndex)
      .where('accepted_at', 'is not', null),
);

/** All of a person's applications with a sponsor, locked; of somebody not known yet, this one. */
export function lockAllOfPerson(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  { id, sponsor_id, person_index }: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'person_index'>,
): Promise<ApplicationRow[]> {
  return tx
    .selectFrom('applications')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .$call((rows) =>
      person_index === ''
        ? rows.where('id', '=', id)
        : rows.where('person_index', '=', person_index),
    )
    .orderBy('id')
    .$call(rowLock(database))
    .execute();
}

/** The newest application whose consumer was invited at a telephone number. */
export function findInvitedAt(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  phone: string,
): Promise<ApplicationRow | undefined> {
  return connection
    .selectFrom('invitations')
    .innerJoin('applications', 'applications.id', 'invitations.application_id')
    .selectAll('applications')
    .where('invitations.sponsor_id', '=', sponsorId)
    .where('invitations.phone', '=', phone)
    .orderBy('invitations.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * All applications with a sponsor of everybody who has a telephone number, locked, also those on
 * which one of them gave another number.
 */
export function lockAllOfPhone(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  phone: string,
): Promise<ApplicationRow[]> {
  return selectOfPhone(tx, sponsorId, phone).$call(rowLock(database)).execute();
}

export function selectOfPhone(db: Connection<LendingSchema>, sponsorId: string, phone: string) {
  const ofSponsor = db.selectFrom('applications').where('sponsor_id', '=', sponsorId);
  const ofPhone = ofSponsor.where('phone', '=', phone);
  const owners = ofPhone.select('person_index').where('person_index', '!=', '');
  // Reads in one, since PostgreSQL serves an OR of these by all applications of the sponsor.
  const ids = ofPhone
    .select('id')
    .union(ofSponsor.select('id').where('person_index', 'in', owners));
  return db.selectFrom('applications').selectAll().where('id', 'in', ids).orderBy('id');
}
