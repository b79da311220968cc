import type { Transaction } from 'kysely';
import type { Offer } from '../../../lending-api/offers.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { afterACommit } from '../../../platform/database/database.ts';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext } from '../../context.ts';
import type { BureauReport, ObtainedReport } from '../../domain/bureau-report.ts';
import { evidenceRowKeptUntil } from '../../domain/retention.ts';
import { LendingError } from '../../errors.ts';
import { BureauUnavailableError } from '../../providers/providers.ts';
import { type ApplicantSecrets, openApplicant } from '../../store/applicants.ts';
import {
  deleteStartedApplication,
  findApplication,
  reopenInvitedApplication,
} from '../../store/applications.ts';
import {
  closeInquiry,
  findInquiry,
  findReport,
  insertReport,
  newestInquiriesOfPerson,
  nextAttempt,
  openInquiry,
} from '../../store/bureau-inquiries.ts';
import { selectedProductIds } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { invitationDecided } from '../invitations/invitation-decided.ts';
import {
  type Decided,
  decideApplication,
  declineApplication,
  declineBeforeReport,
  type EarlierReport,
} from './decide-application.ts';
import { recordApplicationEvent } from './record-application-event.ts';

/** The application that answers a call; if this process has just decided it, with its offers. */
interface Answer {
  application: ApplicationRow;
  offers?: readonly Offer[] | undefined;
}

/** Where an application stands after its first transaction. */
export type Begun =
  | ({ kind: 'answered' } & Answer)
  /** The bureau is to be asked, and the merchant's products are priced by its report. */
  | ({ kind: 'started' } & Inquiry)
  /** The bureau is being asked, for this request or for another one of the same person. */
  | { kind: 'under_way'; application: ApplicationRow };

/** A Started application with its secrets, and the ids of the products that its merchant has selected. */
interface Inquiry {
  application: ApplicationRow;
  secrets: ApplicantSecrets;
  selected: ReadonlySet<string>;
  /** 1 for the application's first inquiry, more when an earlier one decided nothing. */
  attempt: number;
}

/** An application that was just written down, its person locked. */
interface Written extends Omit<Inquiry, 'attempt'> {
  /** The report of its inquiry, if that is an earlier one. */
  stored: EarlierReport | null;
}

/**
 * Decides an application as far as that needs no bureau, or writes the inquiry down before it is
 * made.
 * @throws LendingError `limited` for the person's fourth inquiry in 24 hours
 */
export async function decideOrStart(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, secrets, selected, stored }: Written,
): Promise<Begun> {
  const { sponsor_id, external_application_id, inquiry_id } = application;
  const now = context.clock.now(sponsor_id);
  const since = now - dayMs;
  const [code, begun, attempt] = await Promise.all([
    declineBeforeReport(context, tx, application, { secrets, selected }),
    stored === null
      ? newestInquiriesOfPerson(tx, application, { since, count: inquiriesADay })
      : [],
    stored === null ? nextAttempt(tx, application) : 1,
  ]);
  if (code) {
    const declined = await declineApplication(context, tx, application, { code, report: null });
    return { kind: 'answered', application: declined };
  }
  if (stored !== null) {
    const report = await findReport(tx, context.sealer, sponsor_id, inquiry_id);
    if (!report) throw new Error(`the report of inquiry ${inquiry_id} is gone`);
    const basis = { report, secrets, selected, isReviewed: stored.isReviewed };
    return { kind: 'answered', ...(await decideApplication(context, tx, application, basis)) };
  }
  requireInquiryLeft(begun, since);
  const inquiry = { id: inquiry_id, sponsor_id, external_application_id, created_at: now };
  await openInquiry(tx, { ...inquiry, attempt });
  await scheduleResume(tx, application, now);
  return { kind: 'started', application, secrets, selected, attempt };
}

/** Inquiries about one person in a day: enough for a few merchants, too few to try numbers. */
const inquiriesADay = 3;

/** @param begun when those after `since` were, the newest first */
function requireInquiryLeft(begun: readonly number[], since: number): void {
  const oldest = begun[inquiriesADay - 1];
  if (oldest === undefined) return;
  throw new LendingError(
    'limited',
    'Too many soft pulls of this person in a day; nothing was done.',
    { retryAfterSeconds: Math.ceil((oldest - since) / 1000) },
  );
}

/**
 * Begins an application, asks the bureau for it if that is needed, and decides it. This process's
 * work on it, or on another one of the same person, comes first: then `begin` is called again.
 * @param begin its first transaction. The work is tracked from before that commits, so that no call of
 * this process finds the application untracked
 * @throws LendingError `unavailable` when nothing was decided, `in_progress` while another process
 * decides the same application, and what `begin` and work on the same application throw
 */
