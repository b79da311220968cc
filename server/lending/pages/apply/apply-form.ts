import { setTimeout as delay } from 'node:timers/promises';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import {
  type InvitationSubmission,
  invitationSubmission,
} from '../../../lending-api/invitations.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { LendingError } from '../../errors.ts';
import { linkProblem } from '../../operations/identity/hosted-link.ts';
import {
  DRAFT_LIFETIME_MS,
  type Draft,
  type DraftPlace,
  dropDraft,
  readDraft,
  saveDraft,
} from '../../operations/invitations/application-draft.ts';
import { invitationScreen } from '../../operations/invitations/invitation-screen.ts';
import type { InvitedLink } from '../../operations/invitations/invited-link.ts';
import {
  type Submitted,
  submitInvitation,
} from '../../operations/invitations/submit-invitation.ts';
import { cookieAt, formVisitFor, formVisitOf, leave, rememberIdentity } from '../cookies.ts';
import { sendBack, takeFlash } from '../flash.ts';
import { withLeaving } from '../hosted-page.ts';
import { unknownLink } from '../link-problems.ts';
import { page } from '../page.ts';
import type { PageContext } from '../page-context.ts';
import { formOf, type PageRequest, showAgain, visitorOf } from '../request.ts';
import {
  type ApplyStep,
  applyFields,
  applySteps,
  errorsOf,
  type FormStep,
  fieldsOf,
  firstOpenStep,
  formSteps,
  type Rules,
  stepAfter,
  stepBefore,
  stepOf,
  versionsOf,
  wireValue,
} from './form-fields.ts';
import { authorizePage, draftMinutes, formPage } from './form-page.ts';

export type InvitationPageRequest = PageRequest<InvitedLink>;

/** Where the form is: `/invitation/{token}/apply` */
function formPath({ path }: InvitationPageRequest): string {
  return `${path}/apply`;
}

function stepPath(request: InvitationPageRequest, step: ApplyStep): string {
  return `${formPath(request)}/${step}`;
}

/** There is a form to fill in, and the link opens it. */
async function isFormOpen({ context, opened }: InvitationPageRequest): Promise<boolean> {
  const { kind } = await invitationScreen(context, opened);
  return kind === 'details' && linkProblem(context, opened) === null;
}

/** Leads to the first step that is still open, or to what came of sending the form. */
export async function resumeForm(request: InvitationPageRequest) {
  if (!(await isFormOpen(request))) return showAgain(request);
  const draft = await draftOf(request);
  if (isSent(draft)) return request.c.redirect(notDecidedPath(request), 303);
  return request.c.redirect(stepPath(request, openStep(request, draft) ?? 'authorize'), 303);
}

/** It was sent as it is. If the form is open all the same, nothing was decided. */
function isSent({ sent }: Draft): boolean {
  return sent === 'yes';
}

/** This browser has sent the form, and what was typed is still kept: it knows of no decision. */
export async function hasSentForm(request: InvitationPageRequest): Promise<boolean> {
  return isSent(await draftOf(request));
}

/** The first step that is not answered well; null if only the authorization is left. */
function openStep(request: InvitationPageRequest, draft: Draft): FormStep | null {
  return firstOpenStep(draft, rulesOf(request), request.pageContext.strings.apply);
}

/** The page of a step, or the way to an earlier one that is still open. */
export async function showStep(request: InvitationPageRequest) {
  const { c, context } = request;
  const step = applySteps.find((each) => each === c.req.param('step'));
  if (step === undefined) return unknownLink(context, c);
  if (!(await isFormOpen(request))) return showAgain(request);
  const draft = await draftOf(request);
  const open = openStep(request, draft);
  if (open !== null && applySteps.indexOf(open) < applySteps.indexOf(step)) {
    return c.redirect(stepPath(request, open), 303);
  }
  // What was typed is in the draft: the flash has only the errors.
  const { errors, problem } = takeFlash(request, step, stepPath(request, step));
  const pageContext = contextOf(request);
  const view = { pageContext, path: formPath(request), onDate: todayOf(request) };
  return step === 'authorize'
    ? c.html(authorizePage({ ...view, problem }))
    : c.html(formPage({ ...view, step, draft, errors, problem }));
}

/**
 * Takes a step's answers: they are kept, right or wrong, and the next step follows the right ones, or
 * the one before if the consumer goes back. If the answers before them are gone by now, the first step
 * is asked for again.
 */
