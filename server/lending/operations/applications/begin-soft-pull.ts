import type { Transaction } from 'kysely';
import type { SoftPullRequest } from '../../../lending-api/soft-pull.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { findDuplicate } from '../../domain/application/duplicates.ts';
import { loanNumber } from '../../domain/loan-number.ts';
import { LendingError } from '../../errors.ts';
import {
  findApplicationByExternalId,
  findApplicationByLoanId,
  insertApplication,
} from '../../store/applications.ts';
import { findReport, openInquiry } from '../../store/bureau-inquiries.ts';
import { recordConsents } from '../../store/consent-events.ts';
import { lockApplicationsOfPerson, lockPerson } from '../../store/persons.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { SOFT_PULL } from './application-timers.ts';
import { decideApplication, declineApplication } from './decide-application.ts';
import { declineBeforeReport } from './decline-before-report.ts';
import type { NewApplication } from './new-application.ts';
import { repriceOffers } from './reprice-offers.ts';
import { softPullConsents } from './soft-pull-consents.ts';

/** Where a soft pull stands after its first transaction. */
export type Begun =
  /** This application is the answer. */
  | { kind: 'answered'; application: ApplicationTable }
  /** The bureau is to be asked. */
  | { kind: 'started'; application: ApplicationTable }
  /** The bureau is being asked, for this request or for another one of the same person. */
  | { kind: 'under_way'; application: ApplicationTable };

/**
 * After a crash the inquiry is finished by due work; while this process is alive, the call that
 * began it finishes it itself.
 */
const TAKEN_UP_AFTER_MS = 10_000;

/** How often a loan number is drawn: one in 9 × 10⁸ for each loan there is, is taken. */
const MOST_DRAWS = 5;

/**
 * Finds the application that answers the request already, or writes a new one down, with its
 * consents, before any bureau is asked. Throws `invalid` when an id was used for something else.
 */
export async function beginSoftPull(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  request: SoftPullRequest,
  fresh: NewApplication,
): Promise<Begun> {
  const { sponsor_id, person_index, external_application_id } = fresh.application;
  await lockPerson(tx, context.database, sponsor_id, person_index);
  const found = await findApplicationByExternalId(tx, sponsor_id, external_application_id);
  if (found) return replay(found, fresh.application);
  const earlier = await lockApplicationsOfPerson(tx, context.database, fresh.application);
  const underWay = earlier.find(({ status }) => status === 'Started');
  if (underWay) return { kind: 'under_way', application: underWay };
  const duplicate = findDuplicate(earlier, fresh.application, fresh.application.created_at);
  switch (duplicate.kind) {
    case 'same':
      return { kind: 'answered', application: duplicate.application };
    case 'other_amount': {
      const amount = fresh.application.requested_amount_cents;
      const repriced = await repriceOffers(context, tx, duplicate.application, amount);
      return { kind: 'answered', application: repriced };
    }
    case 'same_report': {
      const { inquiry_id } = duplicate.application;
      const application = await insert(context, tx, request, { ...fresh.application, inquiry_id });
      return decideOnStoredReport(context, tx, { ...fresh, application });
    }
    case 'new': {
      const application = await insert(context, tx, request, fresh.application);
      return declineOrStart(context, tx, { ...fresh, application });
    }
  }
}

/** The same request again is answered as before, another one under a used id is refused. */
function replay(found: ApplicationTable, fresh: ApplicationTable): Begun {
  if (found.request_index !== fresh.request_index) throw usedAlready('external_application_id');
  return { kind: found.status === 'Started' ? 'under_way' : 'answered', application: found };
}

/** Writes the application down with its consents, under a loan number that nobody has. */
async function insert(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  request: SoftPullRequest,
  application: ApplicationTable,
): Promise<ApplicationTable> {
  const { id, created_at, invited_by } = application;
  let row = application;
  for (let draws = 1; !(await insertApplication(tx, row, invited_by)); draws += 1) {
    await refuseUsedIds(tx, row);
    if (draws === MOST_DRAWS) {
      throw new LendingError('in_work', 'The same ids are being used by another call.');
    }
    row = { ...row, consumer_application_human_readable_id: loanNumber(context.ids.digits(9)) };
  }
  const consents = softPullConsents(row, request, created_at);
  await recordConsents(tx, context.ids, id, consents);
  return row;
}

async function refuseUsedIds(
  tx: Transaction<LendingSchema>,
  { sponsor_id, external_application_id, loan_id }: ApplicationTable,
): Promise<void> {
  if (await findApplicationByExternalId(tx, sponsor_id, external_application_id)) {
    throw usedAlready('external_application_id');
  }
  if (await findApplicationByLoanId(tx, sponsor_id, loan_id)) throw usedAlready('loan_id');
}

async function decideOnStoredReport(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, secrets }: NewApplication,
): Promise<Begun> {
  const { sponsor_id, inquiry_id } = application;
  const code = await declineBeforeReport(context, tx, application, secrets);
  const report = await findReport(tx, context.sealer, sponsor_id, inquiry_id);
  if (!report) throw new Error(`the report of inquiry ${inquiry_id} is gone`);
  const decided = code
    ? await declineApplication(context, tx, application, { code, report: null })
    : await decideApplication(context, tx, application, { report, secrets });
  return { kind: 'answered', application: decided };
}

async function declineOrStart(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, secrets }: NewApplication,
): Promise<Begun> {
  const code = await declineBeforeReport(context, tx, application, secrets);
  if (code) {
    const declined = await declineApplication(context, tx, application, { code, report: null });
    return { kind: 'answered', application: declined };
  }
  const { id, sponsor_id, external_application_id, created_at, inquiry_id } = application;
  await openInquiry(tx, { id: inquiry_id, sponsor_id, external_application_id, created_at });
  await schedule(tx, {
    kind: SOFT_PULL,
    key: id,
    scope: sponsor_id,
    dueAt: created_at + TAKEN_UP_AFTER_MS,
  });
  return { kind: 'started', application };
}

function usedAlready(field: 'external_application_id' | 'loan_id'): LendingError {
  return new LendingError('invalid', `This ${field} is used already.`, {
    errors: { [field]: ['This id is used already.'] },
  });
}