export async function decideOnce(
  context: LendingContext,
  own: Pick<ApplicationRow, 'id' | 'external_application_id'>,
  begin: () => Promise<Begun>,
): Promise<Answer> {
  const { inFlight } = context;
  for (let waits = 0; ; waits += 1) {
    for (let work = inFlight.get(own.id); work; work = inFlight.get(own.id)) await work;
    requirePlace(context);
    const reached = await trackInFlight(context, own.id, decideBegun(context, begin()));
    if (reached.kind === 'answered') return reached;
    await waitForOtherCall(context, reached.application, own, waits);
  }
}

async function decideBegun(
  context: LendingContext,
  beginning: Promise<Begun>,
): Promise<Exclude<Begun, { kind: 'started' }>> {
  const begun = await beginning;
  if (begun.kind !== 'started') return begun;
  // It is written down, and due work decides it unless it is taken back.
  const answer = await afterACommit(() => runInquiry(context, begun, { isAwaited: true }));
  if (answer) return { kind: 'answered', ...answer };
  throw new LendingError('unavailable', 'Nothing was decided.');
}

const pollAgainMs = 10_000;

/**
 * Resumes a soft pull whose process died, under the same inquiry. No call waits for its answer, so
 * the sponsor is told by a callback, unless another process has answered it meanwhile. A bureau that
 * is down leaves nothing decided.
 */
export async function resumeSoftPull(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  const { database, clock, log } = context;
  const application = await findApplication(database.query, scope, key);
  // An invited consumer's form that was taken back is for the consumer to send again.
  if (application?.status !== 'Started' || application.person_index === '') return 'done';
  if (context.inFlight.has(key)) return { retryAt: clock.now(scope) + pollAgainMs };
  try {
    await trackInFlight(context, key, resume(context, application));
  } catch (error) {
    if (!(error instanceof LendingError)) throw error;
    log.info({ event: 'soft_pull_not_decided', application_id: key });
  }
  return 'done';
}

async function resume(context: LendingContext, application: ApplicationRow): Promise<void> {
  const { query } = context.database;
  const { sponsor_id, merchant_id, inquiry_id } = application;
  const selected = await selectedProductIds(query, sponsor_id, merchant_id);
  const secrets = openApplicant(context.sealer, application);
  const attempt = (await findInquiry(query, sponsor_id, inquiry_id))?.attempt ?? 1;
  await runInquiry(context, { application, secrets, selected, attempt }, { isAwaited: false });
}

/**
 * Asks the bureau and decides. When the bureau does not answer, the application is taken back, so
 * that nothing was decided, and an invited consumer may send the form again. Undefined when another
 * process has taken it back.
 * @throws LendingError `unavailable` when the bureau was down, and what it threw otherwise
 */
async function runInquiry(
  context: LendingContext,
  inquiry: Inquiry,
  { isAwaited }: { isAwaited: boolean },
): Promise<Answer | undefined> {
  const { application } = inquiry;
  const report = await obtainReport(context, inquiry);
  const obtained_at = context.clock.now(application.sponsor_id);
  try {
    return await context.database.transaction(async (tx) => {
      const decided = await storeAndDecide(context, tx, inquiry, { ...report, obtained_at });
      if (decided.application.application_path === 'invitation') {
        await invitationDecided(context, tx, decided.application);
      } else if (!isAwaited) {
        await recordApplicationEvent(context, tx, decided.application, 'decision');
      }
      return decided;
    });
  } catch (error) {
    if (!(error instanceof LendingError && error.kind === 'wrong_state')) throw error;
    return decidedElsewhere(context, application, error);
  }
}

async function obtainReport(context: LendingContext, inquiry: Inquiry): Promise<BureauReport> {
  try {
    return await askBureau(context, inquiry);
  } catch (error) {
    const isDown = error instanceof BureauUnavailableError;
    await takeBack(context, inquiry.application, isDown ? 'unavailable' : 'failed');
    if (!isDown) throw error;
    const message = 'The credit bureau is unavailable. Nothing was decided.';
    throw new LendingError('unavailable', message, { cause: error });
  }
}

/** Asks under a lease, which it renews: no other process asks meanwhile. */
async function askBureau(
  { database, clock, providers, log, sealer }: LendingContext,
  { application, secrets, attempt }: Inquiry,
): Promise<BureauReport> {
  const { id: application_id, sponsor_id, first_name, last_name } = application;
  const { ssn, date_of_birth, address_1, city, state, zip_code } = secrets;
  const asked = { ssn, date_of_birth, first_name, last_name, address_1, city, state, zip_code };
  const lease = setInterval(() => {
    database
      .statement((tx) => scheduleResume(tx, application, clock.now(sponsor_id)))
      .catch((error) => log.warn({ event: 'soft_pull_lease_not_renewed', application_id, error }));
  }, leaseRenewedEveryMs);
  try {
    return await providers.bureau.softInquiry({
      inquiry_id: inquiryAtBureau(sealer, application, asked),
      attempt,
      ...asked,
    });
  } finally {
    clearInterval(lease);
  }
}

/**
 * The bureau may have an entry although its answer was lost and the application was taken back. So
 * the tries of a day that ask the same under one external_application_id, of which only one is ever
 * answered, have one id there. By that id another question, or a later one, would get the same
 * report.
 */
