import type { Transaction } from 'kysely';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingConfig, LendingContext } from '../../context.ts';
import { invitationStatusAt } from '../../domain/invitation-deadlines.ts';
import { lockApplication, moveApplication } from '../../store/applications.ts';
import { consentOf, lastConsent, recordConsent } from '../../store/consent-events.ts';
import { moveInvitation } from '../../store/invitations.ts';
import { listOffers } from '../../store/offers.ts';
import type { ApplicationRow, OfferRow } from '../../store/schema/applications.ts';
import type { InvitationRow } from '../../store/schema/hosted-pages.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { promisedOffer, standingOffer } from '../applications/offers-of-application.ts';
import { CLOSED, type LinkOutcome, type Visitor } from '../identity/visitor.ts';
import { type InvitedLink, withInvitation } from './invited-link.ts';

/**
 * Writes down that the link of an invitation was followed after its message had left. It need not have
 * been the consumer: programs open links, too.
 */
export async function noteVisit(
  context: LendingContext,
  token: string,
  { invitation }: InvitedLink,
): Promise<void> {
  if (!wasSent(invitation) || !isUnopened(context, invitation)) return;
  await withInvitation(context, token, async (tx, { invitation: locked }) => {
    if (wasSent(locked)) await noteOpened(context, tx, locked);
  });
}

function wasSent({ status }: InvitationRow): boolean {
  return status !== 'Scheduled';
}

/** The consumer begins to apply: the application is Started. A repeat changes nothing. */
export function startInvitation(
  context: LendingContext,
  token: string,
): Promise<LinkOutcome<'started'>> {
  return withInvitation(context, token, async (tx, { invitation, application, merchant }) => {
    if (merchant.status !== 'Active') return CLOSED;
    const opened = await noteOpened(context, tx, invitation);
    if (opened.status !== 'Opened') return CLOSED;
    await noteStarted(context, tx, application);
    return { kind: 'started' };
  });
}

/**
 * Marks an invitation Opened where it may be; the application is locked. A message that has not left
 * by then never does.
 */
export async function noteOpened(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  invitation: InvitationRow,
): Promise<InvitationRow> {
  if (!isUnopened(context, invitation)) return invitation;
  const at = context.clock.now(invitation.sponsor_id);
  const sent = wasSent(invitation)
    ? invitation
    : await moveInvitation(tx, invitation, { event: 'activated', at });
  return moveInvitation(tx, sent, { event: 'opened', at });
}

/** Marks an application Started; it is locked. */
export async function noteStarted(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  if (application.status !== 'Invited') return application;
  const at = clock.now(application.sponsor_id);
  return moveApplication(tx, application, { event: 'consumer_started', actor: 'consumer', at });
}

function isUnopened({ clock }: LendingContext, invitation: InvitationRow): boolean {
  const status = invitationStatusAt(invitation, clock.now(invitation.sponsor_id));
  return status === 'Sent' || status === 'DeliveryFailed';
}

/**
 * Writes down which offers the consumer was shown, in their order, by the digest of each, its id
 * included. The same offers again are no new view, unless in another language or on another day.
 */
export async function recordOfferView(
  { database, clock, ids, sealer, config }: LendingContext,
  application: ApplicationRow,
  visitor: Visitor,
): Promise<void> {
  const { id, sponsor_id } = application;
  const offers = await listOffers(database.query, sponsor_id, id);
  const now = clock.now(sponsor_id);
  const documentSha256 = offers.map((row) => sha256Hex(termsShown(config, application, row, now)));
  await database.transaction(async (tx) => {
    await lockApplication(tx, database, sponsor_id, id);
    const last = await lastConsent(tx, application, 'offer_view');
    if (last?.document_sha256 === JSON.stringify(documentSha256)) return;
    await recordConsent(
      tx,
      { database, ids, sealer },
      {
        ...consentOf(application),
        consentType: 'offer_view',
        action: 'shown',
        acceptedAt: now,
        ...visitor,
        documentSha256,
        collectedBy: 'hosted',
      },
    );
  });
}

/** An offer as it was promised, or as it stands in another language or on a later day. */
function termsShown(
  config: Pick<LendingConfig, 'texts'>,
  application: ApplicationRow,
  row: OfferRow,
  now: number,
): string {
  const { locale = application.locale } = promisedOffer(row);
  const isOfToday = easternDate(row.created_at) === easternDate(now);
  if (locale === application.locale && isOfToday) return row.terms;
  return JSON.stringify(standingOffer(config, application, row, now));
}
