import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import {
  type HostedLink,
  linkProblem,
  openHostedLink,
} from '../../operations/identity/hosted-link.ts';
import { setUpPortalByLink } from '../../operations/portal/set-up-portal.ts';
import { hasPortalAccount } from '../../operations/portal/portal-account.ts';
import { signInToPortal } from '../../operations/portal/sign-in-to-portal.ts';
import { type LinkForm, sendBack, takeFlash } from '../flash.ts';
import { leftToSpend } from '../left-to-spend.ts';
import { linkProblemPage, nothingLeftPage, unknownLink } from '../link-problem-page.ts';
import { loanProofForm, readLoanProof } from '../loan-proof.ts';
import { noticePage } from '../notice-page.ts';
import { isIdentified, rememberIdentity } from '../page-session.ts';
import { type FieldError, loanMismatch } from '../parts.ts';
import { pageReader } from '../reader.ts';
import { digitsOf, formOf, wayBackTo } from '../request.ts';
import { portalPage } from './portal-page.ts';
import { showAccount } from './show-account.ts';

/** The Payment Portal: setting the account up, then signing in to it. */
export function createPortalPages(context: LendingContext): Hono {
  const pages = new Hono();
  pages.get('/portal/:token', (c) => show(context, c));
  pages.post('/portal/:token', (c) => setUp(context, c));
  pages.post('/portal/:token/sign-in', (c) => signIn(context, c));
  return pages;
}

function tokenOf(c: Context): string {
  return c.req.param('token') ?? '';
}

function pathOf(c: Context): string {
  return `/portal/${tokenOf(c)}`;
}

function open({ database }: LendingContext, c: Context): Promise<HostedLink | undefined> {
  return openHostedLink(database.query, 'portal', tokenOf(c));
}

function formAt(c: Context, { link }: HostedLink, form: 'set_up' | 'sign_in'): LinkForm {
  return { link, path: pathOf(c), form };
}

async function show(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const hasAccount = hasPortalAccount(hosted.application);
  const flash = takeFlash(context, c, formAt(c, hosted, hasAccount ? 'sign_in' : 'set_up'));
  const { application } = hosted;
  const reader = pageReader(context.config, application.locale);
  const back = wayBackTo(context, c, hosted);
  const isKnown = isIdentified(context, c, hosted.link);
  if (application.status === 'Cancelled') {
    if (!isKnown) return nothingLeftPage(context, c, hosted);
    const { cancelledTitle, cancelled } = reader.strings.state;
    return c.html(noticePage(reader, { title: cancelledTitle, text: cancelled, back }));
  }
  if (hasAccount) {
    return showAccount(context, c, { path: pathOf(c), hosted, ...loanProofForm(flash) });
  }
  const left = await leftToSpend(context, application);
  if (left.isWindowOver) {
    if (!isKnown) return nothingLeftPage(context, c, hosted);
    const { overTitle, over } = reader.strings.portal;
    const text = over(reader.format.date(left.purchaseWindowEndDate));
    return c.html(noticePage(reader, { title: overTitle, text, back }));
  }
  const problem = linkProblem(context, hosted);
  if (problem !== null) return linkProblemPage(context, c, hosted, problem);
  if (flash.problem !== null) {
    const notice = { title: reader.strings.portal.unavailableTitle, text: flash.problem, back };
    return c.html(noticePage(reader, notice));
  }
  const onDate = easternDate(context.clock.now(application.sponsor_id));
  return c.html(portalPage(reader, { action: pathOf(c), errors: flash.errors, onDate }));
}

async function setUp(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const { isWindowOver } = await leftToSpend(context, hosted.application);
  if (isWindowOver || hasPortalAccount(hosted.application)) return c.redirect(pathOf(c), 303);
  const reader = pageReader(context.config, hosted.application.locale);
  const { identity, portal } = reader.strings;
  const field = await formOf(c);
  const ssnLast4 = digitsOf(field('ssn_last4'));
  const form = formAt(c, hosted, 'set_up');
  const refuse = (message: string) =>
    sendBack(context, c, form, { errors: [{ field: 'ssn_last4', message }] });
  if (!/^\d{4}$/.test(ssnLast4)) return refuse(identity.missing);
  const wishes = { wantsAutopay: field('autopay') === 'yes' };
  const answer = await setUpPortalByLink(context, tokenOf(c), { ssnLast4 }, wishes);
  switch (answer.kind) {
    case 'wrong':
      return refuse(identity.wrong(answer.triesLeft));
    case 'unavailable':
      return sendBack(context, c, form, { problem: portal.unavailable });
    case 'active':
      rememberIdentity(context, c, hosted.link, pathOf(c));
      return c.redirect(pathOf(c), 303);
    case 'closed':
      return c.redirect(pathOf(c), 303);
  }
}

async function signIn(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const reader = pageReader(context.config, hosted.application.locale);
  const { proof, errors, typed } = readLoanProof(reader, await formOf(c));
  const refuse = (said: readonly FieldError[]) =>
    sendBack(context, c, formAt(c, hosted, 'sign_in'), { errors: said, typed });
  if (errors.length > 0) return refuse(errors);
  const result = await signInToPortal(context, tokenOf(c), proof);
  if (result.kind === 'wrong') return refuse([loanMismatch(reader, result.triesLeft)]);
  if (result.kind === 'passed') rememberIdentity(context, c, hosted.link, pathOf(c));
  return c.redirect(pathOf(c), 303);
}
