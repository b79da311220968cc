import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import { type HostedLink, openHostedLink } from '../../operations/identity/hosted-link.ts';
import {
  acceptTermsByLink,
  confirmStepUp,
  declineTermsByLink,
  identifyForTerms,
  sendStepUpCodeAgain,
} from '../../operations/terms/answer-terms.ts';
import { selectedLoanOf } from '../../operations/terms/loan-terms-of.ts';
import type { Spouse } from '../../operations/terms/send-spouse-notice.ts';
import { listDocuments } from '../../store/documents.ts';
import { type Flash, type LinkForm, sendBack, takeFlash } from '../flash.ts';
import { unknownLink } from '../link-problem-page.ts';
import { isIdentified, rememberIdentity } from '../page-session.ts';
import type { FieldError } from '../parts.ts';
import { pageReader } from '../reader.ts';
import { digitsOf, formOf, visitorOf } from '../request.ts';
import { declinePage } from './decline-page.ts';
import { disclosuresOf } from '../../documents/loan-disclosures.ts';
import { documentsPage } from './documents-page.ts';
import { showTerms } from './show-terms.ts';
import {
  asksHousehold,
  type Household,
  householdErrors,
  householdOf,
  spouseOf,
  typedOf,
} from './spouse-fields.ts';
import { type TermsScreen, termsScreen } from './terms-screen.ts';

/** The terms page: identity, perhaps a one-time code, the loan, accept or decline. */
export function createTermsPages(context: LendingContext): Hono {
  const pages = new Hono();
  pages.get('/terms/:token', (c) => show(context, c));
  pages.get('/terms/:token/documents', (c) => showDocuments(context, c));
  pages.get('/terms/:token/decline', (c) => askToDecline(context, c));
  pages.post('/terms/:token/identity', (c) => identify(context, c));
  pages.post('/terms/:token/code', (c) => confirm(context, c));
  pages.post('/terms/:token/code/again', (c) => sendCodeAgain(context, c));
  pages.post('/terms/:token/accept', (c) => accept(context, c));
  pages.post('/terms/:token/decline', (c) => decline(context, c));
  return pages;
}

function tokenOf(c: Context): string {
  return c.req.param('token') ?? '';
}

function pathOf(c: Context): string {
  return `/terms/${tokenOf(c)}`;
}

function open({ database }: LendingContext, c: Context): Promise<HostedLink | undefined> {
  return openHostedLink(database.query, 'terms', tokenOf(c));
}

async function show(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const screen = termsScreen(context, hosted, isIdentified(context, c, hosted.link));
  const flash = takeFlash(context, c, formOfScreen(c, hosted, screen.kind));
  return showTerms(context, c, screen, { path: pathOf(c), hosted, flash });
}

/** Each screen has one form at most. */
function formOfScreen(c: Context, { link }: HostedLink, form: TermsScreen['kind']): LinkForm {
  return { link, path: pathOf(c), form };
}

/** After every answer: the page itself, which shows what holds now. */
function showAgain(c: Context) {
  return c.redirect(pathOf(c), 303);
}

async function identify(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const { identity } = pageReader(context.config, hosted.application.locale).strings;
  const refuse = (message: string) =>
    sendBack(context, c, formOfScreen(c, hosted, 'identity'), {
      errors: [error('ssn_last4', message)],
    });
  const ssnLast4 = digitsOf((await formOf(c))('ssn_last4'));
  if (!/^\d{4}$/.test(ssnLast4)) return refuse(identity.missing);
  const result = await identifyForTerms(context, tokenOf(c), { ssnLast4 });
  if (result.kind === 'wrong') return refuse(identity.wrong(result.triesLeft));
  if (result.kind === 'passed') rememberIdentity(context, c, hosted.link, pathOf(c));
  return showAgain(c);
}

async function confirm(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  if (!isIdentified(context, c, hosted.link)) return showAgain(c);
  const { stepUp } = pageReader(context.config, hosted.application.locale).strings;
  const refuse = (message: string) =>
    sendBack(context, c, formOfScreen(c, hosted, 'code'), { errors: [error('code', message)] });
  const code = digitsOf((await formOf(c))('code'));
  if (!/^\d{6}$/.test(code)) return refuse(stepUp.missing);
  const result = await confirmStepUp(context, tokenOf(c), code);
  // The page says by itself that the code is over.
  return result.kind === 'wrong' ? refuse(stepUp.wrong(result.triesLeft)) : showAgain(c);
}

