import type { Transaction } from 'kysely';
import type { InvitationSubmission } from '../../../lending-api/invitations.ts';
import type { LendingContext } from '../../context.ts';
import { invitationStatusAt } from '../../domain/invitation-deadlines.ts';
import { LendingError } from '../../errors.ts';
import { lockLoan } from '../../store/accounts.ts';
import { findApplication, shareApplication, updateApplication } from '../../store/applications.ts';
import { type ConsentEvent, consentOf, recordConsents } from '../../store/consent-events.ts';
import { findInvitation } from '../../store/invitations.ts';
import { findMerchant, selectedProductIds } from '../../store/merchants.ts';
import { lockApplicationsOfPerson, lockPerson } from '../../store/persons.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { InvitationRow } from '../../store/schema/hosted-pages.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { hasOwnConsent, stopNumbers } from '../../store/sms-consent.ts';
import { type Begun, decideOnce, decideOrStart } from '../applications/ask-bureau.ts';
import { decisionInputsIndex, findEarlierAnswer } from '../applications/decide-application.ts';
import { applicantColumns, checkApplicant } from '../applications/new-application.ts';
import {
  type ConsentOrigin,
  consentsOfRepeat,
  softPullConsents,
} from '../applications/soft-pull-consents.ts';
import { linkProblem } from '../identity/hosted-link.ts';
import { CLOSED, type Closed, type Visitor } from '../identity/visitor.ts';
import { invitationAnsweredBy, invitationDecided } from './invitation-decided.ts';
import { findInvitedLink } from './invited-link.ts';
import { noteOpened, noteStarted } from './open-invitation.ts';

/** `application`: what the consumer goes on with, which an earlier one of the person may be. */
export type Submitted =
  | { kind: 'decided'; application: ApplicationRow }
  /** Another process is deciding it. */
  | { kind: 'in_progress' }
  | Closed;

/**
 * Takes the invited consumer's details and decides by the rules of a soft pull
 * (server/lending/DECISIONS.md, Soft pull; Invitations). A repeat of the same person has the same
 * outcome, anybody else finds it closed.
 * @throws LendingError `invalid` with the schema's field names, `forbidden` when the merchant is
 * not active, `limited` for a person's fourth inquiry in a day, `unavailable` when nothing was
 * decided and the same form can be sent again
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
    if (error.kind === 'in_progress') return { kind: 'in_progress' };
    if (error.kind === 'wrong_state') return CLOSED;
    throw error;
  }
}

/**
 * The same for an application by its id; without a visitor the consents are attested by the
 * sponsor.
 * @throws LendingError as `submitInvitation()`, and `not_found`, `wrong_state` when its invitation
 * cannot be answered, `in_progress` while it is being decided elsewhere
 */
