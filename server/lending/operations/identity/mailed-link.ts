import type { Transaction } from 'kysely';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext } from '../../context.ts';
import { dayLockEnd, isDayLocked, isLinkLocked, mayMailLink } from '../../domain/attempt-limits.ts';
import { longMoment } from '../../domain/formats.ts';
import { mailedLinkEmail } from '../../domain/messages/loan-messages.ts';
import {
  type ConsumerLink,
  findMailedLink,
  issueLink,
  issueMailedLink,
  type LinkRequest,
  TERMS_LINK_MS,
} from '../../store/links.ts';
import { listMessagesOfKind } from '../../store/messages.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { queueMessage } from '../queue-message.ts';

const messageKind = 'mailed_link';

/** A link that takes no more answers, with whose it is; the application is locked. */
export interface LockedPage {
  link: Pick<ConsumerLink, 'kind' | 'subject_id' | 'expires_at'>;
  application: ApplicationRow;
  merchant: MerchantRow;
  /** The Payment Portal account is locked too, or is by the end of the transaction. */
  isPortalLocked: boolean;
}

export type MailedLink = 'sent' | 'already_sent' | 'too_many';

/**
 * E-mails the consumer a new link to a page whose link is locked: at once when the last try is used
 * up, and when it is asked for. Nothing is sent while a mailed link lives, nor more than three in 24
 * hours for an application.
 */
export async function mailLink(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { link, application, merchant, isPortalLocked }: LockedPage,
): Promise<MailedLink> {
  const state = await mailedLinkState(context, tx, { link, application });
  if (state === 'too_many') return state;
  if (state !== 'none') return 'already_sent';
  const { sponsor_id, merchant_id, locale, email } = application;
  const now = context.clock.now(sponsor_id);
  const today = easternDate(now);
  const { url } = await issueMailedLink(tx, context, {
    kind: link.kind,
    subjectId: link.subject_id,
    sponsorId: sponsor_id,
    expiresAt: endOfMailed(link, application, now),
    now,
  });
  await queueMessage(context, tx, {
    ...mailedLinkEmail({
      locale,
      merchant_name: merchant.business_name,
      isPortalLocked,
      lockedUntil: isDayLocked(application, today) ? longMoment(dayLockEnd(today), locale) : null,
      link: url,
    }),
    sponsor_id,
    application_id: application.id,
    merchant_id,
    kind: messageKind,
    channel: 'email',
    recipient: email,
    links: [url],
  });
  return 'sent';
}

/**
 * What a locked page can promise. `none`: a new link can be asked for. While the loan is locked for the
 * day, the link that was sent is `for_later`, or ends before that, `too_late`.
 */
export async function mailedLinkState(
  { clock }: Pick<LendingContext, 'clock'>,
  connection: Connection<LendingSchema>,
  { link, application }: Pick<LockedPage, 'link' | 'application'>,
): Promise<'none' | 'already_sent' | 'for_later' | 'too_late' | 'too_many'> {
  const now = clock.now(application.sponsor_id);
  const { kind, subject_id: subjectId } = link;
  const live = await findMailedLink(connection, { kind, subjectId, now });
  if (live !== undefined) {
    const today = easternDate(now);
    if (!isDayLocked(application, today)) return 'already_sent';
    return live.expires_at > dayLockEnd(today) ? 'for_later' : 'too_late';
  }
  const mailed = await listMessagesOfKind(connection, application, messageKind);
  const mayBeSent = mayMailLink(
    mailed.map(({ created_at }) => created_at),
    now,
  );
  return mayBeSent ? 'none' : 'too_many';
}

/**
 * The link that an e-mail to the consumer carries: the ordinary one, or a mailed one when that takes
 * no answers.
 */
export async function linkForEmail(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { identity_failures_total }: Pick<ApplicationRow, 'identity_failures_total'>,
  request: LinkRequest,
): Promise<string> {
  const ordinary = await issueLink(tx, context, request);
  const isLocked =
    ordinary.isLocked ||
    isLinkLocked({ link_failed_tries: 0, is_mailed: false, identity_failures_total });
  return isLocked ? (await issueMailedLink(tx, context, request)).url : ordinary.url;
}

/** Terms are offered for days; every other link ends as the locked one would have. */
export function endOfMailed(
  { kind, expires_at }: LockedPage['link'],
  { accepted_at, offers_expire_at }: ApplicationRow,
  now: number,
): number {
  if (kind !== 'terms') return expires_at;
  const ends = now + TERMS_LINK_MS;
  return accepted_at === null ? Math.min(ends, offers_expire_at ?? ends) : ends;
}
