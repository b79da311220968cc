import type { Transaction } from 'kysely';
import type { ApplicationStatus } from '../../../lending-api/statuses.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { equalDigests } from '../../../platform/crypto/digest.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext } from '../../context.ts';
import { statusAt } from '../../domain/application-status.ts';
import {
  afterWrongAnswer,
  dayLockEnd,
  type IdentityLock,
  type IdentityTries,
  lockOf,
  triesLeft,
} from '../../domain/attempt-limits.ts';
import { longMoment } from '../../domain/formats.ts';
import { identityLockedEmail } from '../../domain/messages/loan-messages.ts';
import { hasPortalAccount } from '../../domain/states/portal-account.ts';
import { lockLoan } from '../../store/accounts.ts';
import { isShredded, isShreddedLast4, openApplicant } from '../../store/applicants.ts';
import { findApplication, updateApplication } from '../../store/applications.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';
import { findInvitation } from '../../store/invitations.ts';
import { type ConsumerLink, countFailedTry, findLink, hasNoTriesLeft } from '../../store/links.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import type { InvitationRow, LinkRow } from '../../store/schema/hosted-pages.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { queueMessage } from '../queue-message.ts';
import { answerDigest, isLastAnswer } from './last-answer.ts';
import { endOfMailed, type MailedLink, mailLink } from './mailed-link.ts';
import { CLOSED, type LinkOutcome, type ProofOutcome } from './visitor.ts';

export type HostedKind = ConsumerLink['kind'];

/** What a hosted page's link leads to. */
export interface HostedLink {
  link: ConsumerLink;
  application: ApplicationRow;
  merchant: MerchantRow;
  /** The payment request of a charge link. */
  charge: ChargeRequestRow | null;
  /**
   * The invitation of an invitation or preferences link, if there was one. The application may be an
   * earlier one of the same person, which has taken the place of the invited one.
   */
  invitation: InvitationRow | null;
}

export type LinkProblem = 'replaced' | 'expired' | IdentityLock;

/** Finds what a token leads to; revoked links too, since their page says where to go on. */
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
  const isOfInvited = kind === 'invitation' || kind === 'preferences';
  const invitation = isOfInvited
    ? await findInvitation(connection, sponsor_id, subject_id)
    : undefined;
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
    const isPortalLocked =
      hosted.link.kind === 'portal' && hosted.application.portal_account_status === 'Locked';
    return { kind: await mailLink(context, tx, { ...hosted, isPortalLocked }) };
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

/** What somebody who has the link says to be the applicant. Digits only. */
export interface IdentityClaim {
  ssnLast4: string;
  /** Asked with a charge (Sponsor Lending API, funding and refund endpoints); not with the terms. */
  loanNumber?: string;
}

/** A link with its application, both locked by the transaction. */
export interface OpenIdentity {
  link: ConsumerLink;
  application: ApplicationRow;
  merchant: MerchantRow;
}

/**
 * Compares the claim with what the applicant gave, within the tries that link and application take.
 * A wrong answer is counted in this transaction, so that no number of parallel guesses gets one more
 * comparison; the same again, by a double click or a reload, counts nothing. Closed if the link is
 * locked: the answer that locks it has a new one e-mailed to the consumer.
 */
export async function checkIdentity(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  open: OpenIdentity,
  claim: IdentityClaim,
): Promise<ProofOutcome> {
  const { link, application } = open;
  const now = context.clock.now(application.sponsor_id);
  const today = easternDate(now);
  const tries = triesOf(link, application);
  if (lockOf(tries, today) !== null) return CLOSED;
  if (await isRight(context, tx, application, claim)) return { kind: 'passed' };
  const given = [link.token_digest, claim.ssnLast4, claim.loanNumber ?? ''];
  const isRepeated = isLastAnswer(context, link, given);
  if (isRepeated) return { kind: 'wrong', triesLeft: triesLeft(tries, today) };
  const after = afterWrongAnswer(tries, today);
  await countFailedTry(tx, link, answerDigest(context, given));
  const counted = await updateApplication(
    tx,
    application,
    {
      identity_failures: after.identity_failures,
      identity_failures_date: after.identity_failures_date,
      identity_failures_total: after.identity_failures_total,
    },
    now,
  );
  const lock = lockOf(after, today);
  if (lock === null) return { kind: 'wrong', triesLeft: triesLeft(after, today) };
  await notifyOfLock(context, tx, { ...open, application: counted }, lock);
  return CLOSED;
}

/** What keeps the identity question from being asked now, or null. */
function identityLock(
  context: LendingContext,
  { link, application }: Pick<OpenIdentity, 'link' | 'application'>,
): IdentityLock | null {
  const today = easternDate(context.clock.now(application.sponsor_id));
  return lockOf(triesOf(link, application), today);
}

function triesOf(link: LinkRow, application: ApplicationRow): IdentityTries {
  const { identity_failures, identity_failures_date, identity_failures_total } = application;
  return {
    link_failed_tries: link.failed_tries,
    is_mailed: link.is_mailed === 1,
    identity_failures,
    identity_failures_date,
    identity_failures_total,
  };
}

async function isRight(
  { sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { ssnLast4, loanNumber }: IdentityClaim,
): Promise<boolean> {
  const isSsnRight = isShredded(application)
    ? await isShreddedLast4(tx, sealer, application, ssnLast4)
    : equalDigests(ssnLast4, openApplicant(sealer, application).ssn.slice(-4));
  const asked = application.consumer_application_human_readable_id;
  const isNumberRight = equalDigests(loanNumber ?? asked, asked);
  return isSsnRight && isNumberRight;
}

async function notifyOfLock(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  open: OpenIdentity,
  lock: IdentityLock,
): Promise<void> {
  // The wrong answers of a sign-in lock the account with the link.
  const isPortalLocked = open.link.kind === 'portal' && hasPortalAccount(open.application);
  const mailed =
    lock === 'day_locked' ? null : await mailLink(context, tx, { ...open, isPortalLocked });
  if (lock !== 'link_locked') await notifyOfDayLock(context, tx, open.application, mailed);
}

/** @param mailed what became of the new link; null where the same link is good again */
async function notifyOfDayLock(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  mailed: MailedLink | null,
): Promise<void> {
  const { sponsor_id, merchant_id, email, locale, accepted_at } = application;
  const today = easternDate(context.clock.now(sponsor_id));
  await queueMessage(context, tx, {
    ...identityLockedEmail({
      locale,
      until: longMoment(dayLockEnd(today), locale),
      isLoan: accepted_at !== null,
      nextStep: mailed === null || mailed === 'too_many' ? 'same_page' : 'mailed_link',
    }),
    sponsor_id,
    application_id: application.id,
    merchant_id,
    kind: 'identity_locked',
    channel: 'email',
    recipient: email,
    links: [],
  });
}