export async function submitInvited(
  context: LendingContext,
  { sponsor_id, id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  submission: InvitationSubmission,
  visitor: Visitor | null,
): Promise<ApplicationRow> {
  const application = await findApplication(context.database.query, sponsor_id, id);
  if (!application) throw new LendingError('not_found', 'Not found.');
  checkApplicant(context, submission, context.clock.now(sponsor_id));
  const details = applicantColumns(context, application, submission);
  const decided = await decideOnce(context, application, () =>
    context.database.transaction((tx) =>
      beginInvited(context, tx, application, { ...details, submission, visitor }),
    ),
  );
  return decided.application;
}

/** What an invited consumer sent, as it will be stored. */
type InvitedDetails = ReturnType<typeof applicantColumns> & {
  submission: InvitationSubmission;
  /** Null where the sandbox applies for the consumer. */
  visitor: Visitor | null;
};

type Place = Pick<ApplicationRow, 'id' | 'sponsor_id'>;

/**
 * Finds the outcome that an invitation's submission has already, or writes it down and begins to
 * decide.
 * @throws LendingError `wrong_state` when the invitation is not open or somebody else has answered
 * it, `forbidden` when the merchant is not active, and as `decideOrStart()`
 */
export async function beginInvited(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Place,
  details: InvitedDetails,
): Promise<Begun> {
  // A soft pull of the same person locks in this order too.
  await lockPerson(tx, context.database, sponsor_id, details.columns.person_index);
  const application = await lockLoan(tx, context.database, sponsor_id, id);
  const invitation = await findInvitation(tx, sponsor_id, id);
  if (!invitation) throw new LendingError('wrong_state', 'Nobody was invited to this application.');
  const repeated = await findOutcome(tx, application, invitation);
  if (repeated) return requireSamePerson(repeated, details);
  await requireActiveMerchant(tx, application);
  await requireOpened(context, tx, invitation);
  const started = await noteStarted(context, tx, application);
  return beginOpened(context, tx, { started, invitation }, details);
}

async function beginOpened(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { started, invitation }: { started: ApplicationRow; invitation: InvitationRow },
  { columns: said, secrets, submission, visitor }: InvitedDetails,
): Promise<Begun> {
  const { sponsor_id, merchant_id } = started;
  const asked = { ...started, ...said };
  const earlier = await lockApplicationsOfPerson(tx, context.database, asked);
  const selected = await selectedProductIds(tx, sponsor_id, merchant_id);
  const decision_inputs_index = decisionInputsIndex(context, asked, { secrets, selected });
  const columns = { ...said, decision_inputs_index };
  const fresh = { ...started, ...columns };
  const answer = await findEarlierAnswer(context, tx, fresh, earlier);
  if (answer.kind === 'under_way') return answer;
  const now = context.clock.now(sponsor_id);
  const origin = originOf(visitor, now);
  const revoked = smsRevoked(fresh, invitation, submission, origin);
  const invited = invitation.phone ?? '';
  if (revoked.length > 0 && !(await hasOwnConsent(tx, fresh, invited))) {
    await stopNumbers(tx, sponsor_id, [invited], now);
  }
  if (answer.kind === 'answered') {
    const share = { user_id: started.invited_by, shared_at: now };
    await shareApplication(tx, answer.application, share);
    const consents = consentsOfRepeat(context.config, answer.application, submission, origin);
    await recordConsents(tx, context, answer.application.id, consents);
    await recordConsents(tx, context, started.id, revoked);
    await invitationAnsweredBy(context, tx, started, answer.application);
    return answer;
  }
  const { stored } = answer;
  const inquiry_id = stored?.inquiry_id ?? context.ids.orderedUuid(now);
  const application = await updateApplication(tx, started, { ...columns, inquiry_id }, now);
  const consents = softPullConsents(context.config, application, submission, origin);
  await recordConsents(tx, context, application.id, [...consents, ...revoked]);
  const begun = await decideOrStart(context, tx, { application, secrets, selected, stored });
  if (begun.kind === 'answered') await invitationDecided(context, tx, begun.application);
  return begun;
}

async function findOutcome(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { status, answered_by, sponsor_id }: InvitationRow,
): Promise<Begun | undefined> {
  if (application.status === 'Started' && application.person_index !== '') {
    return { kind: 'under_way', application };
  }
  if (status !== 'Completed') return undefined;
  const earlier = answered_by && (await findApplication(tx, sponsor_id, answered_by));
  return { kind: 'answered', application: earlier || application };
}

/** Whoever else has the link learns nothing of what was decided. */
function requireSamePerson(begun: Begun, { columns }: InvitedDetails): Begun {
  if (begun.application.person_index === columns.person_index) return begun;
  throw new LendingError('wrong_state', 'The invitation is Completed.');
}

async function requireActiveMerchant(
  tx: Transaction<LendingSchema>,
  { sponsor_id, merchant_id }: ApplicationRow,
): Promise<void> {
  const merchant = await findMerchant(tx, sponsor_id, merchant_id);
  if (merchant?.status !== 'Active') {
    throw new LendingError('forbidden', 'The merchant is not active.');
  }
}

async function requireOpened(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  invitation: InvitationRow,
): Promise<void> {
  const opened = await noteOpened(context, tx, invitation);
  const status = invitationStatusAt(opened, context.clock.now(opened.sponsor_id));
  if (status === 'Opened') return;
  throw new LendingError('wrong_state', `The invitation is ${status}.`);
}

/**
 * Whoever leaves the box for SMS empty takes back what the merchant had said; what they agreed to
 * themselves on another application stands.
 */
function smsRevoked(
  application: ApplicationRow,
  { phone }: InvitationRow,
  submission: InvitationSubmission,
  { isAttested = false, ...origin }: ConsentOrigin,
): ConsentEvent[] {
  if (phone === null || submission.sms_consent === true) return [];
  return [
    {
      ...consentOf(application),
      ...origin,
      consentType: 'revocation',
      action: isAttested ? 'attested' : 'clicked',
    },
  ];
}

function originOf(visitor: Visitor | null, acceptedAt: number) {
  return visitor === null
    ? ({ acceptedAt, isAttested: true, collectedBy: 'sponsor_api' } as const)
    : ({ acceptedAt, ...visitor, collectedBy: 'hosted' } as const);
}