async function sendCodeAgain(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  if (!isIdentified(context, c, hosted.link)) return showAgain(c);
  const { kind } = await sendStepUpCodeAgain(context, tokenOf(c));
  if (kind !== 'too_many') return showAgain(c);
  const { stepUp } = pageReader(context.config, hosted.application.locale).strings;
  return sendBack(context, c, formOfScreen(c, hosted, 'code'), { problem: stepUp.tooMany });
}

async function accept(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  if (!isIdentified(context, c, hosted.link)) return showAgain(c);
  const { terms: text } = pageReader(context.config, hosted.application.locale).strings;
  const field = await formOf(c);
  const typedName = field('typed_name').slice(0, 100);
  const household = householdOf(field);
  const refuse = (flash: Partial<Flash>) =>
    sendBack(context, c, formOfScreen(c, hosted, 'terms'), {
      ...flash,
      typed: { typed_name: typedName, ...typedOf(household) },
    });
  const errors = await missingIn(context, hosted, field);
  if (errors.length > 0) return refuse({ errors });
  const result = await acceptTermsByLink(context, tokenOf(c), {
    typedName,
    action: 'typed_name',
    shown: field('shown'),
    visitor: visitorOf(c, context),
    spouse: await spouseAskedFor(context, hosted, household),
  });
  return result.kind === 'changed' ? refuse({ problem: text.changed }) : showAgain(c);
}

async function missingIn(
  context: LendingContext,
  { application }: HostedLink,
  field: (name: string) => string,
): Promise<FieldError[]> {
  if (application.status !== 'Approved: Offer Selected') return [];
  const { terms: text, spouse } = pageReader(context.config, application.locale).strings;
  const { terms } = await selectedLoanOf(context, context.database.query, application);
  const isHardPullMissing = terms.hard_inquiry_on_accept && field('hard_pull') !== 'yes';
  return [
    ...(isHardPullMissing ? [error('hard_pull', text.missingHardPull)] : []),
    ...(asksHousehold(terms) ? householdErrors(householdOf(field), spouse) : []),
    ...(/\p{L}/u.test(field('typed_name')) ? [] : [error('typed_name', text.missingName)]),
    ...(field('agree') === 'yes' ? [] : [error('agree', text.missingAgree)]),
  ];
}

/** What was typed about a spouse counts only where it was asked. */
async function spouseAskedFor(
  context: LendingContext,
  { application }: HostedLink,
  household: Household,
): Promise<Spouse | undefined> {
  if (application.status !== 'Approved: Offer Selected') return undefined;
  const { terms } = await selectedLoanOf(context, context.database.query, application);
  return asksHousehold(terms) ? spouseOf(household) : undefined;
}

async function askToDecline(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const screen = termsScreen(context, hosted, isIdentified(context, c, hosted.link));
  if (screen.kind !== 'terms') return showAgain(c);
  return c.html(declinePage(pageReader(context.config, hosted.application.locale), pathOf(c)));
}

async function decline(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  if (isIdentified(context, c, hosted.link)) await declineTermsByLink(context, tokenOf(c));
  return showAgain(c);
}

async function showDocuments(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const { application, link } = hosted;
  const screen = termsScreen(context, hosted, isIdentified(context, c, link));
  const reader = pageReader(context.config, application.locale);
  if (screen.kind === 'accepted' || screen.kind === 'suspended') {
    const { sponsor_id, id } = application;
    const kept = await listDocuments(context.database.query, context.sealer, sponsor_id, id);
    return c.html(
      documentsPage(
        reader,
        kept.map(({ content }) => content),
      ),
    );
  }
  if (screen.kind !== 'terms') return showAgain(c);
  const { terms } = await selectedLoanOf(context, context.database.query, application);
  const disclosures = await disclosuresOf(reader, terms);
  return c.html(
    documentsPage(
      reader,
      disclosures.map(({ html }) => html),
    ),
  );
}

function error(field: string, message: string): FieldError {
  return { field, message };
}
