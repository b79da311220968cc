import type { Context } from 'hono';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import {
  type Draft,
  readDraft,
  saveDraft,
} from '../../operations/invitations/application-draft.ts';
import type { InvitedLink } from '../../operations/invitations/invited-link.ts';
import { type Flash, type LinkForm, sendBack, takeFlash } from '../flash.ts';
import { pageReader } from '../reader.ts';
import { formOf } from '../request.ts';
import { authorizePage } from './authorize-page.ts';
import { draftSecret, keepDraftSecret } from './draft-cookie.ts';
import { formPage } from './form-page.ts';
import { errorsOf, firstOpenStep, type Rules, wireValue } from './read-fields.ts';
import { type ApplyStep, applySteps, type FormStep, fieldsOfStep, stepAfter } from './steps.ts';

/** One browser at one invitation's form. */
export interface Applying {
  hosted: InvitedLink;
  /** `/invitation/{token}/apply` */
  path: string;
}

/**
 * What was typed so far. What the merchant knows of the consumer is not filled in: who has the link
 * need not be who was invited.
 */
export async function draftOf(
  context: LendingContext,
  c: Context,
  { hosted }: Applying,
): Promise<Draft> {
  const { application } = hosted;
  return (await readDraft(context, { application, secret: draftSecret(c) })) ?? {};
}

/** The page of a step, or the way to an earlier one that is still open. */
export async function showStep(
  context: LendingContext,
  c: Context,
  applying: Applying,
  step: ApplyStep,
) {
  const draft = await draftOf(context, c, applying);
  const reader = pageReader(context.config, applying.hosted.application.locale);
  const open = firstOpenStep(draft, rulesOf(context, applying), reader.strings.apply);
  if (open !== null && applySteps.indexOf(open) < applySteps.indexOf(step)) {
    return c.redirect(`${applying.path}/${open}`, 303);
  }
  const flash = takeFlash(context, c, formOfStep(applying, step));
  return step === 'authorize'
    ? showAuthorization(context, c, applying, flash)
    : showForm(context, c, applying, { step, draft, flash });
}

/** What was typed into it is in the draft: its flash has the remarks alone. */
export function formOfStep({ hosted, path }: Applying, step: ApplyStep): LinkForm {
  return { link: hosted.link, path: `${path}/${step}`, form: step };
}

/** Takes a page's answers: they are kept, right or wrong, and the next page follows the right ones. */
export async function takeStep(
  context: LendingContext,
  c: Context,
  applying: Applying,
  step: FormStep,
) {
  const { application } = applying.hosted;
  const draft = { ...(await draftOf(context, c, applying)), ...(await answersOf(c, step)) };
  const { strings } = pageReader(context.config, application.locale);
  const secret = await saveDraft(context, { application, secret: draftSecret(c) }, draft);
  keepDraftSecret(context, c, { path: applying.path, secret });
  const errors = errorsOf(step, draft, rulesOf(context, applying), strings.apply);
  if (errors.length > 0) return sendBack(context, c, formOfStep(applying, step), { errors });
  return c.redirect(`${applying.path}/${stepAfter(step)}`, 303);
}

/** A number that was kept is not typed again: the empty field leaves it. */
async function answersOf(c: Context, step: FormStep): Promise<Draft> {
  const field = await formOf(c);
  const names =
    step === 'consents' ? [...fieldsOfStep.consents, ...TEXT_VERSIONS] : fieldsOfStep[step];
  const typed = names.map((name): [string, string] => [name, field(name).slice(0, 254)]);
  return Object.fromEntries(
    typed
      .filter(([name, value]) => name !== 'ssn' || value !== '')
      .map(([name, value]) => [name, name === 'ssn' ? wireValue('ssn', value) : value]),
  );
}

const TEXT_VERSIONS = ['esign_consent_version', 'privacy_notice_version', 'sms_consent_version'];

interface Shown {
  step: FormStep;
  draft: Draft;
  flash: Flash;
}

function showForm(
  context: LendingContext,
  c: Context,
  { hosted, path }: Applying,
  { step, draft, flash }: Shown,
) {
  const reader = pageReader(context.config, hosted.application.locale);
  const onDate = todayOf(context, hosted);
  const { errors } = flash;
  return c.html(formPage({ reader, path, step, draft, errors, onDate }));
}

function showAuthorization(
  context: LendingContext,
  c: Context,
  { hosted, path }: Applying,
  { problem }: Flash,
) {
  const reader = pageReader(context.config, hosted.application.locale);
  return c.html(authorizePage({ reader, path, onDate: todayOf(context, hosted), problem }));
}

export function rulesOf(context: LendingContext, { hosted }: Applying): Rules {
  return {
    today: todayOf(context, hosted),
    acceptsSsn: (ssn) => context.providers.applicants.acceptsSsn(ssn),
  };
}

export function todayOf({ clock }: LendingContext, { application }: InvitedLink): string {
  return easternDate(clock.now(application.sponsor_id));
}
