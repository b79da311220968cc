import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import {
  chooseInvitedOffer,
  identifyForInvitation,
  withdrawInvitation,
} from '../../operations/invitations/answer-invitation.ts';
import { linkProblem } from '../../operations/identity/hosted-link.ts';
import type { InvitedLink } from '../../operations/invitations/invited-link.ts';
import { invitationScreen } from '../../operations/invitations/invitation-screen.ts';
import { openInvitation, startInvitation } from '../../operations/invitations/open-invitation.ts';
import { type LinkForm, sendBack, takeFlash } from '../flash.ts';
import { unknownLink } from '../link-problem-page.ts';
import { isIdentified, rememberIdentity } from '../page-session.ts';
import { pageReader } from '../reader.ts';
import { digitsOf, formOf } from '../request.ts';
import { type Applying, draftOf, rulesOf, showStep, takeStep } from './apply-form.ts';
import { notDecidedPage } from './not-decided-page.ts';
import { firstOpenStep } from './read-fields.ts';
import { showInvitation } from './show-invitation.ts';
import { isApplyStep } from './steps.ts';
import { notDecided, submit } from './submit.ts';

/** The application of an invited consumer: the form, the decision, the offers. */
export function createInvitationPages(context: LendingContext): Hono {
  const pages = new Hono();
  pages.get('/invitation/:token', (c) => show(context, c));
  pages.post('/invitation/:token/start', (c) => start(context, c));
  pages.post('/invitation/:token/withdraw', (c) => withdraw(context, c));
  pages.post('/invitation/:token/identity', (c) => identify(context, c));
  pages.post('/invitation/:token/offer', (c) => choose(context, c));
  pages.get('/invitation/:token/apply', (c) => resume(context, c));
  pages.get('/invitation/:token/apply/not-decided', (c) => showNotDecided(context, c));
  pages.get('/invitation/:token/apply/:step', (c) => getStep(context, c));
  pages.post('/invitation/:token/apply/:step', (c) => postStep(context, c));
  return pages;
}

function tokenOf(c: Context): string {
  return c.req.param('token') ?? '';
}

function pathOf(c: Context): string {
  return `/invitation/${tokenOf(c)}`;
}

/** After every answer: the page itself, which shows what holds now. */
function showAgain(c: Context) {
  return c.redirect(pathOf(c), 303);
}

function identityForm(c: Context, { link }: InvitedLink): LinkForm {
  return { link, path: pathOf(c), form: 'identity' };
}

function withdrawalForm(c: Context, { link }: InvitedLink): LinkForm {
  return { link, path: pathOf(c), form: 'withdraw' };
}

async function show(context: LendingContext, c: Context) {
  const hosted = await openInvitation(context, tokenOf(c));
  if (!hosted) return unknownLink(context, c);
  const screen = await invitationScreen(context, hosted);
  if (screen.kind === 'details' && linkProblem(context, hosted) === null)
    return c.redirect(`${pathOf(c)}/apply`, 303);
  const isCancelled = screen.kind === 'cancelled';
  const form = isCancelled ? withdrawalForm(c, hosted) : identityForm(c, hosted);
  const { errors, problem } = takeFlash(context, c, form);
  const isWithdrawn = isCancelled && problem !== null;
  return showInvitation(context, c, { path: pathOf(c), hosted, screen, errors, isWithdrawn });
}

async function start(context: LendingContext, c: Context) {
  await startInvitation(context, tokenOf(c));
  return showAgain(c);
}

async function withdraw(context: LendingContext, c: Context) {
  const hosted = await openInvitation(context, tokenOf(c));
  if (!hosted) return unknownLink(context, c);
  const { kind } = await withdrawInvitation(context, tokenOf(c));
  if (kind !== 'withdrawn') return showAgain(c);
  const { cancelled } = pageReader(context.config, hosted.application.locale).strings.apply;
  return sendBack(context, c, withdrawalForm(c, hosted), { problem: cancelled });
}

async function identify(context: LendingContext, c: Context) {
  const hosted = await openInvitation(context, tokenOf(c));
  if (!hosted) return unknownLink(context, c);
  const { identity } = pageReader(context.config, hosted.application.locale).strings;
  const refuse = (message: string) =>
    sendBack(context, c, identityForm(c, hosted), { errors: [{ field: 'ssn_last4', message }] });
  const ssnLast4 = digitsOf((await formOf(c))('ssn_last4'));
  if (!/^\d{4}$/.test(ssnLast4)) return refuse(identity.missing);
  const result = await identifyForInvitation(context, tokenOf(c), { ssnLast4 });
  if (result.kind === 'wrong') return refuse(identity.wrong(result.triesLeft));
  if (result.kind === 'passed') rememberIdentity(context, c, hosted.link, pathOf(c));
  return showAgain(c);
}

async function choose(context: LendingContext, c: Context) {
  const hosted = await openInvitation(context, tokenOf(c));
  if (!hosted) return unknownLink(context, c);
  const screen = await invitationScreen(context, hosted);
  const chosen = (await formOf(c))('offer_uuid');
  const isOffered =
    screen.kind === 'offers' && screen.offers.some(({ offer_uuid }) => offer_uuid === chosen);
  if (!isOffered || !isIdentified(context, c, hosted.link)) return showAgain(c);
  const result = await chooseInvitedOffer(context, tokenOf(c), chosen);
  return result.kind === 'chosen'
    ? c.redirect(new URL(result.termsLink).pathname, 303)
    : showAgain(c);
}

async function resume(context: LendingContext, c: Context) {
  return withForm(context, c, async (applying) => {
    const draft = await draftOf(context, c, applying);
    const { strings } = pageReader(context.config, applying.hosted.application.locale);
    const open = firstOpenStep(draft, rulesOf(context, applying), strings.apply);
    return c.redirect(`${applying.path}/${open ?? 'authorize'}`, 303);
  });
}

/** Where there is a decision by now, the page leads to it; where nothing was refused, to the form. */
async function showNotDecided(context: LendingContext, c: Context) {
  return withForm(context, c, (applying) => {
    const { hosted, path } = applying;
    const { problem } = takeFlash(context, c, notDecided(applying));
    if (problem === null) return c.redirect(path, 303);
    const reader = pageReader(context.config, hosted.application.locale);
    return c.html(notDecidedPage(reader, { path, problem }));
  });
}

async function getStep(context: LendingContext, c: Context) {
  const step = c.req.param('step') ?? '';
  if (!isApplyStep(step)) return unknownLink(context, c);
  return withForm(context, c, (applying) => showStep(context, c, applying, step));
}

async function postStep(context: LendingContext, c: Context) {
  const step = c.req.param('step') ?? '';
  if (!isApplyStep(step)) return unknownLink(context, c);
  return withForm(context, c, (applying) =>
    step === 'authorize'
      ? submit(context, c, tokenOf(c), applying)
      : takeStep(context, c, applying, step),
  );
}

/** Works on the form while there is one to fill in. */
async function withForm(
  context: LendingContext,
  c: Context,
  work: (applying: Applying) => Promise<Response> | Response,
): Promise<Response> {
  const hosted = await openInvitation(context, tokenOf(c));
  if (!hosted) return unknownLink(context, c);
  const { kind } = await invitationScreen(context, hosted);
  if (kind !== 'details' || linkProblem(context, hosted) !== null) return showAgain(c);
  return work({ hosted, path: `${pathOf(c)}/apply` });
}
