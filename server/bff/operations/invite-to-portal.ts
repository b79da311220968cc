import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { afterACommit } from '../../platform/database/database.ts';
import { hourMs } from '../../platform/durations.ts';
import { Deadline } from '../concurrency/deadline.ts';
import { type BffContext, requestUserOf } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import type { Loan, LoanAccount } from '../domain/loan.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import type { PortalReading } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { logLenderProblem } from './lender-problem.ts';
import { trySync } from './sync-checkout.ts';
import { changeStored } from './write-checkout.ts';

/**
 * Has the lender e-mail the consumer the set-up of the Payment Portal account, once an hour at most.
 * @throws BffError `wrong_step`, `lender_unavailable`, `lender_refused`
 */
export async function inviteToPortal(
  context: BffContext,
  checkout: Checkout,
): Promise<CheckoutStep> {
  const step = stepOf(checkout);
  if (step.screen !== 'accepted' || checkout.loan === null) throw new BffError('wrong_step');
  if (step.portal_account_status === 'Active') return step;
  const deadline = new Deadline(context.timing.waitMs);
  return stepOf(await deadline.wait(sendInvitation(context, checkout, checkout.loan)));
}

/**
 * The invitation itself, unless one was sent within the hour. The time is written before the call, so
 * that of several presses one sends an e-mail.
 */
async function sendInvitation(
  context: BffContext,
  checkout: Checkout,
  { loanId }: Loan,
): Promise<Checkout> {
  const { id } = checkout;
  const now = context.clock.now();
  const { before, after } = await changeStored(context, id, (current) =>
    isInvitedLately(current, now) ? current : { ...current, portalInvitedAt: now },
  );
  if (after === before) return after;
  return afterACommit(async () => {
    const answer = await askLender(context, before, loanId);
    return (await changeStored(context, id, (current) => followPortal(current, answer))).after;
  });
}

/** Each invitation is an e-mail. */
const invitedEveryMs = hourMs;

function isInvitedLately({ portalInvitedAt }: Checkout, now: number): boolean {
  // A clock that was set back keeps nobody from it for longer.
  return portalInvitedAt !== null && Math.abs(now - portalInvitedAt) < invitedEveryMs;
}

async function askLender(
  context: BffContext,
  checkout: Checkout,
  loanId: string,
): Promise<PortalReading> {
  const { id, portalInvitedAt } = checkout;
  const requestUserId = requestUserOf(context.merchants, checkout);
  try {
    return await context.lender.invitePortal({ requestUserId, loanId });
  } catch (error) {
    if (!(error instanceof LenderError)) throw error;
    // Nothing was sent: it may be pressed again.
    if (error.failure !== 'unknown') {
      await changeStored(context, id, (current) => ({ ...current, portalInvitedAt }));
    }
    if (error.failure !== 'refused') throw new BffError('lender_unavailable', { cause: error });
    logLenderProblem(context, 'invitation_refused', { checkout, error });
    await trySync(context, id);
    throw new BffError('lender_refused', { cause: error });
  }
}

/** Follows what the answer says of the Payment Portal account. */
function followPortal(checkout: Checkout, { portalStatus, eligibility }: PortalReading): Checkout {
  const { loan } = checkout;
  if (loan?.account == null) return checkout;
  const account: LoanAccount = {
    ...loan.account,
    portalAccountStatus: portalStatus ?? loan.account.portalAccountStatus,
    eligibilityCode: eligibility ?? loan.account.eligibilityCode,
  };
  return { ...checkout, loan: { ...loan, account } };
}
