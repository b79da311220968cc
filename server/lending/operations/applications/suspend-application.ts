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

/**
 * Puts a risk hold on an accepted loan, which the caller has locked: the account is Suspended, what
 * waits for approval is canceled and the consumer is told (server/lending/DECISIONS.md, Applications
 * and accounts; Charge requests).
 */
export async function suspendApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
): Promise<ApplicationRow> {
  const at = context.clock.now(loan.sponsor_id);
  const suspended = await moveApplication(tx, loan, {
    event: 'suspended',
    actor: 'lender',
    at,
    change: { account_status: transition(accountMachine, accountOf(loan), 'suspended') },
  });
  await cancelPendingCharges(tx, suspended, { at, reason: 'loan_suspended' });
  await sendAccountNotice(context, tx, suspended, 'account_on_hold');
  return suspended;
}

/** Suspends a loan that was accepted to be suspended later: some of the sandbox's personas. */
export async function runSuspension(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  await context.database.transaction(async (tx) => {
    const loan = await lockApplication(tx, context.database, scope, key);
    if (loan?.status === 'Approved: Accepted') await suspendApplication(context, tx, loan);
  });
  return 'done';
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
