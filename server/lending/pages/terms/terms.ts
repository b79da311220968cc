import { html } from 'hono/html';
import { withPhoneNumbers } from '../../documents/html.ts';
import { disclosuresOf } from '../../documents/loan-disclosures.ts';
import type { LoanTerms } from '../../documents/loan-terms.ts';
import { codeTriesLeft, liveCode } from '../../domain/attempt-limits.ts';
import { digitsOf } from '../../domain/formats.ts';
import { hasPortalAccount } from '../../domain/states/portal-account.ts';
import { isNoticeOnPaper } from '../../operations/adverse-action-notices.ts';
import { linkProblem } from '../../operations/identity/hosted-link.ts';
import { portalUrl } from '../../operations/portal/portal-url.ts';
import { isEndedByWithdrawal } from '../../operations/preferences/preferences-of.ts';
import { acceptTermsByLink, identifyForTerms } from '../../operations/terms/accept-terms.ts';
import { declineTermsByLink } from '../../operations/terms/decline-terms.ts';
import { selectedLoanOf } from '../../operations/terms/loan-terms-of.ts';
import {
  confirmStepUp,
  isInStepUp,
  needsStepUp,
  sendStepUpCodeAgain,
} from '../../operations/terms/step-up.ts';
import { listDocuments } from '../../store/documents.ts';
import { listStepUpCodes } from '../../store/one-time-codes.ts';
import { knownFor } from '../cookies.ts';
import { documentsPage } from '../documents-page.ts';
import { type Flash, sayDone, sendBack, takeFlash } from '../flash.ts';
import { consumerPage, forKnown } from '../hosted-page.ts';
import { closedPage, problemNotice } from '../link-problems.ts';
import { noticePage, page } from '../page.ts';
import type { PageContext } from '../page-context.ts';
import {
  codeField,
  documentsLink,
  errorSummary,
  type FieldError,
  lastFourDigits,
  maskedEmail,
  problemBox,
  returnLink,
} from '../parts.ts';
import { afterProof, identityPage, ssnMissing, typedSsnLast4 } from '../proof.ts';
import {
  formOf,
  isKnown,
  type KnownRequest,
  type PageRequest,
  returnLinkTo,
  showAgain,
  visitorOf,
} from '../request.ts';
import { showAccepted, signInLink } from './accepted-screen.ts';
import { loanScreen } from './loan-screen.ts';
import {
  householdErrors,
  householdOf,
  needsHousehold,
  spouseOf,
  typedOf,
} from './spouse-fields.ts';

/** The terms page: identity, perhaps a one-time code, the loan, accept or decline. */
export const termsPage = consumerPage({
  kind: 'terms',
  show,
  screens: { documents: showDocuments, decline: askToDecline },
  actions: {
    identity: identify,
    code: forKnown('identity', confirmCode),
    'code/again': forKnown('identity', sendCodeAgain),
    accept: forKnown('identity', accept, {
      form: 'terms',
      typedIn: (field) => typedOf(householdOf(field)),
    }),
    decline: forKnown('identity', decline),
  },
});

/** Each screen has one form at most, which has its name. */
async function show(request: PageRequest) {
  const { c, context, opened, pageContext } = request;
  const { state, decline: declined } = pageContext.strings;
  const screen = screenOf(request);
  const flash = takeFlash(request, screen);
  const closed = await closedPage(request, howItEnded(request) !== null);
  if (closed) return closed;
  const back = returnLinkTo(request);
  const notice = (title: string, text: string) =>
    c.html(noticePage(pageContext, { title, text, back }));
  switch (screen) {
    case 'ended_by_consumer':
      return (await isEndedByWithdrawal(context.database.query, opened.application))
        ? notice(state.withdrawnTitle, state.withdrawn)
        : notice(declined.doneTitle, declined.done);
    case 'cancelled':
      return notice(state.cancelledTitle, state.cancelled);
    case 'not_offered':
      return (await isNoticeOnPaper(context.database.query, opened.application))
        ? notice(state.declinedTitle, state.declinedOnPaper)
        : notice(state.declinedTitle, state.declined);
    case 'offer_expired':
      return notice(state.offerExpiredTitle, state.offerExpired);
    case 'review':
      return notice(state.reviewTitle, state.review);
    case 'replaced':
      return c.html(
        noticePage(pageContext, { ...(await problemNotice(request, 'replaced')), back }),
        410,
      );
    case 'merchant_closed':
      return showMerchantClosed(request);
    case 'identity':
      return askWhoItIs(request, flash);
    case 'code':
      return askForCode(request, flash);
    case 'terms':
      return showLoan(request, flash);
    case 'accepted':
      return showAccepted(request);
    case 'suspended':
      return showSuspended(request);
  }
}

