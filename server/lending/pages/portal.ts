import { html } from 'hono/html';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { facts, type Html, withPhoneNumbers } from '../documents/html.ts';
import { requestStatusAt } from '../domain/funding/charge-status.ts';
import { hasPortalAccount } from '../domain/states/portal-account.ts';
import { maySponsorApprove } from '../operations/funding/answer-on-behalf.ts';
import {
  chargePayments,
  JUST_APPROVED,
  type PaymentOfCharge,
} from '../operations/funding/charge-payments.ts';
import { setUpPortalByLink } from '../operations/portal/set-up-portal.ts';
import { signInToPortal } from '../operations/portal/sign-in-to-portal.ts';
import { preferencesLink } from '../operations/preferences/preferences-of.ts';
import { listRequestsOfLoan } from '../store/charge-requests.ts';
import type { ChargeRequestRow } from '../store/schema/funding.ts';
import { rememberIdentity } from './cookies.ts';
import { type Flash, sendBack, takeFlash } from './flash.ts';
import { consumerPage } from './hosted-page.ts';
import { type LeftToSpend, leftRows, leftToSpend } from './left-to-spend.ts';
import { closedPage } from './link-problems.ts';
import { noticePage, page } from './page.ts';
import type { PageContext } from './page-context.ts';
import { checkbox, errorSummary, returnLink, ssnLast4Field } from './parts.ts';
import {
  afterProof,
  loanProofPage,
  readLoanProof,
  ssnMismatch,
  ssnMissing,
  typedSsnLast4,
} from './proof.ts';
import { formOf, isKnown, type PageRequest, returnLinkTo, showAgain } from './request.ts';

/** The Payment Portal: setting the account up, then signing in to it. */
export const portalPage = consumerPage({
  kind: 'portal',
  show,
  actions: { '': setUp, 'sign-in': signIn },
});

async function show(request: PageRequest) {
  const { application } = request.opened;
  const isCancelled = application.status === 'Cancelled';
  const hasAccount = hasPortalAccount(application);
  const flash = takeFlash(request, hasAccount ? 'sign_in' : 'set_up');
  const left = isCancelled || hasAccount ? null : await leftToSpend(request.context, application);
  const closed = await closedPage(request, isCancelled || left?.isWindowOver === true);
  if (closed) return closed;
  if (isCancelled) return showCancelled(request);
  if (left?.isWindowOver) return showTooLate(request, left);
  if (!hasAccount) return askToSetUp(request, flash);
  const isSignedIn = isKnown(request) && application.portal_account_status === 'Active';
  return isSignedIn ? showAccount(request) : askToSignIn(request, flash);
}

function showCancelled(request: PageRequest) {
  const { cancelledTitle: title, cancelled: text } = request.pageContext.strings.state;
  return request.c.html(
    noticePage(request.pageContext, { title, text, back: returnLinkTo(request) }),
  );
}

function showTooLate(request: PageRequest, { purchaseWindowEndDate }: LeftToSpend) {
  const { strings, format } = request.pageContext;
  const title = strings.portal.overTitle;
  const text = strings.portal.over(format.date(purchaseWindowEndDate));
  return request.c.html(
    noticePage(request.pageContext, { title, text, back: returnLinkTo(request) }),
  );
}

/** Activates the account; autopay is a separate wish, never ticked in advance. */
function askToSetUp(request: PageRequest, { errors, problem, typed }: Flash) {
  const { c, context, opened, path, pageContext } = request;
  const { strings, locale, texts } = pageContext;
  if (problem !== null) {
    const title = strings.portal.unavailableTitle;
    return c.html(noticePage(pageContext, { title, text: problem, back: returnLinkTo(request) }));
  }
  const onDate = easternDate(context.clock.now(opened.application.sponsor_id));
  const content = html`${errorSummary(pageContext, errors)}
    <h1>${strings.portal.title}</h1>
    <p class="lede">${texts.current('portal_terms', locale, onDate).text}</p>
    <form method="post" action="${path}" novalidate>
      ${ssnLast4Field(strings.identity, errors)}
      <fieldset>
        <legend>${strings.portal.autopayTitle}</legend>
        <p id="autopay-text">${texts.current('autopay_line', locale, onDate).text}</p>
        ${checkbox({
          name: 'autopay',
          label: strings.portal.autopay,
          errors,
          isRequired: false,
          describedBy: 'autopay-text',
          isTicked: typed.autopay === 'yes',
        })}
      </fieldset>
      <div class="actions"><button type="submit">${strings.portal.button}</button></div>
    </form>`;
  const hasErrors = errors.length > 0;
  return c.html(page(pageContext, { title: strings.portal.title, hasErrors }, content));
}

async function setUp(request: PageRequest) {
  const { c, context, opened, pageContext, token } = request;
  const { isWindowOver } = await leftToSpend(context, opened.application);
  if (isWindowOver || hasPortalAccount(opened.application)) return showAgain(request);
  const field = await formOf(c);
  const ssnLast4 = typedSsnLast4(field);
  const typed = { autopay: field('autopay') };
  if (ssnLast4 === undefined) {
    return sendBack(request, 'set_up', { errors: [ssnMissing(pageContext)], typed });
  }
  const wishes = { wantsAutopay: typed.autopay === 'yes' };
  const outcome = await setUpPortalByLink(context, token, { ssnLast4 }, wishes);
  switch (outcome.kind) {
    case 'wrong':
      return sendBack(request, 'set_up', {
        errors: [ssnMismatch(pageContext, outcome.triesLeft)],
        typed,
      });
    case 'unavailable':
      return sendBack(request, 'set_up', { problem: pageContext.strings.portal.unavailable });
    case 'active':
      rememberIdentity(request);
      return showAgain(request);
    case 'closed':
      return showAgain(request);
  }
}

