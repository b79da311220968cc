import type { Transaction } from 'kysely';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { invitationStatusAt } from '../../domain/invitation-deadlines.ts';
import { invitationMachine } from '../../domain/states/invitation.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { hasApplied } from '../../store/applicants.ts';
import { moveApplication } from '../../store/applications.ts';
import { findInvitation, moveInvitation } from '../../store/invitations.ts';
import { findOffer } from '../../store/offers.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { recordApplicationEvent } from '../applications/record-application-event.ts';
import { selectOffer } from '../applications/select-offer.ts';
import { checkIdentity, type IdentityClaim, linkProblem } from '../identity/hosted-link.ts';
import { CLOSED, type Closed, type LinkOutcome, type ProofOutcome } from '../identity/visitor.ts';
import { findInvitedLink, withInvitation } from './invited-link.ts';

/** The last four digits, asked of a browser in which the form was not sent before offers are shown. */
export function identifyForInvitation(
  context: LendingContext,
  token: string,
  claim: Pick<IdentityClaim, 'ssnLast4'>,
): Promise<ProofOutcome> {
  return withInvitation(context, token, async (tx, hosted) => {
    if (!hasApplied(hosted.application)) return CLOSED;
    return checkIdentity(context, tx, hosted, claim);
  });
}

/**
 * The consumer chooses an offer; answers the link to its terms.
 * @throws LendingError `invalid` with `selected_amount` for an amount that the offer does not allow,
 * and as `selectOffer()`
 */
export async function chooseInvitedOffer(
  context: LendingContext,
  token: string,
  offerUuid: string,
  choice: { selected_amount?: string } = {},
): Promise<{ kind: 'chosen'; termsLink: string } | Closed> {
  const hosted = await findInvitedLink(context, token);
  if (!hosted || linkProblem(context, hosted) !== null) return CLOSED;
  const { application } = hosted;
  const sponsor = { id: application.sponsor_id };
  const offer = await findOffer(context.database.query, sponsor.id, offerUuid);
  if (offer?.application_id !== application.id) return CLOSED;
  const { consumer_invitation_link } = await selectOffer(context, sponsor, offerUuid, choice);
  return { kind: 'chosen', termsLink: consumer_invitation_link };
}

/** The consumer does not want to apply: invitation and application are Cancelled, with a callback. */
export function withdrawInvitation(
  context: LendingContext,
  token: string,
): Promise<LinkOutcome<'withdrawn'>> {
  return withInvitation(context, token, async (tx, { application }) => {
    const cancelled = await cancelInvitation(context, tx, application, 'consumer');
    if (!cancelled) return CLOSED;
    await recordApplicationEvent(context, tx, cancelled, 'decision');
    return { kind: 'withdrawn' };
  });
}

/**
 * Cancels an open invitation with its application, which the caller has locked. Answers the
 * cancelled application, about which the caller calls the sponsor back; undefined, with nothing
 * changed, when the invitation is over or being decided.
 */
export async function cancelInvitation(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  actor: string,
): Promise<ApplicationRow | undefined> {
  const { id, sponsor_id, person_index } = application;
  const invitation = await findInvitation(tx, sponsor_id, id);
  const at = context.clock.now(sponsor_id);
  const isOpen =
    invitation !== undefined &&
    person_index === '' &&
    canMove(invitationMachine, invitationStatusAt(invitation, at), 'cancelled');
  if (!isOpen) return undefined;
  await moveInvitation(tx, invitation, { event: 'cancelled', at });
  const cancelled = await moveApplication(tx, application, { event: 'withdrawn', actor, at });
  await unschedule(tx, timerKinds.invitationActivation, id);
  await unschedule(tx, timerKinds.invitationExpiry, id);
  return cancelled;
}