type End = 'ended_by_consumer' | 'cancelled' | 'not_offered' | 'offer_expired';
type Screen =
  | End
  | 'identity'
  | 'code'
  | 'terms'
  | 'review'
  | 'accepted'
  | 'suspended'
  | 'merchant_closed'
  | 'replaced';

/** How the application ended, else the next question. What is wrong with the link comes between. */
function screenOf(request: PageRequest): Screen {
  const end = howItEnded(request);
  if (end !== null) return end;
  const { application, merchant } = request.opened;
  if (!isKnown(request)) return 'identity';
  const isOpen = application.status === 'Approved: Offer Selected' || isInStepUp(application);
  if (isOpen && merchant.status === 'Closed') return 'merchant_closed';
  if (needsStepUp(application)) return 'identity';
  switch (application.status) {
    case 'Approved: Offer Selected':
      return 'terms';
    case 'Approved: Accepted':
      return 'accepted';
    case 'Suspended':
      return 'suspended';
    case 'Pending: Verification':
      return isInStepUp(application) ? 'code' : 'review';
    default:
      return 'replaced';
  }
}

function howItEnded({ context, opened: { application } }: PageRequest): End | null {
  const { status, accepted_at, offers_expire_at, sponsor_id } = application;
  if (status === 'Cancelled') return accepted_at === null ? 'ended_by_consumer' : 'cancelled';
  if (status === 'Declined') return 'not_offered';
  const now = context.clock.now(sponsor_id);
  const isOver = offers_expire_at !== null && now >= offers_expire_at;
  const isOpen = status === 'Approved: Offer Selected' || status === 'Pending: Verification';
  return status === 'Expired' || (isOpen && isOver) ? 'offer_expired' : null;
}

function askWhoItIs(request: PageRequest, flash: Flash) {
  const { c, path, pageContext } = request;
  const back = returnLinkTo(request);
  const { identity } = pageContext.strings;
  const lede = `${identity.lede(back.merchantName)} ${identity.askedAgain(...knownFor)}`;
  return c.html(identityPage(pageContext, { action: `${path}/identity`, back, flash, lede }));
}

async function identify(request: PageRequest) {
  const { c, context, pageContext, token } = request;
  const ssnLast4 = typedSsnLast4(await formOf(c));
  if (ssnLast4 === undefined)
    return sendBack(request, 'identity', { errors: [ssnMissing(pageContext)] });
  const outcome = await identifyForTerms(context, token, { ssnLast4 });
  return afterProof(request, outcome, { form: 'identity', asked: 'ssn_last4' });
}