function askToSignIn({ c, opened, path, pageContext }: PageRequest, flash: Flash) {
  const { signInTitle, signInLede, signIn } = pageContext.strings.account;
  return c.html(
    loanProofPage(pageContext, {
      action: `${path}/sign-in`,
      title: signInTitle,
      lede: signInLede(opened.merchant.business_name),
      button: signIn,
      flash,
    }),
  );
}

async function signIn(request: PageRequest) {
  const { c, context, pageContext, token } = request;
  const { errors, typed, ...proof } = readLoanProof(pageContext, await formOf(c));
  if (errors.length > 0) return sendBack(request, 'sign_in', { errors, typed });
  const outcome = await signInToPortal(context, token, proof);
  return afterProof(request, outcome, {
    form: 'sign_in',
    asked: 'ssn_last4_and_loan_number',
    typed,
  });
}

/** What the consumer owes for, and what has been asked for. */
async function showAccount(request: PageRequest) {
  const { c, context, opened, pageContext } = request;
  const { application, merchant } = opened;
  const { strings, format, lender } = pageContext;
  const text = strings.account;
  const left = await leftToSpend(context, application);
  const charges = await chargesOf(request);
  const preferencesUrl = await context.database.transaction((tx) =>
    preferencesLink(context, tx, application),
  );
  const back = returnLinkTo(request);
  const mayBeCharged = left.cents > 0 && merchant.status === 'Active';
  const ofCharges = mayBeCharged ? text.mayBeCharged : text.cannotBeCharged;
  const isOnBehalf = mayBeCharged && maySponsorApprove(context, application.sponsor_id);
  const content = html`<h1>${text.title}</h1>
    <p class="lede">${ofCharges(back.merchantName)} ${isOnBehalf ? text.onBehalf : ''}</p>
    ${onHold(pageContext, left)}
    ${facts([
      [
        strings.loanDocuments.loanNumber,
        format.loanNumber(application.consumer_application_human_readable_id),
      ],
      [text.limit, format.cents(application.credit_limit_cents ?? 0)],
      [text.spent, format.cents(application.amount_spent_cents)],
      ...leftRows(pageContext, left),
    ])}
    <section>
      <h2>${text.chargesTitle}</h2>
      ${chargeList(pageContext, charges)}
    </section>
    <section>
      <h2>${text.paymentTitle}</h2>
      <p>${withPhoneNumbers(text.payment(lender.phone))}</p>
    </section>
    <p><a class="standalone" href="${preferencesUrl}">${text.preferences}</a></p>
    <p class="actions">${returnLink(pageContext, back)}</p>`;
  return c.html(page(pageContext, { title: text.title }, content));
}

const shownCharges = 50;

interface ChargeOfLoan {
  readonly request: ChargeRequestRow;
  /** Of an approved charge. */
  readonly payment: PaymentOfCharge | undefined;
}

/** The newest first. */
async function chargesOf({
  context,
  opened: { application },
}: PageRequest): Promise<ChargeOfLoan[]> {
  const { database, clock } = context;
  const now = clock.now(application.sponsor_id);
  const { purchase_window_ends_at } = application;
  const charges = await listRequestsOfLoan(database.query, application, shownCharges);
  const payments = await chargePayments(database.query, application);
  return charges.map((charge) => ({
    request: { ...charge, status: requestStatusAt({ ...charge, purchase_window_ends_at }, now) },
    payment: payments.get(charge.id),
  }));
}

function onHold({ strings }: PageContext, { standing }: LeftToSpend): Html {
  if (standing !== 'on_hold') {
    return html``;
  }
  return html`<section class="next">
    <h2>${strings.state.suspendedTitle}</h2>
    <p>${strings.state.suspended}</p>
  </section>`;
}

function chargeList(pageContext: PageContext, charges: readonly ChargeOfLoan[]): Html {
  if (charges.length === 0) {
    return html`<p>${pageContext.strings.account.noCharges}</p>`;
  }
  return html`<ul class="charges">
    ${charges.map((each) => html`<li>${charge(pageContext, each)}</li>`)}
  </ul>`;
}

function charge(pageContext: PageContext, { request, payment }: ChargeOfLoan): Html {
  const { strings, format } = pageContext;
  const text = strings.account;
  const description: [string, string][] =
    request.description === null
      ? []
      : [[strings.chargeStatement.description, request.description]];
  return html`<h3>${strings.chargeStatement.kinds[request.transaction_description]}</h3>
    ${facts([
      [text.amount, format.cents(request.consumer_charge_amount_cents)],
      ...description,
      [text.requested, format.dateTime(request.requested_at)],
      [text.status, statusText(pageContext, { request, payment })],
    ])}`;
}

function statusText(
  { strings, format }: PageContext,
  { request, payment: paid }: ChargeOfLoan,
): string {
  const { statuses, payments } = strings.account;
  if (request.status !== 'Approved') return statuses[request.status];
  const { payment, refundedCents } = paid ?? JUST_APPROVED;
  return payments[payment](format.cents(refundedCents));
}
