import type { ApplicationStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { statusAt } from '../../domain/application/status-at.ts';
import { type HostedKind, type HostedLink, linkProblem, lockHostedLink } from './hosted-link.ts';
import { endOfMailed, type MailedLink, mailLink } from './mailed-link.ts';

/**
 * E-mails a new link because somebody asked for it on a locked page. `closed`: the page is not
 * locked, or there is nothing left to do on it.
 */
export function mailLinkOnRequest(
  context: LendingContext,
  kind: HostedKind,
  token: string,
): Promise<MailedLink | 'closed'> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, kind, token);
    if (!hosted) return 'closed';
    const problem = linkProblem(context, hosted);
    const isLocked = problem === 'link_locked' || problem === 'link_and_day_locked';
    if (!isLocked || isEnded(context, hosted)) return 'closed';
    return mailLink(context, tx, hosted);
  });
}

/** Where an application's end leaves a page nothing to ask; the others go on asking. */
const endsPage: Readonly<Record<HostedKind, readonly ApplicationStatus[]>> = {
  terms: ['Declined', 'Cancelled', 'Expired'],
  invitation: ['Cancelled', 'Expired'],
  portal: ['Cancelled'],
  charge: [],
  preferences: [],
};

function isEnded({ clock }: LendingContext, { link, application, charge }: HostedLink): boolean {
  const now = clock.now(application.sponsor_id);
  if (charge !== null && charge.status !== 'Pending') return true;
  const isOver = now >= endOfMailed(link, application, now);
  return isOver || endsPage[link.kind].includes(statusAt(application, now));
}