export async function takeStep(request: InvitationPageRequest) {
  const { c, context, pageContext } = request;
  const step = formSteps.find((each) => each === c.req.param('step'));
  if (step === undefined) return unknownLink(context, c);
  if (!(await isFormOpen(request))) return showAgain(request);
  const kept = await keptDraft(request);
  const field = await formOf(c);
  const draft = { ...kept, ...answersOf(field, step), sent: '' };
  await keepDraft(request, draft);
  if (kept === undefined && step !== 'contact') return sayDraftIsOver(request);
  const before = field('back') === 'yes' ? stepBefore(step) : undefined;
  if (before !== undefined) return c.redirect(stepPath(request, before), 303);
  const errors = errorsOf(step, draft, rulesOf(request), pageContext.strings.apply);
  if (errors.length > 0) return sendBack(request, step, { errors }, stepPath(request, step));
  return c.redirect(stepPath(request, stepAfter(step)), 303);
}

function sayDraftIsOver(request: InvitationPageRequest): Response {
  const problem = request.pageContext.strings.apply.draftOver(draftMinutes);
  return sendBack(request, 'contact', { problem }, stepPath(request, 'contact'));
}

/** A number that was kept is not typed again: the empty field leaves it. */
function answersOf(field: (name: string) => string, step: FormStep): Draft {
  const fields = fieldsOf(step);
  const names = [...fields, ...versionsOf(fields)];
  const typed = names.map((name): [string, string] => [name, field(name).slice(0, 254)]);
  return Object.fromEntries(
    typed
      .filter(([name, value]) => name !== 'ssn' || value !== '')
      .map(([name, value]) => [name, name === 'ssn' ? wireValue('ssn', value) : value]),
  );
}

/**
 * The written instructions are given: sends what was typed and goes on to what was decided. What
 * takes longer than the browser waits goes on by itself.
 */
export async function submitForm(request: InvitationPageRequest) {
  const { c, context, pageContext, token } = request;
  if (!(await isFormOpen(request))) return showAgain(request);
  const draft = await keptDraft(request);
  if (draft === undefined) return sayDraftIsOver(request);
  const open = openStep(request, draft);
  if (open !== null) return c.redirect(stepPath(request, open), 303);
  const field = await formOf(c);
  const { version, text } = pageContext.texts.current(
    'soft_pull_authorization',
    pageContext.locale,
    todayOf(request),
  );
  const authorization = { version, sha256: sha256Hex(text) };
  const isAsShown =
    field('soft_pull_consent_version') === version &&
    field('soft_pull_consent_text_sha256') === authorization.sha256;
  const submission = submissionOf(draft, authorization);
  const sent = isAsShown && submission ? 'yes' : '';
  // If nothing is decided, there is as much time to try again as after any other step.
  const place = await keepDraft(request, { ...draft, sent });
  if (!isAsShown) {
    const problem = pageContext.strings.apply.changed;
    return sendBack(request, 'authorize', { problem }, stepPath(request, 'authorize'));
  }
  if (!submission) return c.redirect(stepPath(request, 'contact'), 303);
  const work = submitInvitation(context, token, submission, visitorOf(request));
  return answer(request, { draft, place }, work);
}

/** The form as it is submitted; undefined when the schema finds something that no page has. */
function submissionOf(
  draft: Draft,
  authorization: { version: string; sha256: string },
): InvitationSubmission | undefined {
  const answers = applyFields.map((field) => [field, wireValue(field, draft[field] ?? '')]);
  const parsed = invitationSubmission.safeParse({
    ...Object.fromEntries(answers),
    ...Object.fromEntries(versionsOf(applyFields).map((name) => [name, draft[name]])),
    soft_pull_consent: true,
    soft_pull_consent_version: authorization.version,
    soft_pull_consent_text_sha256: authorization.sha256,
  });
  return parsed.success ? parsed.data : undefined;
}

/** A browser waits for the decision this long; then it is shown that there is none yet. */
const patienceMs = 8_000;

