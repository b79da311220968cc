import type { Transaction } from 'kysely';
import type { InvitePortalResponse } from '../../../lending-api/loan-applications.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { purchaseWindowEndDate } from '../../domain/loan.ts';
import { portalInvitationEmail } from '../../domain/messages/loan-messages.ts';
import { portalAccountMachine } from '../../domain/states/portal-account.ts';
import { canMove, transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { lockLoan } from '../../store/accounts.ts';
import { updateApplication } from '../../store/applications.ts';
import { findMailedLink, isUsable, newestLink } from '../../store/links.ts';
import { merchantNameOf } from '../../store/merchants.ts';
import { listMessagesOfKind } from '../../store/messages.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { balanceAt } from '../funding/balance-at.ts';
import { portalUrlOf } from '../portal/portal-url.ts';
import { queueConsumerMessage } from '../queue-message.ts';
import { eligibilityOf, type LoanPath, visibleLoan } from './loan-applications.ts';

/** Whoever asks again sooner finds the message on its way: nobody is flooded with mail. */
const betweenMessagesMs = 10 * minuteMs;
const messageKind = 'portal_invitation';

/**
 * Sends the consumer the e-mail to set up the Payment Portal (server/lending/DECISIONS.md, Payment
 * Portal); again while the account is Invited, ten minutes after the last at the soonest, or when its
 * link opens nothing any more.
 * @throws LendingError `wrong_state` unless the application is Approved: Accepted, and as
 * `visibleLoan()`
 */
export async function invitePortal(
  context: LendingContext,
  sponsor: Sponsor,
  path: LoanPath,
): Promise<InvitePortalResponse> {
  return context.database.transaction(async (tx) => {
    const { id } = await visibleLoan(tx, sponsor, path);
    const loan = await lockLoan(tx, context.database, sponsor.id, id);
    if (loan.status !== 'Approved: Accepted') {
      throw new LendingError('wrong_state', `The application is ${loan.status}.`);
    }
    const now = context.clock.now(sponsor.id);
    const isInvitable = canMove(portalAccountMachine, loan.portal_account_status, 'invited');
    const endsAt = loan.purchase_window_ends_at ?? 0;
    const isTooLate = isInvitable && now >= endsAt;
    const isSent = isInvitable && !isTooLate && !(await isOnItsWay(tx, loan, now));
    const reason = isTooLate
      ? 'The purchase window is over'
      : `The Payment Portal account is ${loan.portal_account_status}`;
    const invited = isSent ? await invite(context, tx, loan, { now, endsAt }) : loan;
    return {
      detail: isSent ? 'The invitation was sent.' : `${reason}; nothing was sent.`,
      portal_account_status: invited.portal_account_status,
      ...(await eligibilityOf(tx, await balanceAt(tx, invited, now), now)),
    };
  });
}

async function isOnItsWay(
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  now: number,
): Promise<boolean> {
  const subject = { kind: 'portal', subjectId: loan.id } as const;
  const link = await newestLink(tx, subject, { is_mailed: 0 });
  const opens = link && isUsable(link, now);
  if (!opens && !(await findMailedLink(tx, { ...subject, now }))) return false;
  const [last] = await listMessagesOfKind(tx, loan, messageKind);
  return last !== undefined && now < last.created_at + betweenMessagesMs;
}

async function invite(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  { now, endsAt }: { now: number; endsAt: number },
): Promise<ApplicationRow> {
  const status = transition(portalAccountMachine, loan.portal_account_status, 'invited');
  const invited = await updateApplication(tx, loan, { portal_account_status: status }, now);
  const link = await portalUrlOf(context, tx, invited);
  const merchant_name = await merchantNameOf(tx, loan);
  const last_day = purchaseWindowEndDate(endsAt);
  await queueConsumerMessage(context, tx, invited, {
    kind: messageKind,
    channel: 'email',
    message: portalInvitationEmail({ locale: loan.locale, merchant_name, last_day, link }),
    links: [link],
  });
  return invited;
}