/** Asks for the one-time code of a step-up; says where it went so far masked that it tells nothing new. */
async function askForCode(request: PageRequest, flash: Flash) {
  const { c, context, opened, path, pageContext } = request;
  const { application } = opened;
  const { strings } = pageContext;
  const back = returnLinkTo(request);
  const codes = await listStepUpCodes(context.database.query, application);
  const isOver = liveCode(codes, context.clock.now(application.sponsor_id)) === undefined;
  const { errors } = flash;
  const problem = flash.problem ?? (isOver ? strings.stepUp.over : null);
  const isSentAgain = codes.length > 1 && problem === null;
  const lede =
    codes[0]?.channel === 'sms'
      ? strings.stepUp.lede(lastFourDigits(application.phone))
      : strings.stepUp.ledeEmail(maskedEmail(application.email));
  const content = html`${errorSummary(pageContext, errors)}${problemBox(problem)}
    <h1>${strings.stepUp.title}</h1>
    <p class="lede">${lede}</p>
    ${isSentAgain ? html`<p>${strings.stepUp.sentAgain}</p>` : ''}
    ${codeTriesLeft(codes) === 1 ? html`<p class="error">${strings.stepUp.lastTry}</p>` : ''}
    <form method="post" action="${path}/code" novalidate>
      ${codeField(pageContext, errors)}
      <div class="actions">
        <button type="submit">${strings.stepUp.button}</button>
        <button type="submit" class="quiet" formaction="${path}/code/again">
          ${strings.stepUp.sendAgain}
        </button>
        ${returnLink(pageContext, back)}
      </div>
    </form>`;
  const hasErrors = errors.length > 0 || problem !== null;
  return c.html(page(pageContext, { title: strings.stepUp.title, hasErrors }, content));
}

async function confirmCode(request: PageRequest) {
  const { c, context, pageContext, token } = request;
  const { stepUp } = pageContext.strings;
  const refuse = (message: string) =>
    sendBack(request, 'code', { errors: [{ field: 'code', message }] });
  const code = digitsOf((await formOf(c))('code'));
  if (!/^\d{6}$/.test(code)) return refuse(stepUp.missing);
  const outcome = await confirmStepUp(context, token, code);
  // The page says by itself that the code is over.
  return outcome.kind === 'wrong' ? refuse(stepUp.wrong(outcome.triesLeft)) : showAgain(request);
}

async function sendCodeAgain(request: PageRequest) {
  const { strings } = request.pageContext;
  const { kind } = await sendStepUpCodeAgain(request.context, request.token);
  switch (kind) {
    case 'sent':
      return sayDone(request, strings.done.codeSent);
    case 'too_many':
      return sendBack(request, 'code', { problem: strings.stepUp.tooMany });
    case 'closed':
      return showAgain(request);
  }
}

async function showLoan(request: PageRequest, flash: Flash) {
  const { c, context, opened, path, pageContext } = request;
  const { terms } = await selectedLoanOf(context, context.database.query, opened.application);
  const disclosures = await disclosuresOf(pageContext, terms);
  const back = returnLinkTo(request);
  return c.html(loanScreen(pageContext, { path, terms, disclosures, flash, back }));
}

async function accept(request: KnownRequest) {
  const { c, context, identifiedAt, pageContext, token } = request;
  const field = await formOf(c);
  const typedName = field('typed_name').slice(0, 100);
  const household = householdOf(field);
  const typed = { typed_name: typedName, ...typedOf(household), ...ticksIn(field) };
  const terms = await openTerms(request);
  if (terms === null) return showAgain(request);
  const errors = missingIn(pageContext, terms, field);
  if (errors.length > 0) return sendBack(request, 'terms', { errors, typed });
  const { kind } = await acceptTermsByLink(context, token, {
    typedName,
    action: 'typed_name',
    shown: field('shown'),
    visitor: visitorOf(request),
    identityProvedAt: identifiedAt,
    // What was typed about a spouse counts only where it was asked.
    spouse: needsHousehold(terms) ? spouseOf(household) : undefined,
  });
  if (kind === 'changed') {
    return sendBack(request, 'terms', { problem: pageContext.strings.terms.changed, typed });
  }
  return showAgain(request);
}

/** The terms that can be accepted; null if there are none to accept any more. */
async function openTerms({
  context,
  opened: { application },
}: PageRequest): Promise<LoanTerms | null> {
  if (application.status !== 'Approved: Offer Selected') return null;
  const { terms } = await selectedLoanOf(context, context.database.query, application);
  return terms;
}