async function answer(
  request: InvitationPageRequest,
  { draft, place }: { draft: Draft; place: DraftPlace },
  work: Promise<Submitted>,
) {
  const { context } = request;
  const isDecided = work.then(async ({ kind }) => {
    if (kind !== 'decided') return false;
    await dropDraft(context, place);
    return true;
  });
  try {
    // The decision may be about somebody else: a visitor who is not known is asked who they are.
    if (await withPatience(isDecided)) rememberIdentity(request);
    return showAgain(request);
  } catch (error) {
    if (!(error instanceof LendingError)) throw error;
    // What is refused for what it says, or for now, is not what can be sent again as it is.
    if (error.kind !== 'unavailable') await saveDraft(context, place, { ...draft, sent: '' });
    return refused(request, error);
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

function refused(request: InvitationPageRequest, { kind, errors = {} }: LendingError) {
  const { apply: text } = request.pageContext.strings;
  if (kind === 'unavailable' || kind === 'in_progress') {
    return sendNotDecided(request, text.notDecided);
  }
  if (kind === 'limited') return sendNotDecided(request, text.askedTooOften);
  // The merchant is not active: the invitation's page says so as long as that holds.
  if (kind === 'forbidden') return showAgain(request);
  const [field = ''] = Object.keys(errors);
  const step = stepOf(field);
  const message = text.invalid.other;
  return sendBack(request, step, { errors: [{ field, message }] }, stepPath(request, step));
}

const notDecided = 'not-decided';

function notDecidedPath(request: InvitationPageRequest): string {
  return `${formPath(request)}/${notDecided}`;
}

/** Goes where it is said that nothing was decided and why. */
function sendNotDecided(request: InvitationPageRequest, problem: string) {
  return sendBack(request, notDecided, { problem }, notDecidedPath(request));
}

/**
 * Nothing was decided: the same can be sent again, below the text that allows it. Leads to the form
 * where nothing was sent; where there is a decision by now, to the decision.
 */
export async function showNotDecided(request: InvitationPageRequest) {
  const { c } = request;
  if (!(await isFormOpen(request))) return showAgain(request);
  const pageContext = contextOf(request);
  const { notDecidedTitle: title, notDecided: text, tryAgain } = pageContext.strings.apply;
  const flash = takeFlash(request, notDecided, notDecidedPath(request));
  const problem = flash.problem ?? (isSent(await draftOf(request)) ? text : null);
  if (problem === null) return c.redirect(formPath(request), 303);
  const content = html`<h1>${title}</h1>
    <p class="lede">${problem}</p>
    <p class="actions"><a class="button" href="${stepPath(request, 'authorize')}">${tryAgain}</a></p>`;
  return c.html(page(pageContext, { title }, content));
}

/**
 * What was typed so far. What the merchant knows of the consumer is not filled in: who has the link
 * need not be who was invited.
 */
async function draftOf(request: InvitationPageRequest): Promise<Draft> {
  return (await keptDraft(request)) ?? {};
}

function keptDraft(request: InvitationPageRequest): Promise<Draft | undefined> {
  return readDraft(request.context, placeOf(request));
}

const draftCookie = 'draft';

/** Where this browser's draft is; without its cookie or its visit there is none. */
function placeOf(request: InvitationPageRequest): DraftPlace {
  const { c, context, opened, path } = request;
  const secret = getCookie(c, draftCookie, cookieAt(context, path).prefix) ?? '';
  return { application: opened.application, secret, visit: formVisitOf(request) };
}

/** That of a page on which what was typed can be deleted. */
function contextOf(request: InvitationPageRequest): PageContext {
  const { pageContext } = request;
  const { secret, visit } = placeOf(request);
  if (secret === '' || visit === '') return pageContext;
  return withLeaving(request, pageContext.strings.leave.formHint);
}

/** What was typed is not for the next person at this device either. */
export async function leaveForm(request: InvitationPageRequest) {
  const { c, context, path } = request;
  await dropDraft(context, placeOf(request));
  deleteCookie(c, draftCookie, cookieAt(context, path));
  return leave(request);
}

/**
 * Keeps what was typed, and its secret in the browser as long.
 * @returns where it is now
 */
async function keepDraft(request: InvitationPageRequest, draft: Draft): Promise<DraftPlace> {
  const { c, context, path } = request;
  const place = { ...placeOf(request), visit: formVisitFor(request) };
  const secret = await saveDraft(context, place, draft);
  setCookie(c, draftCookie, secret, {
    ...cookieAt(context, path),
    maxAge: DRAFT_LIFETIME_MS / 1000,
  });
  return { ...place, secret };
}

function rulesOf(request: InvitationPageRequest): Rules {
  return {
    today: todayOf(request),
    acceptsSsn: (ssn) => request.context.providers.applicants.acceptsSsn(ssn),
  };
}

export function todayOf({ context, opened }: InvitationPageRequest): string {
  return easternDate(context.clock.now(opened.application.sponsor_id));
}
