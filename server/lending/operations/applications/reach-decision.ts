import type { Transaction } from 'kysely';
import { afterACommit } from '../../../platform/database/database-unavailable.ts';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { findApplication } from '../../store/applications.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import type { Begun } from './begin-decision.ts';
import { joinInFlight, trackInFlight } from './in-flight.ts';
import { type AfterDecision, type Outcome, runInquiry } from './run-inquiry.ts';

/** A call waits for others' work on the same person at most this often. */
const MOST_JOINS = 3;

/** An application that is to be decided. */
export interface Undecided {
  application: Pick<ApplicationTable, 'id' | 'external_application_id'>;
  /** Its first transaction, which may find that it is decided. */
  begin(tx: Transaction<LendingSchema>): Promise<Begun>;
  /** What else belongs into the transaction of a decision on a report. */
  after?: AfterDecision;
}

/**
 * Answers the decided application, once the bureau was asked if it had to be. Throws `in_work` while
 * the same application is decided elsewhere, `unavailable` when nothing was decided.
 */
export async function reachDecision(
  context: LendingContext,
  undecided: Undecided,
): Promise<Outcome> {
  for (let joins = 0; ; joins += 1) {
    // Known from before its commit on, so that nobody of this process finds it without its work.
    const begun = await trackInFlight(context, undecided.application.id, () =>
      beginAndRun(context, undecided),
    );
    if (begun.kind === 'answered') return begun;
    if (joins === MOST_JOINS || !(await isOver(context, begun.application))) {
      throw inWorkElsewhere(begun.application, undecided.application);
    }
  }
}

async function beginAndRun(
  context: LendingContext,
  { begin, after }: Undecided,
): Promise<Exclude<Begun, { kind: 'started' }>> {
  const begun = await context.database.transaction(begin);
  if (begun.kind !== 'started') return begun;
  const outcome = await runInquiry(context, begun, after).catch((error: unknown) => {
    // It is written down, and due work decides it unless it is taken back.
    throw afterACommit(error);
  });
  if (outcome) return { kind: 'answered', ...outcome };
  throw new LendingError('unavailable', 'Nothing was decided.');
}

/** Waits for another call's work on an application, or finds that it has just ended. */
async function isOver(context: LendingContext, underWay: ApplicationTable): Promise<boolean> {
  if (await joinInFlight(context, underWay.id)) return true;
  const { id, sponsor_id } = underWay;
  const application = await findApplication(context.database.query, sponsor_id, id);
  return application?.status !== 'Started';
}

/** The same request is answered 409; for another one of the same person nothing was done yet. */
function inWorkElsewhere(
  underWay: ApplicationTable,
  { external_application_id }: Undecided['application'],
): LendingError {
  return underWay.external_application_id === external_application_id
    ? new LendingError('in_work', 'This application is being decided.')
    : new LendingError('unavailable', 'An application of this person is being decided.');
}
