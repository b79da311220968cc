import { setTimeout as delay } from 'node:timers/promises';
import {
  type InvitationSubmission,
  invitationSubmission,
} from '../../../lending-api/invitations.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { LendingError } from '../../errors.ts';
import { type Draft, dropDraft } from '../../operations/invitations/application-draft.ts';
import {
  type Submitted,
  submitInvitation,
} from '../../operations/invitations/submit-invitation.ts';
import { sendBack } from '../flash.ts';
import { formOf } from '../request.ts';
import { rememberIdentity, showAgain, visitorOf } from '../visit.ts';
import {
  draftOf,
  draftSecret,
  type InvitationVisit,
  isFormOpen,
  openStep,
  sayNotDecided,
  stepPath,
  todayOf,
} from './apply-form.ts';
import { fieldsOfStep, formSteps, stepOf, wireValue } from './form-fields.ts';

/**
 * The written instructions are given: sends what was typed and goes on to what was decided. What
 * takes longer than the browser waits goes on by itself.
 */
export async function submitForm(visit: InvitationVisit) {
  const { c, context, reader, token } = visit;
  if (!(await isFormOpen(visit))) return showAgain(visit);
  const draft = await draftOf(visit);
  const open = openStep(visit, draft);
  if (open !== null) return c.redirect(stepPath(visit, open), 303);
  const field = await formOf(c);
  const { version, text } = reader.texts.current(
    'soft_pull_authorization',
    reader.locale,
    todayOf(visit),
  );
  const authorization = { version, sha256: sha256Hex(text) };
  const isAsShown =
    field('soft_pull_consent_version') === version &&
    field('soft_pull_consent_text_sha256') === authorization.sha256;
  if (!isAsShown) {
    const problem = reader.strings.apply.changed;
    return sendBack(visit, 'authorize', { problem }, stepPath(visit, 'authorize'));
  }
  const submission = submissionOf(draft, authorization);
  if (!submission) return c.redirect(stepPath(visit, 'contact'), 303);
  return answer(visit, submitInvitation(context, token, submission, visitorOf(visit)));
}

const versions = ['esign_consent_version', 'privacy_notice_version', 'sms_consent_version'];

/** The form as it is submitted; undefined when the schema finds something that no page has. */
function submissionOf(
  draft: Draft,
  authorization: { version: string; sha256: string },
): InvitationSubmission | undefined {
  const answers = formSteps
    .flatMap((step) => fieldsOfStep[step])
    .map((field) => [field, wireValue(field, draft[field] ?? '')]);
  const parsed = invitationSubmission.safeParse({
    ...Object.fromEntries(answers),
    ...Object.fromEntries(versions.map((name) => [name, draft[name]])),
    soft_pull_consent: true,
    soft_pull_consent_version: authorization.version,
    soft_pull_consent_text_sha256: authorization.sha256,
  });
  return parsed.success ? parsed.data : undefined;
}

/** A browser waits for the decision this long; then it is shown that there is none yet. */
const patienceMs = 8_000;

async function answer(visit: InvitationVisit, work: Promise<Submitted>) {
  const { context, opened } = visit;
  const isDecided = work.then(async ({ kind }) => {
    if (kind !== 'decided') return false;
    await dropDraft(context, { application: opened.application, secret: draftSecret(visit) });
    return true;
  });
  try {
    // The decision may be about somebody else: a visitor who is not known is asked who they are.
    if (await withPatience(isDecided)) rememberIdentity(visit);
    return showAgain(visit);
  } catch (error) {
    if (error instanceof LendingError) return refused(visit, error);
    throw error;
  }
}

/** What came of the work, or false when that takes too long. */
async function withPatience(work: Promise<boolean>): Promise<boolean> {
  const patience = new AbortController();
  // Nobody waits for it any more when it fails later; the page shows the form again.
  work.catch(() => undefined);
  const waited = delay(patienceMs, false, { signal: patience.signal });
  try {
    return await Promise.race([work, waited.catch(() => false)]);
  } finally {
    patience.abort();
  }
}

function refused(visit: InvitationVisit, { kind, errors = {} }: LendingError) {
  const { apply: text } = visit.reader.strings;
  if (kind === 'unavailable' || kind === 'in_work') return sayNotDecided(visit, text.notDecided);
  if (kind === 'limited') return sayNotDecided(visit, text.askedTooOften);
  // The merchant is not active: the invitation's page says so as long as that holds.
  if (kind === 'forbidden') return showAgain(visit);
  const [field = ''] = Object.keys(errors);
  const step = stepOf(field);
  const message = text.invalid.other;
  return sendBack(visit, step, { errors: [{ field, message }] }, stepPath(visit, step));
}
