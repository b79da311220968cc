import type { Transaction } from 'kysely';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { accountMachine } from '../../domain/states/account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { lockApplication, moveApplication } from '../../store/applications.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { cancelPendingCharges } from '../funding/pending-charge.ts';
import { sendAccountNotice } from '../send-account-notice.ts';
import { scriptOf } from './offers-of-application.ts';

/**
 * Puts a risk hold on an accepted loan, which the caller has locked: the account is Suspended, what
 * waits for approval is canceled and the consumer is told (server/lending/DECISIONS.md, Applications
 * and accounts; Charge requests).
 */
export async function suspendApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  at = context.clock.now(loan.sponsor_id),
): Promise<ApplicationRow> {
  const suspended = await moveApplication(tx, loan, {
    event: 'suspended',
    actor: 'lender',
    at,
    change: { account_status: transition(accountMachine, accountOf(loan), 'suspended') },
  });
  await cancelPendingCharges(tx, suspended, { at, reason: 'loan_suspended' });
  await sendAccountNotice(context, tx, suspended, { kind: 'account_on_hold', at });
  return suspended;
}

/**
 * Suspends a loan that was accepted to be suspended later: some of the sandbox's personas. It is on hold
 * from the time that was planned, however late this runs.
 */
export async function runSuspension(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  await context.database.transaction(async (tx) => {
    const loan = await lockApplication(tx, context.database, scope, key);
    if (loan?.status !== 'Approved: Accepted') return;
    await suspendApplication(context, tx, loan, plannedAt(loan));
  });
  return 'done';
}

/** Not before what was done with the loan meanwhile; undefined when no hold was planned. */
function plannedAt(loan: ApplicationRow): number | undefined {
  const { suspended_after_ms } = scriptOf(loan);
  if (suspended_after_ms === null || loan.accepted_at === null) return undefined;
  return Math.max(loan.accepted_at + suspended_after_ms, loan.modified_at);
}

/** Takes the risk hold off a loan, which the caller has locked. */
export function releaseApplication(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
): Promise<ApplicationRow> {
  return moveApplication(tx, loan, {
    event: 'released',
    actor: 'lender',
    at: clock.now(loan.sponsor_id),
    change: { account_status: transition(accountMachine, accountOf(loan), 'released') },
  });
}

function accountOf({ account_status, status }: ApplicationRow) {
  if (account_status !== null) return account_status;
  throw new LendingError('wrong_state', `The application is ${status}.`);
}
