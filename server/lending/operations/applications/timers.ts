import type { Transaction } from 'kysely';
import type {
  ClaimedWork,
  DueWorkHandler,
  DueWorkResult,
} from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { statusAt } from '../../domain/application/status-at.ts';
import { findApplication } from '../../store/applications.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { lockLoan } from '../../store/spending.ts';
import { OFFERS_EXPIRY, REVIEW_EXPIRY, SOFT_PULL, SUSPENSION } from './application-timers.ts';
import { expireApplication } from './end-review.ts';
import { finishSoftPull } from './finish-soft-pull.ts';
import { suspendApplication } from './suspend-application.ts';

/** Deadlines of an application, and inquiries that a crash has left behind. */
export function applicationTimers(
  context: LendingContext,
): Readonly<Record<string, DueWorkHandler>> {
  return {
    [SOFT_PULL]: (work) => finishSoftPull(context, work),
    [OFFERS_EXPIRY]: (work) => onApplication(context, work, expire),
    [REVIEW_EXPIRY]: (work) => onApplication(context, work, expire),
    [SUSPENSION]: (work) => onApplication(context, work, suspend),
  };
}

type ApplicationWork = (
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
) => Promise<unknown>;

/** Runs work on the application that the key names, locked; one that is gone needs none. */
async function onApplication(
  context: LendingContext,
  { key, scope }: ClaimedWork,
  work: ApplicationWork,
): Promise<DueWorkResult> {
  await context.database.transaction(async (tx) => {
    if (!(await findApplication(tx, scope, key))) return;
    await work(context, tx, await lockLoan(tx, context.database, scope, key));
  });
  return 'done';
}

const expire: ApplicationWork = async (context, tx, application) => {
  const isOver = statusAt(application, context.clock.now(application.sponsor_id)) === 'Expired';
  if (isOver && application.status !== 'Expired') await expireApplication(context, tx, application);
};

const suspend: ApplicationWork = async (context, tx, application) => {
  if (application.status === 'Approved: Accepted')
    await suspendApplication(context, tx, application);
};
