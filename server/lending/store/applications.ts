import { sql, type Transaction } from 'kysely';
import {
  type Connection,
  type Database,
  type Engine,
  rowLock,
} from '../../platform/database/database.ts';
import {
  picked,
  prepare,
  prepareByColumns,
  prepareInsert,
} from '../../platform/database/prepare.ts';
import {
  type ApplicationEvent,
  applicationMachine,
  endedStatuses,
} from '../domain/states/application.ts';
import type { NoticeStatus } from '../domain/states/notice.ts';
import { transition } from '../domain/states/state-machine.ts';
import { LendingError } from '../errors.ts';
import type {
  ApplicationHistoryRow,
  ApplicationRow,
  SharedApplicationRow,
} from './schema/applications.ts';
import type { MerchantUserRow } from './schema/merchants.ts';
import type { LendingSchema } from './schema.ts';

type LendingConnection = Connection<LendingSchema>;

/** False when an id is taken. */
export async function insertApplication(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  actor: string,
): Promise<boolean> {
  const { numAffectedRows } = await insertOf(Object.keys(application))(tx, application);
  if (numAffectedRows !== 1n) return false;
  await startHistory(tx, application, actor);
  return true;
}

const insertOf = prepareByColumns((columns) =>
  prepare((db: LendingConnection, row: ApplicationRow) =>
    db
      .insertInto('applications')
      .values(picked(row, columns) as ApplicationRow)
      .onConflict((conflict) => conflict.doNothing()),
  ),
);

/**
 * Adds an application none of whose ids was found to be taken. Nothing waits for the answer: one that
 * has been taken meanwhile fails the transaction, which is run again.
 */
export async function insertFreshApplication(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  actor: string,
): Promise<void> {
  await insertFresh(tx, [application]);
  await startHistory(tx, application, actor);
}

const insertFresh = prepareInsert<LendingSchema, 'applications'>('applications');

