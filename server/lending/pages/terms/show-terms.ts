import type { Context } from 'hono';
import { html } from 'hono/html';
import type { LendingContext } from '../../context.ts';
import { liveCode } from '../../domain/attempt-limits.ts';
import type { HostedLink } from '../../operations/identity/hosted-link.ts';
import { hasPortalAccount } from '../../operations/portal/portal-account.ts';
import { portalUrl } from '../../operations/portal/portal-url.ts';
import { selectedLoanOf } from '../../operations/terms/loan-terms-of.ts';
import { hasSmsConsent } from '../../store/sms-consent.ts';
import { listStepUpCodes } from '../../store/one-time-codes.ts';
import type { Flash } from '../flash.ts';
import { leftToSpend } from '../left-to-spend.ts';
import { linkProblemPage, nothingLeftPage } from '../link-problem-page.ts';
import { noticePage } from '../notice-page.ts';
import { pageReader } from '../reader.ts';
import { lastFourDigits, maskedEmail, wayBackTo } from '../request.ts';
import { acceptedPage, documentsLink, signInLink } from './accepted-page.ts';
import { disclosuresOf } from '../../documents/loan-disclosures.ts';
import { identityPage, stepUpPage } from './identity-page.ts';
import { householdOf } from './spouse-fields.ts';
import { termsPage } from './terms-page.ts';
import type { TermsScreen } from './terms-screen.ts';

export interface Shown {
  /** `/terms/{token}` */
  path: string;
  hosted: HostedLink;
  /** Of the screen's form. */
  flash: Flash;
}

/** Draws one screen of the terms page. */
export async function showTerms(
  context: LendingContext,
  c: Context,
  screen: TermsScreen,
  shown: Shown,
) {
  const { hosted, path, flash } = shown;
  const { application } = hosted;
  const reader = pageReader(context.config, application.locale);
  const back = wayBackTo(context, c, hosted);
  const { state, decline } = reader.strings;
  const notice = (title: string, text: string) => c.html(noticePage(reader, { title, text, back }));
  switch (screen.kind) {
    case 'problem':
      return linkProblemPage(context, c, hosted, screen.problem);
    case 'nothing_left':
      return nothingLeftPage(context, c, hosted);
    case 'declined_by_consumer':
      return notice(decline.doneTitle, decline.done);
    case 'cancelled':
      return notice(state.cancelledTitle, state.cancelled);
    case 'not_offered':
      return notice(state.declinedTitle, state.declined);
    case 'offer_expired':
      return notice(state.offerExpiredTitle, state.offerExpired);
    case 'review':
      return notice(state.reviewTitle, state.review);
    case 'suspended':
      return showSuspended(context, c, shown);
    case 'identity':
      return c.html(
        identityPage(reader, { action: `${path}/identity`, back, errors: flash.errors }),
      );
    case 'code':
      return showCode(context, c, shown);
    case 'terms':
      return showLoan(context, c, shown);
    case 'accepted':
      return showAccepted(context, c, shown);
  }
}

async function showCode(context: LendingContext, c: Context, { hosted, path, flash }: Shown) {
  const { errors, problem } = flash;
  const { application } = hosted;
  const back = wayBackTo(context, c, hosted);
  const codes = await listStepUpCodes(context.database.query, application);
  const channel = codes[0]?.channel ?? 'email';
  const isOver = liveCode(codes, context.clock.now(application.sponsor_id)) === undefined;
  const masked =
    channel === 'sms' ? lastFourDigits(application.phone) : maskedEmail(application.email);
  const reader = pageReader(context.config, application.locale);
  const view = {
    action: `${path}/code`,
    back,
    errors,
    problem: problem ?? (isOver ? reader.strings.stepUp.over : null),
    isSentAgain: codes.length > 1 && !isOver && problem === null,
    sentTo: { channel, masked },
  };
  return c.html(stepUpPage(reader, view));
}

async function showLoan(context: LendingContext, c: Context, { hosted, path, flash }: Shown) {
  const { errors, problem } = flash;
  const typed = (name: string) => flash.typed[name] ?? '';
  const reader = pageReader(context.config, hosted.application.locale);
  const { terms } = await selectedLoanOf(context, context.database.query, hosted.application);
  const disclosures = await disclosuresOf(reader, terms);
  const said = { errors, problem, typedName: typed('typed_name'), household: householdOf(typed) };
  return c.html(termsPage(reader, { path, terms, disclosures, ...said }));
}

/** What is signed and the account stay open to the consumer during a hold. */
async function showSuspended(context: LendingContext, c: Context, { hosted, path }: Shown) {
  const { application } = hosted;
  const reader = pageReader(context.config, application.locale);
  const { suspendedTitle, suspended } = reader.strings.state;
  const url = await portalUrl(context, application);
  const page = noticePage(reader, {
    title: suspendedTitle,
    text: suspended,
    back: wayBackTo(context, c, hosted),
    more: html`${hasPortalAccount(application) ? signInLink(reader, url) : ''}
      ${documentsLink(reader, path)}`,
  });
  return c.html(page);
}

async function showAccepted(context: LendingContext, c: Context, { hosted, path }: Shown) {
  const { application } = hosted;
  const url = await portalUrl(context, application);
  const { id, sponsor_id, portal_account_status } = application;
  const view = {
    path,
    back: wayBackTo(context, c, hosted),
    maskedEmail: maskedEmail(application.email),
    loanNumber: application.consumer_application_human_readable_id,
    left: await leftToSpend(context, application),
    getsSms: await hasSmsConsent(context.database.query, sponsor_id, id),
    portal: { url, status: portal_account_status },
  };
  return c.html(acceptedPage(pageReader(context.config, application.locale), view));
}