function inquiryAtBureau(
  sealer: LendingContext['sealer'],
  { sponsor_id, external_application_id, modified_at }: ApplicationRow,
  asked: Readonly<Record<string, string>>,
): string {
  // After a crash, too, an application that is Started has the day on which it was sent.
  const day = easternDate(modified_at);
  const inquiry = [sponsor_id, external_application_id, day, asked];
  return sealer.index(JSON.stringify(inquiry), 'bureau_inquiry');
}

/** So long after the process that asks the bureau has last renewed its lease, any process may ask again. */
const leaseMs = 10_000;
const leaseRenewedEveryMs = 4_000;

/** After a crash due work resumes the inquiry; the call that began it ends it itself. */
function scheduleResume(
  tx: Transaction<LendingSchema>,
  { id: key, sponsor_id: scope }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  now: number,
): Promise<void> {
  return schedule(tx, { kind: timerKinds.softPull, key, scope, dueAt: now + leaseMs });
}

async function takeBack(
  { database, clock }: LendingContext,
  application: ApplicationRow,
  outcome: 'unavailable' | 'failed',
): Promise<void> {
  const { id: key, sponsor_id: scope, application_path, inquiry_id } = application;
  await database.transaction(async (tx) => {
    const isTakenBack =
      application_path === 'invitation'
        ? await reopenInvitedApplication(tx, application)
        : await deleteStartedApplication(tx, application);
    if (!isTakenBack) return;
    await closeInquiry(tx, inquiry_id, outcome);
    await unschedule(tx, timerKinds.softPull, key);
    if (application_path === 'invitation') return;
    // The consents stay, and nothing but this work ends them: their application is gone.
    const dueAt = evidenceRowKeptUntil(clock.now(scope));
    await schedule(tx, { kind: timerKinds.evidenceEnd, key, scope, dueAt });
  });
}

async function storeAndDecide(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, secrets, selected }: Inquiry,
  obtained: ObtainedReport,
): Promise<Decided> {
  const { id, sponsor_id, inquiry_id, person_index } = application;
  const { obtained_at: created_at, ...report } = obtained;
  const place = { inquiry_id, sponsor_id, person_index };
  await insertReport(tx, context.sealer, { ...place, report, created_at });
  await closeInquiry(tx, inquiry_id, 'answered');
  await unschedule(tx, timerKinds.softPull, id);
  const basis = { report: obtained, secrets, selected, isReviewed: false };
  return decideApplication(context, tx, application, basis);
}

/**
 * Another process may have decided meanwhile, or taken the application back: then that stands. What
 * another form of an invited consumer has led to is not this one's.
 */
async function decidedElsewhere(
  { database }: LendingContext,
  { id, sponsor_id, inquiry_id }: ApplicationRow,
  error: LendingError,
): Promise<Answer | undefined> {
  const application = await findApplication(database.query, sponsor_id, id);
  if (!application) return undefined;
  if (application.status === 'Started' || application.inquiry_id !== inquiry_id) throw error;
  return { application };
}

/** Lets other calls of this process know of the work on an application while it goes on. */
async function trackInFlight<Result>(
  { inFlight }: Pick<LendingContext, 'inFlight'>,
  applicationId: string,
  work: Promise<Result>,
): Promise<Result> {
  inFlight.set(applicationId, work);
  try {
    return await work;
  } finally {
    inFlight.delete(applicationId);
  }
}

/** In one process. Each holds a call, and writes its lease while the bureau is slow. */
const applicationsAtATime = 512;

/** Seconds until there are places again. */
const crowdRetryAfterSeconds = 2;

/** @throws LendingError `unavailable` while all places for applications are taken */
function requirePlace({ inFlight }: Pick<LendingContext, 'inFlight'>): void {
  if (inFlight.size < applicationsAtATime) return;
  throw new LendingError('unavailable', 'Too many applications at a time; nothing was done.', {
    retryAfterSeconds: crowdRetryAfterSeconds,
  });
}

/** A call waits for others' work on the same person at most this often. */
const mostWaits = 3;

/**
 * Waits for the call that decides an application, or finds that it has just ended. What that call
 * throws is thrown here too: whoever waited has the same outcome.
 * @throws LendingError `in_progress` while the same application is decided by another process,
 * `unavailable` while another one of the same person is
 */
async function waitForOtherCall(
  context: LendingContext,
  underWay: ApplicationRow,
  own: Pick<ApplicationRow, 'external_application_id'>,
  waits: number,
): Promise<void> {
  if (waits < mostWaits) {
    const work = context.inFlight.get(underWay.id);
    await work;
    if (work) return;
    const { id, sponsor_id } = underWay;
    const application = await findApplication(context.database.query, sponsor_id, id);
    if (application?.status !== 'Started') return;
  }
  throw underWay.external_application_id === own.external_application_id
    ? new LendingError('in_progress', 'This application is being decided.')
    : new LendingError('unavailable', 'An application of this person is being decided.');
}
