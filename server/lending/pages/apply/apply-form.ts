import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { linkProblem } from '../../operations/identity/hosted-link.ts';
import {
  DRAFT_LIFETIME_MS,
  type Draft,
  readDraft,
  saveDraft,
} from '../../operations/invitations/application-draft.ts';
import { invitationScreen } from '../../operations/invitations/invitation-screen.ts';
import type { InvitedLink } from '../../operations/invitations/invited-link.ts';
import { sendBack, takeFlash } from '../flash.ts';
import { unknownLink } from '../link-problems.ts';
import { page } from '../page.ts';
import { formOf } from '../request.ts';
import { showAgain, type Visit } from '../visit.ts';
import {
  type ApplyStep,
  applySteps,
  errorsOf,
  type FormStep,
  fieldsOfStep,
  firstOpenStep,
  formSteps,
  type Rules,
  stepAfter,
  wireValue,
} from './form-fields.ts';
import { authorizePage, formPage } from './form-page.ts';

export type InvitationVisit = Visit<InvitedLink>;

/** Where the form is: `/invitation/{token}/apply` */
export function formPath({ path }: InvitationVisit): string {
  return `${path}/apply`;
}

export function stepPath(visit: InvitationVisit, step: ApplyStep): string {
  return `${formPath(visit)}/${step}`;
}

/** There is a form to fill in, and the link opens it. */
export async function isFormOpen({ context, opened }: InvitationVisit): Promise<boolean> {
  const { kind } = await invitationScreen(context, opened);
  return kind === 'details' && linkProblem(context, opened) === null;
}

/** Leads to the first step that is still open. */
export async function resumeForm(visit: InvitationVisit) {
  if (!(await isFormOpen(visit))) return showAgain(visit);
  const open = openStep(visit, await draftOf(visit)) ?? 'authorize';
  return visit.c.redirect(stepPath(visit, open), 303);
}

/** The first step that is not answered well; null if only the authorization is left. */
export function openStep(visit: InvitationVisit, draft: Draft): FormStep | null {
  return firstOpenStep(draft, rulesOf(visit), visit.reader.strings.apply);
}

/** The page of a step, or the way to an earlier one that is still open. */
export async function showStep(visit: InvitationVisit) {
  const { c, context, reader } = visit;
  const step = applySteps.find((each) => each === c.req.param('step'));
  if (step === undefined) return unknownLink(context, c);
  if (!(await isFormOpen(visit))) return showAgain(visit);
  const draft = await draftOf(visit);
  const open = openStep(visit, draft);
  if (open !== null && applySteps.indexOf(open) < applySteps.indexOf(step)) {
    return c.redirect(stepPath(visit, open), 303);
  }
  // What was typed is in the draft: the flash has the remarks alone.
  const { errors, problem } = takeFlash(visit, step, stepPath(visit, step));
  const view = { reader, path: formPath(visit), onDate: todayOf(visit) };
  return step === 'authorize'
    ? c.html(authorizePage({ ...view, problem }))
    : c.html(formPage({ ...view, step, draft, errors }));
}

/** Takes a step's answers: they are kept, right or wrong, and the next step follows the right ones. */
export async function takeStep(visit: InvitationVisit) {
  const { c, context, opened, reader } = visit;
  const step = formSteps.find((each) => each === c.req.param('step'));
  if (step === undefined) return unknownLink(context, c);
  if (!(await isFormOpen(visit))) return showAgain(visit);
  const { application } = opened;
  const draft = { ...(await draftOf(visit)), ...answersOf(await formOf(c), step) };
  const secret = await saveDraft(context, { application, secret: draftSecret(visit) }, draft);
  keepDraftSecret(visit, secret);
  const errors = errorsOf(step, draft, rulesOf(visit), reader.strings.apply);
  if (errors.length > 0) return sendBack(visit, step, { errors }, stepPath(visit, step));
  return c.redirect(stepPath(visit, stepAfter(step)), 303);
}

const textVersions = ['esign_consent_version', 'privacy_notice_version', 'sms_consent_version'];

/** A number that was kept is not typed again: the empty field leaves it. */
function answersOf(field: (name: string) => string, step: FormStep): Draft {
  const names =
    step === 'consents' ? [...fieldsOfStep.consents, ...textVersions] : fieldsOfStep[step];
  const typed = names.map((name): [string, string] => [name, field(name).slice(0, 254)]);
  return Object.fromEntries(
    typed
      .filter(([name, value]) => name !== 'ssn' || value !== '')
      .map(([name, value]) => [name, name === 'ssn' ? wireValue('ssn', value) : value]),
  );
}

const notDecided = 'not-decided';

/** Goes where it is said, once, that nothing was decided and why. */
export function sayNotDecided(visit: InvitationVisit, problem: string) {
  return sendBack(visit, notDecided, { problem }, `${formPath(visit)}/${notDecided}`);
}

/**
 * The bureau did not answer: the same can be sent again, below the text that allows it. Leads to the
 * form where nothing was refused; where there is a decision by now, to the decision.
 */
export async function showNotDecided(visit: InvitationVisit) {
  const { c, reader } = visit;
  if (!(await isFormOpen(visit))) return showAgain(visit);
  const path = formPath(visit);
  const { problem } = takeFlash(visit, notDecided, `${path}/${notDecided}`);
  if (problem === null) return c.redirect(path, 303);
  const { notDecidedTitle: title, tryAgain } = reader.strings.apply;
  const content = html`<h1>${title}</h1>
    <p class="lede">${problem}</p>
    <p class="actions"><a class="button" href="${stepPath(visit, 'authorize')}">${tryAgain}</a></p>`;
  return c.html(page(reader, { title }, content));
}

/**
 * What was typed so far. What the merchant knows of the consumer is not filled in: who has the link
 * need not be who was invited.
 */
export async function draftOf(visit: InvitationVisit): Promise<Draft> {
  const { application } = visit.opened;
  return (await readDraft(visit.context, { application, secret: draftSecret(visit) })) ?? {};
}

const draftCookie = 'draft';

/** The secret by which this browser's draft is found; empty when it has none. */
export function draftSecret({ c }: InvitationVisit): string {
  return getCookie(c, draftCookie) ?? '';
}

/** Lets the browser keep the secret of its draft as long as the draft is kept. */
function keepDraftSecret(visit: InvitationVisit, secret: string): void {
  setCookie(visit.c, draftCookie, secret, {
    path: formPath(visit),
    httpOnly: true,
    sameSite: 'Lax',
    secure: visit.context.config.publicUrl.startsWith('https:'),
    maxAge: DRAFT_LIFETIME_MS / 1000,
  });
}

function rulesOf(visit: InvitationVisit): Rules {
  return {
    today: todayOf(visit),
    acceptsSsn: (ssn) => visit.context.providers.applicants.acceptsSsn(ssn),
  };
}

export function todayOf({ context, opened }: InvitationVisit): string {
  return easternDate(context.clock.now(opened.application.sponsor_id));
}
