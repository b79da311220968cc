import type { Transaction } from 'kysely';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { accountMachine } from '../../domain/states/account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { updateApplication } from '../../store/applications.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { endOverdueCharges } from '../funding/end-charge.ts';

/**
 * Closes the account of a loan that is repaid in full, once its purchase window is over, by its day
 * or by the final charge; the application stays as it is. The loan is locked by the
 * caller. Throws `wrong_state` and an IllegalTransitionError.
 */
export async function payOffAccount(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationTable,
): Promise<void> {
  const { id, sponsor_id, status, account_status, purchase_window_ends_at } = loan;
  if (account_status === null || purchase_window_ends_at === null) {
    throw new LendingError('wrong_state', `The application is ${status}.`);
  }
  const closed = transition(accountMachine, account_status, 'paid_off');
  const now = clock.now(sponsor_id);
  if (now < purchase_window_ends_at) {
    throw new LendingError('wrong_state', 'The purchase window is not over.');
  }
  await endOverdueCharges(tx, loan, now);
  await unschedule(tx, timerKinds.suspension, id);
  await updateApplication(tx, loan, { account_status: closed }, now);
}