function missingIn(
  { strings }: PageContext,
  terms: LoanTerms,
  field: (name: string) => string,
): FieldError[] {
  const { terms: text, spouse } = strings;
  const isHardPullMissing = terms.hard_inquiry_on_accept && field('hard_pull') !== 'yes';
  return [
    ...(isHardPullMissing ? [{ field: 'hard_pull', message: text.missingHardPull }] : []),
    ...(needsHousehold(terms) ? householdErrors(householdOf(field), spouse) : []),
    ...(/\p{L}/u.test(field('typed_name'))
      ? []
      : [{ field: 'typed_name', message: text.missingName }]),
    ...(field('agree') === 'yes' ? [] : [{ field: 'agree', message: text.missingAgree }]),
  ];
}

/** The boxes, and the documents that they were ticked for. */
function ticksIn(field: (name: string) => string) {
  return {
    shown: field('shown').slice(0, 64),
    hard_pull: field('hard_pull').slice(0, 3),
    agree: field('agree').slice(0, 3),
  };
}

/** The question once more: a declined loan does not come back. */
function askToDecline(request: PageRequest) {
  const { c, path, pageContext } = request;
  const { strings } = pageContext;
  if (openScreenOf(request) !== 'terms') return showAgain(request);
  const content = html`<h1>${strings.decline.title}</h1>
    <p class="lede">${strings.decline.text}</p>
    <form method="post" action="${path}/decline">
      <div class="actions equal">
        <button type="submit">${strings.decline.confirm}</button>
        <a class="button" href="${path}">${strings.decline.back}</a>
      </div>
    </form>`;
  return c.html(page(pageContext, { title: strings.decline.title }, content));
}

async function decline(request: PageRequest) {
  await declineTermsByLink(request.context, request.token);
  return showAgain(request);
}

/** The documents alone: as they are shown, or once they are signed as they are kept. */
async function showDocuments(request: PageRequest) {
  const { c, context, opened, pageContext } = request;
  const { application } = opened;
  const screen = openScreenOf(request);
  const title = pageContext.strings.terms.documentsTitle;
  if (screen === 'terms') {
    const { terms } = await selectedLoanOf(context, context.database.query, application);
    const shown = await disclosuresOf(pageContext, terms);
    return c.html(
      documentsPage(
        pageContext,
        title,
        shown.map(({ html }) => html),
      ),
    );
  }
  if (screen !== 'accepted' && screen !== 'suspended') return showAgain(request);
  const { sponsor_id, id } = application;
  const kept = await listDocuments(context.database.query, context.sealer, sponsor_id, id);
  return c.html(
    documentsPage(
      pageContext,
      title,
      kept.map(({ content }) => content),
    ),
  );
}

/** Null if the link opens nothing. */
function openScreenOf(request: PageRequest): Screen | null {
  return linkProblem(request.context, request.opened) === null ? screenOf(request) : null;
}

/** What is signed and the account stay open to the consumer during a hold. */
async function showSuspended(request: PageRequest) {
  const { c, context, opened, path, pageContext } = request;
  const { accepted, state } = pageContext.strings;
  const { suspendedTitle: title, suspended: text } = state;
  const url = await portalUrl(context, opened.application);
  const more = html`${hasPortalAccount(opened.application) ? signInLink(pageContext, url) : ''}
      ${documentsLink(path, accepted.documents)}`;
  return c.html(noticePage(pageContext, { title, text, back: returnLinkTo(request), more }));
}

/** Nothing could ever be charged to the loan, so there is nothing to sign. */
function showMerchantClosed(request: PageRequest) {
  const { c, pageContext } = request;
  const { strings, lender } = pageContext;
  const back = returnLinkTo(request);
  const { merchantClosedTitle: title, merchantClosed } = strings.state;
  const text = merchantClosed(back.merchantName);
  const contact = withPhoneNumbers(strings.common.contact(lender.name, lender.phone));
  return c.html(noticePage(pageContext, { title, text, back, more: html`<p>${contact}</p>` }));
}
