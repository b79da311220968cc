import type { Transaction } from 'kysely';
import type { DetailResponse } from '../../lending-api/answers.ts';
import type { CancelAccountRequest } from '../../lending-api/consumer-accounts.ts';
import { unschedule } from '../../platform/due-work/due-work.ts';
import type { LendingContext, Sponsor } from '../context.ts';
import { timestamp } from '../domain/formats.ts';
import { accountMachine } from '../domain/states/account.ts';
import { transition } from '../domain/states/state-machine.ts';
import { LendingError } from '../errors.ts';
import { insertCancellation } from '../store/accounts.ts';
import { moveApplication, updateApplication } from '../store/applications.ts';
import { revokeLink } from '../store/links.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LendingSchema } from '../store/schema.ts';
import { timerKinds } from '../work-kinds.ts';
import { heldActingUser, lockReachableLoan } from './acting-user.ts';
import { causeOf, recordEvent } from './callbacks.ts';
import { cancelPendingCharges, endOverdueCharges } from './funding/pending-charge.ts';
import { cancelInvitation } from './invitations/answer-invitation.ts';
import { sendAccountNotice } from './send-account-notice.ts';

/**
 * Cancels a consumer account on which nothing is spent, also after refunds in full (Sponsor Lending
 * API, consumer account endpoints), with its callback. Charges that wait for approval are canceled;
 * where there is no more than an open invitation, that is.
 * @throws LendingError `invalid` and `wrong_state` (400), `forbidden`, `not_found`
 */
export async function cancelAccount(
  context: LendingContext,
  sponsor: Sponsor,
  input: CancelAccountRequest,
): Promise<DetailResponse> {
  return context.database.transaction(async (tx) => {
    const acting = await heldActingUser(tx, context.database, {
      sponsorId: sponsor.id,
      requestUserId: input.request_user_id,
      action: 'cancel_account',
      namedIn: 'body',
    });
    const account = await lockReachableLoan(context, tx, sponsor, acting, input);
    const invited = await cancelInvitation(context, tx, account, input.request_user_id);
    if (invited) {
      await recordCancelEvent(context, tx, invited, input.request_user_id);
      return { detail: 'The invitation was cancelled.' };
    }
    requireCancellable(account);
    await cancel(context, tx, account, input);
    return { detail: 'The account was cancelled.' };
  });
}

function requireCancellable({ status, account_status, amount_spent_cents }: ApplicationRow) {
  if (amount_spent_cents !== 0) {
    throw new LendingError('forbidden', 'The account has spending activity.');
  }
  if (status === 'Approved: Accepted' && account_status !== null) return;
  throw new LendingError('wrong_state', `The application is ${status}.`);
}

async function cancel(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  account: ApplicationRow,
  { request_user_id, reason }: CancelAccountRequest,
): Promise<void> {
  const { id, sponsor_id } = account;
  const at = context.clock.now(sponsor_id);
  await cancelPendingCharges(tx, account, { at, reason: 'account_cancelled' });
  await revokeLink(tx, 'portal', id);
  await unschedule(tx, timerKinds.suspension, id);
  const cancelled = await moveApplication(tx, account, {
    event: 'cancelled',
    actor: request_user_id,
    at,
    change: {
      account_status: transition(accountMachine, account.account_status ?? 'Closed', 'cancelled'),
    },
  });
  await insertCancellation(tx, {
    application_id: id,
    sponsor_id,
    cancelled_by: request_user_id,
    reason: reason ?? null,
    cancelled_at: at,
  });
  await recordCancelEvent(context, tx, cancelled, request_user_id);
  await sendAccountNotice(context, tx, cancelled, { kind: 'account_cancelled', at });
}

/** Calls the sponsor back about an account, or an open invitation, that was cancelled just now. */
function recordCancelEvent(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  cancelled: ApplicationRow,
  canceled_by: string,
): Promise<void> {
  return recordEvent(context, tx, causeOf(cancelled, cancelled.sponsor_callback_url), {
    event_type: 'consumer_account_cancel',
    external_application_id: cancelled.external_application_id,
    loan_id: cancelled.loan_id,
    consumer_application_human_readable_id: cancelled.consumer_application_human_readable_id,
    application_status: 'Cancelled',
    account_status: cancelled.account_status === null ? null : 'Closed',
    canceled_by,
    canceled_at: timestamp(cancelled.modified_at),
  });
}

/**
 * Closes the account of a loan that is repaid in full, once its purchase window is over, by its day
 * or by the final charge; the application stays as it is. The loan is locked by the caller.
 * @throws LendingError `wrong_state`, IllegalTransitionError
 */
export async function payOffAccount(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
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
  await updateApplication(tx, loan, { account_status: closed, ended_at: now }, now);
}