export function findApplication(
  connection: LendingConnection,
  sponsorId: string,
  id: string,
): Promise<ApplicationRow | undefined> {
  return connection
    .selectFrom('applications')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The application, locked until the transaction ends. */
export async function lockApplication(
  tx: Transaction<LendingSchema>,
  { engine }: Pick<Database<LendingSchema>, 'engine'>,
  sponsorId: string,
  id: string,
): Promise<ApplicationRow | undefined> {
  const { rows } = await selectLocked[engine](tx, { sponsorId, id });
  return rows[0];
}

const selectLocked = { sqlite: lockingOn('sqlite'), postgres: lockingOn('postgres') };

function lockingOn(engine: Engine) {
  return prepare((db: LendingConnection, args: { sponsorId: string; id: string }) =>
    db
      .selectFrom('applications')
      .selectAll()
      .where('sponsor_id', '=', args.sponsorId)
      .where('id', '=', args.id)
      .$call(rowLock({ engine })),
  );
}

export async function findApplicationByExternalId(
  connection: LendingConnection,
  sponsorId: string,
  externalApplicationId: string,
): Promise<ApplicationRow | undefined> {
  const { rows } = await selectByExternalId(connection, { sponsorId, externalApplicationId });
  return rows[0];
}

interface ExternalId {
  sponsorId: string;
  externalApplicationId: string;
}

const selectByExternalId = prepare((db: LendingConnection, args: ExternalId) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('sponsor_id', '=', args.sponsorId)
    .where('external_application_id', '=', args.externalApplicationId),
);

export async function findApplicationByLoanId(
  connection: LendingConnection,
  sponsorId: string,
  loanId: string,
): Promise<ApplicationRow | undefined> {
  const { rows } = await selectByLoanId(connection, { sponsorId, loanId });
  return rows[0];
}

const selectByLoanId = prepare(
  (db: LendingConnection, args: { sponsorId: string; loanId: string }) =>
    db
      .selectFrom('applications')
      .selectAll()
      .where('sponsor_id', '=', args.sponsorId)
      .where('loan_id', '=', args.loanId),
);

/** The merchant's applications, the newest first; of one user only when `invitedBy` is given. */
export function listApplications(
  connection: LendingConnection,
  sponsorId: string,
  merchantId: string,
  invitedBy: string | undefined,
): Promise<ApplicationRow[]> {
  return connection
    .selectFrom('applications')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .$if(invitedBy !== undefined, (rows) => rows.where('invited_by', '=', invitedBy ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

type ApplicationChange = Partial<
  Omit<ApplicationRow, 'id' | 'sponsor_id' | 'status' | 'modified_at' | 'created_at'>
>;

interface ApplicationMove {
  event: ApplicationEvent;
  /** Who did it: a user_id, `consumer`, `lender` or `system`. */
  actor: string;
  /** Epoch milliseconds on the sponsor's clock. */
  at: number;
  change?: ApplicationChange;
}

/**
 * Moves an application by an event, with its history. Answers the row as it now is.
 * @throws IllegalTransitionError when the table has no such move; LendingError when the row has left
 *   the state in which it was read
 */
export async function moveApplication(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { event, actor, at, change = {} }: ApplicationMove,
): Promise<ApplicationRow> {
  const status = transition(applicationMachine, application.status, event);
  const end = endedStatuses.has(status) ? { ended_at: at } : {};
  const changes = { ...change, ...end, status, modified_at: at };
  const place = {
    applicationId: application.id,
    sponsorId: application.sponsor_id,
    fromStatus: application.status,
    fromInquiryId: application.inquiry_id,
  };
  const { rows } = await moveOf(Object.keys(changes))(tx, { ...changes, ...place });
  const [moved] = rows;
  if (!moved) throw new LendingError('wrong_state', 'The application has just changed.');
  if (status !== application.status) await addHistory(tx, moved, actor);
  return moved;
}

type MoveArguments = Partial<ApplicationRow> & {
  applicationId: string;
  sponsorId: string;
  fromStatus: ApplicationRow['status'];
  fromInquiryId: string;
};

const moveOf = prepareByColumns((columns) =>
  prepare((db: LendingConnection, args: MoveArguments) =>
    db
      .updateTable('applications')
      .set(picked(args, columns))
      .where('id', '=', args.applicationId)
      .where('sponsor_id', '=', args.sponsorId)
      .where('status', '=', args.fromStatus)
      // Started again, by another form of the consumer, is another state.
      .where('inquiry_id', '=', args.fromInquiryId)
      .returningAll(),
  ),
);

/** Changes what is no state. */
export async function updateApplication(
  tx: Transaction<LendingSchema>,
  application: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  change: ApplicationChange,
  at: number,
): Promise<ApplicationRow> {
  return tx
    .updateTable('applications')
    .set({ ...change, modified_at: at })
    .where('id', '=', application.id)
    .where('sponsor_id', '=', application.sponsor_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const waitingNotices: readonly NoticeStatus[] = ['Queued', 'Bounced', 'MailRequired'];

/**
 * Notes that a notice of an application has left: `sent` unless another one still waits. Undefined when
 * the application is gone.
 */
export function noteNoticeSent(
  tx: Transaction<LendingSchema>,
  { sponsor_id, application_id }: { sponsor_id: string; application_id: string },
): Promise<ApplicationRow | undefined> {
  return tx
    .updateTable('applications')
    .set(({ case: either, exists, selectFrom }) => ({
      adverse_action_notice: either()
        .when(
          exists(
            selectFrom('notices')
              .select('id')
              .where('sponsor_id', '=', sponsor_id)
              .where('application_id', '=', application_id)
              .where('status', 'in', waitingNotices),
          ),
        )
        .then('queued' as const)
        .else('sent' as const)
        .end(),
    }))
    .where('sponsor_id', '=', sponsor_id)
    .where('id', '=', application_id)
    .returningAll()
    .executeTakeFirst();
}

/** Takes back an application on which nothing was decided; false when it is decided already. */
export async function deleteStartedApplication(
  tx: Transaction<LendingSchema>,
  application: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<boolean> {
  const result = await tx
    .deleteFrom('applications')
    .where('id', '=', application.id)
    .where('sponsor_id', '=', application.sponsor_id)
    .where('status', '=', 'Started')
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) return false;
  await tx.deleteFrom('application_history').where('application_id', '=', application.id).execute();
  return true;
}

/**
 * Takes an invited consumer's details back, on which nothing was decided: they may be sent again.
 * False when they are decided on already.
 */
export async function reopenInvitedApplication(
  tx: Transaction<LendingSchema>,
  application: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'inquiry_id'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('applications')
    .set({
      applicant_sealed: '',
      person_index: '',
      decision_inputs_index: '',
      inquiry_id: '',
      purchase_description: null,
    })
    .where('id', '=', application.id)
    .where('sponsor_id', '=', application.sponsor_id)
    .where('status', '=', 'Started')
    .where('inquiry_id', '=', application.inquiry_id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

function entryOf({ id, sponsor_id, status, modified_at }: ApplicationRow, actor: string) {
  return { application_id: id, sponsor_id, status, at: modified_at, actor };
}

/** Of an application that this transaction has made. */
function startHistory(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  actor: string,
): Promise<void> {
  return insertFirst(tx, [{ ...entryOf(application, actor), position: 1 }]);
}

const insertFirst = prepareInsert<LendingSchema, 'application_history'>('application_history');

async function addHistory(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  actor: string,
): Promise<void> {
  await insertHistory(tx, entryOf(application, actor));
}

const insertHistory = prepare(
  (db: LendingConnection, args: Omit<ApplicationHistoryRow, 'position'>) =>
    db.insertInto('application_history').values((row) => ({
      application_id: args.application_id,
      position: row
        .selectFrom('application_history')
        .select((earlier) =>
          earlier(earlier.fn.coalesce(earlier.fn.max('position'), sql.lit(0)), '+', sql.lit(1)).as(
            'next',
          ),
        )
        .where('application_id', '=', args.application_id),
      sponsor_id: args.sponsor_id,
      status: args.status,
      at: args.at,
      actor: args.actor,
    })),
);

/** The statuses that an application has had, the oldest first. */
export async function listHistory(
  connection: LendingConnection,
  sponsorId: string,
  applicationId: string,
): Promise<ApplicationHistoryRow[]> {
  const { rows } = await selectHistory(connection, { sponsorId, applicationId });
  return rows;
}

const selectHistory = prepare(
  (db: LendingConnection, args: { sponsorId: string; applicationId: string }) =>
    db
      .selectFrom('application_history')
      .selectAll()
      .where('sponsor_id', '=', args.sponsorId)
      .where('application_id', '=', args.applicationId)
      .orderBy('position'),
);

/**
 * Lets a user whose consumer was answered with the application go on with it, if another user began
 * it; a repeat changes nothing.
 */
export async function shareApplication(
  tx: Transaction<LendingSchema>,
  { id: application_id, sponsor_id, invited_by }: ApplicationRow,
  { user_id, shared_at }: Pick<SharedApplicationRow, 'user_id' | 'shared_at'>,
): Promise<void> {
  if (invited_by === user_id) return;
  await tx
    .insertInto('shared_applications')
    .values({ application_id, user_id, sponsor_id, shared_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** True if a consumer of the user was answered with the application, which another user began. */
export async function isSharedWith(
  connection: LendingConnection,
  { sponsor_id, user_id }: Pick<MerchantUserRow, 'sponsor_id' | 'user_id'>,
  applicationId: string,
): Promise<boolean> {
  const found = await connection
    .selectFrom('shared_applications')
    .select('shared_at')
    .where('application_id', '=', applicationId)
    .where('sponsor_id', '=', sponsor_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return found !== undefined;
}
