import { html, raw } from 'hono/html';
import type { ShownDocument } from '../documents/document.ts';
import { facts, type Html, withPhoneNumbers } from '../documents/html.ts';
import { merchantTermsShown } from '../documents/merchant-terms.ts';
import { digitsOf } from '../domain/formats.ts';
import {
  acceptMerchantTerms,
  merchantTerms,
} from '../operations/onboarding/accept-merchant-terms.ts';
import {
  isOpen,
  liveCodeOf,
  type OnboardingLink,
  openOnboardingLink,
} from '../operations/onboarding/onboarding-link.ts';
import {
  sendOnboardingCode,
  verifyOnboardingCode,
} from '../operations/onboarding/verify-onboarding-code.ts';
import { listDocumentHeads, listDocuments } from '../store/documents.ts';
import type { MerchantRow, MerchantUserRow } from '../store/schema/merchants.ts';
import { rememberIdentity, visitFor, visitOf } from './cookies.ts';
import { documentsPage } from './documents-page.ts';
import { type Flash, sayDone, sendBack, takeFlash } from './flash.ts';
import { forKnown, hostedPage } from './hosted-page.ts';
import { noticePage, page } from './page.ts';
import type { PageContext } from './page-context.ts';
import {
  checkbox,
  codeField,
  documentsLink,
  errorSummary,
  type FieldError,
  field,
  problemBox,
} from './parts.ts';
import { formOf, isKnown, type PageRequest, showAgain, shownUrl, visitorOf } from './request.ts';

/** Where a merchant's Admin finishes the onboarding: code, details, Terms & Conditions. */
export const onboardingPage = hostedPage<OnboardingLink>({
  kind: 'onboarding',
  open: ({ database }, token) => openOnboardingLink(database.query, token),
  show,
  screens: { documents: showDocuments },
  actions: { code: sendCode, verify: verifyCode, accept: forKnown('code', accept) },
});

type OnboardingPageRequest = PageRequest<OnboardingLink>;

/** The form of the first two screens: a code may end while it is typed. */
const codeForm = 'code';
const reviewForm = 'review';

async function show(request: OnboardingPageRequest) {
  const screen = screenOf(request);
  const flash = takeFlash(request, screen === 'review' ? reviewForm : codeForm);
  switch (screen) {
    case 'start':
      return showStart(request, flash);
    case 'code':
      return askForCode(request, flash);
    case 'review':
      return showReview(request, flash);
    default:
      return showEnd(request, screen);
  }
}

type OnboardingEnd = 'active' | 'reviewing' | 'declined' | 'hold' | 'closed' | 'expired';

/** How the onboarding ended, else its next question. */
function screenOf(request: OnboardingPageRequest): 'start' | 'code' | 'review' | OnboardingEnd {
  const { context, opened } = request;
  const { status } = opened.merchant;
  const end = endOf(status);
  if (end !== null) return end;
  if (!isOpen(context, opened)) return 'expired';
  if (isKnown(request) && status === 'Onboarding') return 'review';
  return liveCodeOf(context, opened) ? 'code' : 'start';
}

function endOf(status: MerchantRow['status']): OnboardingEnd | null {
  switch (status) {
    case 'Active':
      return 'active';
    case 'PendingReview':
      return 'reviewing';
    case 'Declined':
      return 'declined';
    case 'Closed':
      return 'closed';
    case 'Suspended':
      return 'hold';
    default:
      return null;
  }
}

/** What is to come, and the button that sends the code: looking at a page sends nothing. */
function showStart({ c, path, pageContext }: OnboardingPageRequest, flash: Flash) {
  const { strings, lender } = pageContext;
  const text = strings.onboarding;
  // The code ended after a wrong one was typed.
  const isOver = flash.problem === null && flash.errors.length > 0;
  const problem = isOver ? text.codeOver : flash.problem;
  const content = html`${problemBox(problem)}
    <h1>${text.startTitle}</h1>
    <p class="lede">${text.startLede(lender.name)}</p>
    <ol class="steps">${text.steps.map((step) => html`<li>${step}</li>`)}</ol>
    <form method="post" action="${path}/code">
      <p>${text.sendLede}</p>
      <div class="actions"><button type="submit">${text.send}</button></div>
    </form>
    ${whomToCall(pageContext)}`;
  return c.html(
    page(pageContext, { title: text.startTitle, hasErrors: problem !== null }, content),
  );
}

function whomToCall({ strings, lender }: PageContext): Html {
  const text = strings.onboarding.wrongPhone(lender.name, lender.phone);
  return html`<p class="small-print">${withPhoneNumbers(text)}</p>`;
}

