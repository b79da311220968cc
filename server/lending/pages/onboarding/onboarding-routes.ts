import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import {
  acceptMerchantTerms,
  merchantTerms,
} from '../../operations/onboarding/accept-merchant-terms.ts';
import {
  type OnboardingLink,
  openOnboardingLink,
} from '../../operations/onboarding/onboarding-link.ts';
import {
  sendOnboardingCode,
  verifyOnboardingCode,
} from '../../operations/onboarding/verify-onboarding-code.ts';
import { type Flash, type LinkForm, sendBack, takeFlash } from '../flash.ts';
import { unknownLink } from '../link-problem-page.ts';
import { isIdentified, rememberIdentity } from '../page-session.ts';
import { type Reader, pageReader } from '../reader.ts';
import { digitsOf, formOf, localeOf, visitorOf } from '../request.ts';
import { merchantTermsShown } from '../../documents/merchant-terms.ts';
import { type CodeView, codePage, reviewPage, startPage } from './onboarding-pages.ts';
import { onboardingEnd } from './onboarding-end.ts';
import { onboardingScreen } from './onboarding-screen.ts';

/** Where a merchant's Admin finishes the onboarding: code, details, Terms & Conditions. */
export function createOnboardingPages(context: LendingContext): Hono {
  const pages = new Hono();
  pages.get('/onboarding/:token', (c) => show(context, c));
  pages.post('/onboarding/:token/code', (c) => send(context, c));
  pages.post('/onboarding/:token/verify', (c) => verify(context, c));
  pages.post('/onboarding/:token/accept', (c) => accept(context, c));
  return pages;
}

function tokenOf(c: Context): string {
  return c.req.param('token') ?? '';
}

function pathOf(c: Context): string {
  return `/onboarding/${tokenOf(c)}`;
}

function open({ database }: LendingContext, c: Context): Promise<OnboardingLink | undefined> {
  return openOnboardingLink(database.query, tokenOf(c));
}

function readerOf({ config }: LendingContext, c: Context) {
  return pageReader(config, localeOf(c));
}

/** The code's form is that of both its screens: a code may end while it is typed. */
function formAt(c: Context, { link }: OnboardingLink, form: 'code' | 'review'): LinkForm {
  return { link, path: pathOf(c), form };
}

async function show(context: LendingContext, c: Context) {
  const opened = await open(context, c);
  if (!opened) return unknownLink(context, c);
  const reader = readerOf(context, c);
  const screen = onboardingScreen(context, opened, isIdentified(context, c, opened.link));
  const form = formAt(c, opened, screen === 'review' ? 'review' : 'code');
  const flash = takeFlash(context, c, form);
  const codeView = { path: pathOf(c), errors: flash.errors, problem: flash.problem };
  switch (screen) {
    case 'start':
      return c.html(startPage(reader, overCode(reader, codeView)));
    case 'code':
      return c.html(codePage(reader, codeView));
    case 'review':
      return c.html(await review(context, c, opened, flash));
    default:
      return onboardingEnd(context, c, opened, screen);
  }
}

/** A wrong code, and meanwhile the code has come to its end. */
function overCode({ strings }: Reader, view: CodeView): CodeView {
  const isOver = view.problem === null && view.errors.length > 0;
  return isOver ? { ...view, problem: strings.onboarding.codeOver } : view;
}

async function review(context: LendingContext, c: Context, opened: OnboardingLink, flash: Flash) {
  const { merchant, admin } = opened;
  const reader = readerOf(context, c);
  const text = merchantTerms(context, merchant.sponsor_id, reader.locale);
  const terms = await merchantTermsShown(reader, text);
  const { errors, problem, typed } = flash;
  return reviewPage(reader, {
    path: pathOf(c),
    merchant,
    admin,
    terms,
    errors,
    problem,
    typedName: typed.typed_name ?? '',
  });
}

async function send(context: LendingContext, c: Context) {
  const opened = await open(context, c);
  if (!opened) return unknownLink(context, c);
  const { locale, strings } = readerOf(context, c);
  const refuse = (problem: string) => sendBack(context, c, formAt(c, opened, 'code'), { problem });
  switch (await sendOnboardingCode(context, tokenOf(c), locale)) {
    case 'too_many':
      return refuse(strings.stepUp.tooMany);
    case 'unreachable':
      return refuse(strings.onboarding.unreachable);
    case 'sent':
    case 'closed':
      return c.redirect(pathOf(c), 303);
  }
}

async function verify(context: LendingContext, c: Context) {
  const opened = await open(context, c);
  if (!opened) return unknownLink(context, c);
  const { locale, strings } = readerOf(context, c);
  const code = digitsOf((await formOf(c))('code'));
  const refuse = (flash: Partial<Flash>) => sendBack(context, c, formAt(c, opened, 'code'), flash);
  const wrong = (message: string) => refuse({ errors: [{ field: 'code', message }] });
  if (!/^\d{6}$/.test(code)) return wrong(strings.stepUp.missing);
  const visitor = visitorOf(c, context);
  const result = await verifyOnboardingCode(context, tokenOf(c), { code, locale, visitor });
  switch (result.kind) {
    case 'wrong':
      return wrong(strings.stepUp.wrong(result.triesLeft));
    case 'closed':
      return refuse({ problem: strings.onboarding.codeOver });
    case 'passed':
      rememberIdentity(context, c, opened.link, pathOf(c));
      return c.redirect(pathOf(c), 303);
  }
}

async function accept(context: LendingContext, c: Context) {
  const opened = await open(context, c);
  if (!opened) return unknownLink(context, c);
  if (!isIdentified(context, c, opened.link)) return c.redirect(pathOf(c), 303);
  const { locale, strings } = readerOf(context, c);
  const field = await formOf(c);
  const typedName = field('typed_name').slice(0, 100);
  const { missingName, missingAgree, changed } = strings.onboarding;
  const errors = [
    ...(/\p{L}/u.test(typedName) ? [] : [{ field: 'typed_name', message: missingName }]),
    ...(field('agree') === 'yes' ? [] : [{ field: 'agree', message: missingAgree }]),
  ];
  const refuse = (flash: Partial<Flash>) =>
    sendBack(context, c, formAt(c, opened, 'review'), {
      ...flash,
      typed: { typed_name: typedName },
    });
  if (errors.length > 0) return refuse({ errors });
  const acceptance = { typedName, shown: field('shown'), locale, visitor: visitorOf(c, context) };
  const result = await acceptMerchantTerms(context, tokenOf(c), acceptance);
  return result === 'changed' ? refuse({ problem: changed }) : c.redirect(pathOf(c), 303);
}
