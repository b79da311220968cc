import type { Transaction } from 'kysely';
import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext } from '../../context.ts';
import type { IdentityLock } from '../../domain/attempt-limits.ts';
import { findApplication } from '../../store/applications.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';
import { findInvitation } from '../../store/invitations.ts';
import { type ConsumerLink, findLink, hasNoTriesLeft } from '../../store/links.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import type { InvitationRow } from '../../store/schema/hosted-pages.ts';
import type { LendingSchema } from '../../store/schema.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import { lockLoan } from '../../store/accounts.ts';
import { identityLock } from './check-identity.ts';
import type { ApplicationStatus } from '../../../lending-api/statuses.ts';
import { statusAt } from '../../domain/application-status.ts';
import { endOfMailed, type MailedLink, mailLink } from './mailed-link.ts';
import { CLOSED, type LinkOutcome } from './visitor.ts';

export type HostedKind = ConsumerLink['kind'];

/** What a hosted page's link leads to. */
export interface HostedLink {
  link: ConsumerLink;
  application: ApplicationRow;
  merchant: MerchantRow;
  /** The payment request of a charge link. */
  charge: ChargeRequestRow | null;
  /**
   * The invitation of an invitation link. Its application may be an earlier one of the same person,
   * which has taken its place.
   */
  invitation: InvitationRow | null;
}

export type LinkProblem = 'replaced' | 'expired' | IdentityLock;

/** Finds what a token leads to; dead links too, since their page says where to go on. */
export async function openHostedLink(
  connection: Connection<LendingSchema>,
  kind: HostedKind,
  token: string,
): Promise<HostedLink | undefined> {
  const link = await findLink(connection, kind, token);
  if (!link) return undefined;
  const { sponsor_id, subject_id } = link;
  const charge =
    kind === 'charge' ? await findChargeRequest(connection, sponsor_id, subject_id) : undefined;
  const invitation =
    kind === 'invitation' ? await findInvitation(connection, sponsor_id, subject_id) : undefined;
  const applicationId = charge?.application_id ?? invitation?.answered_by ?? subject_id;
  const application = await findApplication(connection, sponsor_id, applicationId);
  const merchant =
    application && (await findMerchant(connection, sponsor_id, application.merchant_id));
  if (!application || !merchant) return undefined;
  return {
    link: { ...link, kind },
    application,
    merchant,
    charge: charge ?? null,
    invitation: invitation ?? null,
  };
}

/** The same with the application locked, so that limits read here still hold when they are used. */
export async function lockHostedLink(
  { database }: Pick<LendingContext, 'database'>,
  tx: Transaction<LendingSchema>,
  kind: HostedKind,
  token: string,
): Promise<HostedLink | undefined> {
  const named = await openHostedLink(tx, kind, token);
  if (!named) return undefined;
  await lockLoan(tx, database, named.application.sponsor_id, named.application.id);
  // Whoever held the lock before may have changed all of it.
  const hosted = await openHostedLink(tx, kind, token);
  if (!hosted || hosted.application.id === named.application.id) return hosted;
  // An earlier application has just taken the place of the one that is locked.
  return lockHostedLink({ database }, tx, kind, token);
}

/** The same of a link that takes answers; undefined if it takes none now. */
export async function lockOpenLink(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  kind: HostedKind,
  token: string,
): Promise<HostedLink | undefined> {
  const hosted = await lockHostedLink(context, tx, kind, token);
  return hosted && linkProblem(context, hosted) === null ? hosted : undefined;
}

/**
 * Why a link opens nothing now, or null. A locked one stays locked when it is replaced or expires: its
 * page is where a new link is asked for.
 */
export function linkProblem(context: LendingContext, hosted: HostedLink): LinkProblem | null {
  const { link } = hosted;
  const lock = identityLock(context, hosted);
  if (hasNoTriesLeft(link)) return lock;
  if (link.status === 'dead') return 'replaced';
  return context.clock.now(link.sponsor_id) >= link.expires_at ? 'expired' : lock;
}

/**
 * E-mails a new link because somebody asked for it on a locked page. Closed if the page is not
 * locked, or if there is nothing left to do on it.
 */
export function mailLinkOnRequest(
  context: LendingContext,
  kind: HostedKind,
  token: string,
): Promise<LinkOutcome<MailedLink>> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, kind, token);
    if (!hosted) return CLOSED;
    const problem = linkProblem(context, hosted);
    const isLocked = problem === 'link_locked' || problem === 'link_and_day_locked';
    if (!isLocked || isEnded(context, hosted)) return CLOSED;
    return { kind: await mailLink(context, tx, hosted) };
  });
}

/** Where an application's end leaves a page nothing to ask; the others go on asking. */
const endsPage: Readonly<Partial<Record<HostedKind, readonly ApplicationStatus[]>>> = {
  terms: ['Declined', 'Cancelled', 'Expired'],
  invitation: ['Cancelled', 'Expired'],
  portal: ['Cancelled'],
};

function isEnded({ clock }: LendingContext, { link, application, charge }: HostedLink): boolean {
  const now = clock.now(application.sponsor_id);
  if (charge !== null && charge.status !== 'Pending') return true;
  const isOver = now >= endOfMailed(link, application, now);
  return isOver || (endsPage[link.kind]?.includes(statusAt(application, now)) ?? false);
}