function askForCode(
  { c, opened, path, pageContext }: OnboardingPageRequest,
  { errors, problem }: Flash,
) {
  const { strings } = pageContext;
  const text = strings.onboarding;
  const hasErrors = errors.length > 0 || problem !== null;
  const isSentAgain = opened.codes.length > 1 && !hasErrors;
  const content = html`${errorSummary(pageContext, errors)}${problemBox(problem)}
    <h1>${text.codeTitle}</h1>
    <p class="lede">${text.codeLede}</p>
    ${isSentAgain ? html`<p>${strings.stepUp.sentAgain}</p>` : ''}
    <form method="post" action="${path}/verify" novalidate>
      ${codeField(pageContext, errors)}
      <div class="actions"><button type="submit">${strings.stepUp.button}</button></div>
    </form>
    <form method="post" action="${path}/code">
      <button type="submit" class="quiet">${text.sendAgain}</button>
    </form>
    ${whomToCall(pageContext)}`;
  return c.html(page(pageContext, { title: text.codeTitle, hasErrors }, content));
}

async function sendCode(request: OnboardingPageRequest) {
  const { context, opened, pageContext, token } = request;
  const { locale, strings } = pageContext;
  const { kind } = await sendOnboardingCode(context, token, locale);
  switch (kind) {
    case 'too_many':
      return sendBack(request, codeForm, { problem: strings.stepUp.tooMany });
    case 'unreachable':
      return sendBack(request, codeForm, { problem: strings.onboarding.unreachable });
    case 'sent':
      // In it the right code may be sent again.
      visitFor(request);
      // The page that asks for the first one says by itself that it was sent.
      return opened.codes.length === 0
        ? showAgain(request)
        : sayDone(request, strings.done.codeSent);
    case 'closed':
      return showAgain(request);
  }
}

async function verifyCode(request: OnboardingPageRequest) {
  const { c, context, pageContext, token } = request;
  const { locale, strings } = pageContext;
  const wrong = (message: string) =>
    sendBack(request, codeForm, { errors: [{ field: 'code', message }] });
  const code = digitsOf((await formOf(c))('code'));
  if (!/^\d{6}$/.test(code)) return wrong(strings.stepUp.missing);
  const visitor = visitorOf(request);
  const outcome = await verifyOnboardingCode(context, token, {
    code,
    locale,
    visitor,
    visit: visitOf(request),
  });
  switch (outcome.kind) {
    case 'wrong':
      return wrong(strings.stepUp.wrong(outcome.triesLeft));
    case 'closed':
      return sendBack(request, codeForm, { problem: strings.onboarding.codeOver });
    case 'passed':
      rememberIdentity(request);
      return showAgain(request);
  }
}

/** The business as the sponsor described it, then the Terms & Conditions to sign. */
async function showReview(request: OnboardingPageRequest, { errors, problem, typed }: Flash) {
  const { c, opened, path, pageContext } = request;
  const { merchant, admin } = opened;
  const { strings, lender } = pageContext;
  const text = strings.onboarding;
  const terms = await termsInForce(request);
  const typedName = typed.typed_name ?? '';
  const isTicked = typed.agree === 'yes' && typed.shown === terms.sha256;
  const content = html`${errorSummary(pageContext, errors)}${problemBox(problem)}
    <h1>${text.reviewTitle}</h1>
    <p class="lede">${text.reviewLede}</p>
    <section><h2>${text.detailsTitle}</h2>${business(pageContext, merchant)}</section>
    <section><h2>${text.adminTitle}</h2>${administrator(pageContext, admin)}</section>
    <p>${withPhoneNumbers(text.wrongDetails(lender.name, lender.phone))}</p>
    <section class="document">${raw(terms.html)}</section>
    ${documentsLink(path, text.save)}
    ${signature(pageContext, { path, terms, errors, typedName, isTicked })}`;
  const hasErrors = errors.length > 0 || problem !== null;
  return c.html(page(pageContext, { title: text.reviewTitle, hasErrors }, content));
}

function termsInForce({ context, opened, pageContext }: OnboardingPageRequest) {
  const { sponsor_id } = opened.merchant;
  return merchantTermsShown(pageContext, merchantTerms(context, sponsor_id, pageContext.locale));
}

/** The terms alone: as they are shown, or once they are signed as they are kept. */
async function showDocuments(request: OnboardingPageRequest) {
  const { c, context, opened, pageContext } = request;
  if (!isKnown(request)) return showAgain(request);
  const title = pageContext.strings.onboarding.documentsTitle;
  if (screenOf(request) === 'review') {
    return c.html(documentsPage(pageContext, title, [(await termsInForce(request)).html]));
  }
  const { sponsor_id, id } = opened.merchant;
  const kept = await listDocuments(context.database.query, context.sealer, sponsor_id, id);
  if (kept.length === 0) return showAgain(request);
  return c.html(
    documentsPage(
      pageContext,
      title,
      kept.map(({ content }) => content),
    ),
  );
}

