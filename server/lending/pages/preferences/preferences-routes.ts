import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import {
  type HostedLink,
  linkProblem,
  openHostedLink,
} from '../../operations/identity/hosted-link.ts';
import { hasPortalAccount } from '../../operations/portal/portal-account.ts';
import { portalUrl } from '../../operations/portal/portal-url.ts';
import { askForPaper } from '../../operations/preferences/ask-for-paper.ts';
import { paperTo } from '../../operations/letters.ts';
import { preferencesOf } from '../../operations/preferences/preferences-of.ts';
import { stopSms } from '../../operations/preferences/stop-sms.ts';
import { withdrawEsign } from '../../operations/preferences/withdraw-esign.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import { type LinkForm, sendBack, takeFlash } from '../flash.ts';
import { problemNotice, unknownLink } from '../link-problem-page.ts';
import { isIdentified, rememberIdentity } from '../page-session.ts';
import { pageReader } from '../reader.ts';
import { digitsOf, formOf, visitorOf } from '../request.ts';
import { type KnownConsumer, preferencesPage } from './preferences-page.ts';

/** Where the links of messages lead: stopping them, paper copies, consent. */
export function createPreferencesPages(context: LendingContext): Hono {
  const pages = new Hono();
  pages.get('/preferences/:token', (c) => show(context, c));
  pages.post('/preferences/:token/sms', (c) => stop(context, c));
  pages.post('/preferences/:token/paper', (c) => paper(context, c));
  pages.post('/preferences/:token/esign', (c) => withdraw(context, c));
  return pages;
}

function tokenOf(c: Context): string {
  return c.req.param('token') ?? '';
}

function pathOf(c: Context): string {
  return `/preferences/${tokenOf(c)}`;
}

function esignForm(c: Context, { link }: HostedLink): LinkForm {
  return { link, path: pathOf(c), form: 'esign' };
}

async function show(context: LendingContext, c: Context) {
  const hosted = await openHostedLink(context.database.query, 'preferences', tokenOf(c));
  if (!hosted) return unknownLink(context, c);
  const { errors } = takeFlash(context, c, esignForm(c, hosted));
  const { application, merchant } = hosted;
  const reader = pageReader(context.config, application.locale);
  const preferences = await preferencesOf(context.database.query, application);
  const problem = linkProblem(context, hosted);
  const page = preferencesPage(reader, {
    ...preferences,
    path: pathOf(c),
    merchantName: merchant.business_name,
    paperTo: paperTo(application),
    known: isIdentified(context, c, hosted.link) ? await known(context, application) : null,
    problem: problem === null ? null : await problemNotice(context, c, reader, { hosted, problem }),
    errors,
  });
  return c.html(page);
}

async function known(context: LendingContext, application: ApplicationRow): Promise<KnownConsumer> {
  const { phone } = application;
  const hasAccount = hasPortalAccount(application);
  return { phone, portalUrl: hasAccount ? await portalUrl(context, application) : null };
}

async function stop(context: LendingContext, c: Context) {
  const isKnown = await stopSms(context, tokenOf(c), visitorOf(c, context));
  return isKnown ? c.redirect(pathOf(c), 303) : unknownLink(context, c);
}

async function paper(context: LendingContext, c: Context) {
  await askForPaper(context, tokenOf(c), visitorOf(c, context));
  return c.redirect(pathOf(c), 303);
}

async function withdraw(context: LendingContext, c: Context) {
  const hosted = await openHostedLink(context.database.query, 'preferences', tokenOf(c));
  if (!hosted) return unknownLink(context, c);
  if (linkProblem(context, hosted) !== null) return c.redirect(pathOf(c), 303);
  const { identity } = pageReader(context.config, hosted.application.locale).strings;
  const refuse = (message: string) =>
    sendBack(context, c, esignForm(c, hosted), { errors: [{ field: 'ssn_last4', message }] });
  const ssnLast4 = digitsOf((await formOf(c))('ssn_last4'));
  if (!/^\d{4}$/.test(ssnLast4)) return refuse(identity.missing);
  const visitor = visitorOf(c, context);
  const result = await withdrawEsign(context, tokenOf(c), { ssnLast4 }, visitor);
  if (result.kind === 'wrong') return refuse(identity.wrong(result.triesLeft));
  if (result.kind === 'withdrawn') rememberIdentity(context, c, hosted.link, pathOf(c));
  return c.redirect(pathOf(c), 303);
}
