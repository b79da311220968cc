import type { InvitationSubmission } from '../../../lending-api/invitations.ts';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { findApplication } from '../../store/applications.ts';
import type { ApplicationTable } from '../../store/schema.ts';
import { checkApplicant } from '../applications/check-applicant.ts';
import { applicantColumns } from '../applications/new-application.ts';
import { reachDecision } from '../applications/reach-decision.ts';
import { linkProblem } from '../identity/hosted-link.ts';
import type { Visitor } from '../identity/visitor.ts';
import { beginInvited } from './begin-invited.ts';
import { invitationDecided } from './invitation-decided.ts';
import { CLOSED, type Closed } from '../identity/tried.ts';
import { findInvitedLink } from './invited-link.ts';

/** `application`: what the consumer goes on with, which an earlier one of the person may be. */
export type Submitted =
  | { kind: 'decided'; application: ApplicationTable }
  /** Another process is deciding it. */
  | { kind: 'in_work' }
  | Closed;

/**
 * Takes the invited consumer's details and decides by the rules of a soft pull (lending decisions,
 * 2.10, 6.4). A repeat of the same person has the same outcome, anybody else finds it closed. Throws
 * `invalid` with the schema's field names, `forbidden` when the merchant is not active, `limited` for
 * a person's fourth inquiry in a day, `unavailable` when nothing was decided and the same form can be
 * sent again.
 */
export async function submitInvitation(
  context: LendingContext,
  token: string,
  submission: InvitationSubmission,
  visitor: Visitor,
): Promise<Submitted> {
  const hosted = await findInvitedLink(context, token);
  if (!hosted || linkProblem(context, hosted) !== null) return CLOSED;
  const { sponsor_id, application_id } = hosted.invitation;
  try {
    const application = await submitInvited(
      context,
      { sponsor_id, id: application_id },
      submission,
      visitor,
    );
    return { kind: 'decided', application };
  } catch (error) {
    if (!(error instanceof LendingError)) throw error;
    if (error.kind === 'in_work') return { kind: 'in_work' };
    if (error.kind === 'wrong_state') return CLOSED;
    throw error;
  }
}

/**
 * The same for an application by its id; without a visitor the consents are attested by the sponsor.
 * Throws `wrong_state` when its invitation cannot be answered, `in_work` while it is being decided
 * elsewhere.
 */
export async function submitInvited(
  context: LendingContext,
  { sponsor_id, id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
  submission: InvitationSubmission,
  visitor: Visitor | null,
): Promise<ApplicationTable> {
  const application = await findApplication(context.database.query, sponsor_id, id);
  if (!application) throw new LendingError('not_found', 'Not found.');
  checkApplicant(context, submission, context.clock.now(sponsor_id));
  const details = applicantColumns(context, application, submission);
  const outcome = await reachDecision(context, {
    application,
    begin: (tx) => beginInvited(context, tx, application, { ...details, submission, visitor }),
    after: (tx, decided) => invitationDecided(context, tx, decided),
  });
  return outcome.application;
}