/** To what was signed, for whoever may see it. */
async function signedLink(request: OnboardingPageRequest): Promise<Html> {
  const { context, opened, path, pageContext } = request;
  if (!isKnown(request)) return html``;
  const { sponsor_id, id } = opened.merchant;
  const kept = await listDocumentHeads(context.database.query, sponsor_id, id);
  return kept.length === 0 ? html`` : documentsLink(path, pageContext.strings.accepted.documents);
}

function business({ strings, format }: PageContext, merchant: MerchantRow): Html {
  const text = strings.onboarding;
  const { business_address_1, business_address_2, city, state, zip_code } = merchant;
  const street = [business_address_1, business_address_2].filter(Boolean).join(', ');
  return facts([
    [text.businessName, merchant.business_name],
    [text.address, `${street}, ${city}, ${state} ${zip_code}`],
    [text.businessPhone, format.phone(merchant.business_phone)],
  ]);
}

function administrator({ strings, format }: PageContext, admin: MerchantUserRow): Html {
  const text = strings.onboarding;
  const { first_name, middle_name, last_name } = admin;
  return facts([
    [text.name, [first_name, middle_name, last_name].filter(Boolean).join(' ')],
    [text.email, admin.email],
    [text.mobile, format.phone(admin.phone_number)],
  ]);
}

interface Signing {
  readonly path: string;
  readonly terms: ShownDocument;
  readonly errors: readonly FieldError[];
  readonly typedName: string;
  /** The box was ticked under these same terms. */
  readonly isTicked: boolean;
}

function signature(
  pageContext: PageContext,
  { path, terms, errors, typedName, isTicked }: Signing,
): Html {
  const text = pageContext.strings.onboarding;
  return html`<section class="sign">
    <h2>${text.signTitle}</h2>
    <form method="post" action="${path}/accept" novalidate>
      <input type="hidden" name="shown" value="${terms.sha256}" />
      ${field({
        name: 'typed_name',
        label: text.nameLabel,
        hint: text.nameHint,
        errors,
        value: typedName,
        digits: null,
        autocomplete: 'name',
      })}
      <p id="agree-text">${text.agreeText}</p>
      ${checkbox({
        name: 'agree',
        label: text.agree,
        errors,
        isRequired: true,
        describedBy: 'agree-text',
        isTicked,
      })}
      <div class="actions"><button type="submit">${text.accept}</button></div>
    </form>
  </section>`;
}

async function accept(request: OnboardingPageRequest) {
  const { c, context, pageContext, token } = request;
  const { missingName, missingAgree, changed } = pageContext.strings.onboarding;
  const field = await formOf(c);
  const typedName = field('typed_name').slice(0, 100);
  const [agree, shown] = [field('agree'), field('shown')];
  const typed = { typed_name: typedName, agree, shown };
  const errors = [
    ...(/\p{L}/u.test(typedName) ? [] : [{ field: 'typed_name', message: missingName }]),
    ...(agree === 'yes' ? [] : [{ field: 'agree', message: missingAgree }]),
  ];
  if (errors.length > 0) return sendBack(request, reviewForm, { errors, typed });
  const { kind } = await acceptMerchantTerms(context, token, {
    typedName,
    shown,
    locale: pageContext.locale,
    visitor: visitorOf(request),
  });
  if (kind === 'changed') return sendBack(request, reviewForm, { problem: changed, typed });
  return showAgain(request);
}

/** How it ended, with a plain link back to the sponsor. */
async function showEnd(request: OnboardingPageRequest, end: OnboardingEnd) {
  const { c, context, pageContext } = request;
  const { merchant } = request.opened;
  const { onboarding: text } = pageContext.strings;
  const notices = {
    active: { title: text.activeTitle, text: text.active(merchant.business_name) },
    reviewing: { title: text.reviewingTitle, text: text.reviewing },
    declined: { title: text.declinedTitle, text: text.declined },
    hold: { title: text.holdTitle, text: text.hold },
    closed: { title: text.closedTitle, text: text.closed },
    expired: { title: text.expiredTitle, text: text.expired },
  };
  const sponsor = context.config.sponsors.find(({ id }) => id === merchant.sponsor_id);
  const url = shownUrl(request, merchant.sponsor_redirect_url, /#.*$/s);
  const back = { merchantName: sponsor?.name ?? '', url };
  const tone = end === 'active' ? 'good' : 'plain';
  const notice = noticePage(pageContext, {
    ...notices[end],
    back,
    tone,
    more: await signedLink(request),
  });
  return c.html(notice, end === 'expired' ? 410 : 200);
}
