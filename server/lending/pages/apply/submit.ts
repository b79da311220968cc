import type { Context } from 'hono';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { dropDraft } from '../../operations/invitations/application-draft.ts';
import {
  type Submitted,
  submitInvitation,
} from '../../operations/invitations/submit-invitation.ts';
import { type LinkForm, sendBack } from '../flash.ts';
import { rememberIdentity } from '../page-session.ts';
import { pageReader } from '../reader.ts';
import { formOf, visitorOf } from '../request.ts';
import { type Applying, draftOf, formOfStep, rulesOf, todayOf } from './apply-form.ts';
import { draftSecret } from './draft-cookie.ts';
import { firstOpenStep } from './read-fields.ts';
import { stepOf } from './steps.ts';
import { submissionOf } from './submission.ts';

/** A browser waits for the decision this long; then it is shown that there is none yet. */
const PATIENCE_MS = 8_000;

/**
 * The written instructions are given: sends what was typed and goes on to what was decided. What
 * takes longer than the browser waits goes on by itself.
 */
export async function submit(
  context: LendingContext,
  c: Context,
  token: string,
  applying: Applying,
) {
  const { hosted, path } = applying;
  const { application } = hosted;
  const { strings, locale, texts } = pageReader(context.config, application.locale);
  const draft = await draftOf(context, c, applying);
  const open = firstOpenStep(draft, rulesOf(context, applying), strings.apply);
  if (open !== null) return c.redirect(`${path}/${open}`, 303);
  const field = await formOf(c);
  const { version, text } = texts.current(
    'soft_pull_authorization',
    locale,
    todayOf(context, hosted),
  );
  const authorization = { version, sha256: sha256Hex(text) };
  const isAsShown =
    field('soft_pull_consent_version') === version &&
    field('soft_pull_consent_text_sha256') === authorization.sha256;
  if (!isAsShown) {
    const problem = strings.apply.changed;
    return sendBack(context, c, formOfStep(applying, 'authorize'), { problem });
  }
  const submission = submissionOf(draft, authorization);
  if (!submission) return c.redirect(`${path}/contact`, 303);
  const work = submitInvitation(context, token, submission, visitorOf(c, context));
  return answer(context, c, applying, work);
}

async function answer(
  context: LendingContext,
  c: Context,
  applying: Applying,
  work: Promise<Submitted>,
) {
  const { application, link } = applying.hosted;
  const path = invitationPath(applying);
  const isDecided = work.then(async ({ kind }) => {
    if (kind === 'decided') await dropDraft(context, { application, secret: draftSecret(c) });
    return kind === 'decided';
  });
  try {
    // The decision may be about somebody else: a visitor who is not known is asked who they are.
    if (await withPatience(isDecided)) rememberIdentity(context, c, link, path);
    return c.redirect(path, 303);
  } catch (error) {
    if (error instanceof LendingError) return refused(context, c, applying, error);
    throw error;
  }
}

/** `/invitation/{token}` */
function invitationPath({ path }: Applying): string {
  return path.replace(/\/apply$/, '');
}

/** What came of the work, or false when that takes too long. */
async function withPatience(work: Promise<boolean>): Promise<boolean> {
  const patience = new AbortController();
  // Nobody waits for it any more when it fails later; the page shows the form again.
  work.catch(() => undefined);
  const waited = delay(PATIENCE_MS, false, { signal: patience.signal });
  try {
    return await Promise.race([work, waited.catch(() => false)]);
  } finally {
    patience.abort();
  }
}

/** Where it is said, once, that the bureau did not answer. */
export function notDecided({ hosted, path }: Applying): LinkForm {
  return { link: hosted.link, path: `${path}/not-decided`, form: 'not-decided' };
}

function refused(
  context: LendingContext,
  c: Context,
  applying: Applying,
  { kind, errors = {} }: LendingError,
) {
  const { locale } = applying.hosted.application;
  const text = pageReader(context.config, locale).strings.apply;
  if (kind === 'unavailable' || kind === 'in_work') {
    return sendBack(context, c, notDecided(applying), { problem: text.notDecided });
  }
  if (kind === 'limited') {
    return sendBack(context, c, notDecided(applying), { problem: text.askedTooOften });
  }
  // The merchant is not active: the invitation's page says so as long as that holds.
  if (kind === 'forbidden') return c.redirect(invitationPath(applying), 303);
  const [field = ''] = Object.keys(errors);
  const message = text.invalid.other;
  return sendBack(context, c, formOfStep(applying, stepOf(field)), {
    errors: [{ field, message }],
  });
}
