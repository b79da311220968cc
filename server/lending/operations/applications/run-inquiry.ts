import type { Transaction } from 'kysely';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import type { BureauReport } from '../../domain/bureau-report.ts';
import { LendingError } from '../../errors.ts';
import { BureauUnavailableError } from '../../providers/providers.ts';
import type { ApplicantSecrets } from '../../store/applicant-secrets.ts';
import {
  deleteStartedApplication,
  findApplication,
  reopenInvitedApplication,
} from '../../store/applications.ts';
import { closeInquiry, findInquiry, insertReport } from '../../store/bureau-inquiries.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { whileAsking } from './take-up.ts';
import { type Decided, type DecisionBasis, decideApplication } from './decide-application.ts';
import { timerKinds } from '../../work-kinds.ts';

/** What else belongs into the transaction of a decision. */
export type AfterDecision = (
  tx: Transaction<LendingSchema>,
  decided: ApplicationTable,
) => Promise<void>;

/** Decided just now, or by another process: then its offers are not in the answer. */
export type Outcome = Decided | (Pick<Decided, 'application'> & { offers?: undefined });

/** A Started application with its secrets, and the ids of the products that its merchant has selected. */
export interface Inquiry {
  application: ApplicationTable;
  secrets: ApplicantSecrets;
  selected: ReadonlySet<string>;
}

/**
 * Asks the bureau for a Started application and decides; `after` is left out when another process
 * has decided. When the bureau does not answer, the application is taken back, so that nothing was
 * decided, and an invited consumer may send the form again. Throws `unavailable` when it was down,
 * and what it threw otherwise.
 */
export async function runInquiry(
  context: LendingContext,
  { application, secrets, selected }: Inquiry,
  after: AfterDecision = async () => undefined,
): Promise<Outcome | undefined> {
  const report = await askBureau(context, application, secrets);
  const obtained_at = context.clock.now(application.sponsor_id);
  const basis = { report: { ...report, obtained_at }, secrets, selected };
  try {
    return await context.database.transaction((tx) =>
      decide(context, tx, application, basis, after),
    );
  } catch (error) {
    if (!(error instanceof LendingError && error.kind === 'wrong_state')) throw error;
    return decidedElsewhere(context, application, error);
  }
}

async function askBureau(
  context: LendingContext,
  application: ApplicationTable,
  secrets: ApplicantSecrets,
): Promise<BureauReport> {
  const { sponsor_id, inquiry_id, first_name, last_name } = application;
  const { query } = context.database;
  try {
    return await whileAsking(context, application, () =>
      context.providers.bureau.softInquiry({
        inquiry_id,
        attempt: async () => (await findInquiry(query, sponsor_id, inquiry_id))?.attempt ?? 1,
        first_name,
        last_name,
        ssn: secrets.ssn,
        date_of_birth: secrets.date_of_birth,
        address_1: secrets.address_1,
        city: secrets.city,
        state: secrets.state,
        zip_code: secrets.zip_code,
      }),
    );
  } catch (error) {
    const isDown = error instanceof BureauUnavailableError;
    await takeBack(context, application, isDown ? 'unavailable' : 'failed');
    if (!isDown) throw error;
    throw new LendingError(
      'unavailable',
      'The credit bureau is unavailable. Nothing was decided.',
      {
        cause: error,
      },
    );
  }
}

async function takeBack(
  { database }: LendingContext,
  application: ApplicationTable,
  outcome: 'unavailable' | 'failed',
): Promise<void> {
  await database.transaction(async (tx) => {
    const isInvited = application.application_path === 'invitation';
    const takeBackOne = isInvited ? reopenInvitedApplication : deleteStartedApplication;
    if (!(await takeBackOne(tx, application))) return;
    await closeInquiry(tx, application.inquiry_id, outcome);
    await unschedule(tx, timerKinds.softPull, application.id);
  });
}

async function decide(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  basis: DecisionBasis,
  after: AfterDecision,
): Promise<Decided> {
  const { id, sponsor_id, inquiry_id, person_index } = application;
  const { obtained_at: created_at, ...report } = basis.report;
  const place = { inquiry_id, sponsor_id, person_index };
  await insertReport(tx, context.sealer, { ...place, report, created_at });
  await closeInquiry(tx, inquiry_id, 'answered');
  await unschedule(tx, timerKinds.softPull, id);
  const decided = await decideApplication(context, tx, application, basis);
  await after(tx, decided.application);
  return decided;
}

/** Another process may have decided meanwhile, or taken the application back: then that stands. */
async function decidedElsewhere(
  { database }: LendingContext,
  { id, sponsor_id }: ApplicationTable,
  error: LendingError,
): Promise<Outcome | undefined> {
  const application = await findApplication(database.query, sponsor_id, id);
  if (application?.status === 'Started') throw error;
  return application && { application };
}
