import { html } from 'hono/html';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { facts, type Html, withPhoneNumbers } from '../documents/html.ts';
import { requestStatusAt } from '../domain/funding/charge-status.ts';
import {
  chargePayments,
  JUST_APPROVED,
  type PaymentOfCharge,
} from '../operations/funding/charge-payments.ts';
import { openHostedLink } from '../operations/identity/hosted-link.ts';
import { hasPortalAccount } from '../operations/portal/portal-account.ts';
import { setUpPortalByLink } from '../operations/portal/set-up-portal.ts';
import { signInToPortal } from '../operations/portal/sign-in-to-portal.ts';
import { preferencesLink } from '../operations/preferences/preferences-of.ts';
import { listRequestsOfLoan } from '../store/charge-requests.ts';
import type { ChargeRequestRow } from '../store/schema/funding.ts';
import { type Flash, sendBack, takeFlash } from './flash.ts';
import { consumerPage } from './hosted-page.ts';
import { type LeftToSpend, leftRows, leftToSpend } from './left-to-spend.ts';
import { closedPage } from './link-problems.ts';
import { noticePage, page } from './page.ts';
import { checkbox, errorSummary, ssnLast4Field, wayBack } from './parts.ts';
import {
  afterProof,
  loanMismatch,
  loanProofPage,
  readLoanProof,
  ssnMismatch,
  ssnMissing,
  typedSsnLast4,
} from './proof.ts';
import type { Reader } from './reader.ts';
import { formOf } from './request.ts';
import { rememberIdentity, showAgain, type Visit, returnLinkTo } from './visit.ts';

/** The Payment Portal: setting the account up, then signing in to it. */
export const portalPage = consumerPage({
  kind: 'portal',
  open: ({ database }, token) => openHostedLink(database.query, 'portal', token),
  show,
  actions: { '': setUp, 'sign-in': signIn },
});

async function show(visit: Visit) {
  const { application } = visit.opened;
  const isCancelled = application.status === 'Cancelled';
  const hasAccount = hasPortalAccount(application);
  const flash = takeFlash(visit, hasAccount ? 'sign_in' : 'set_up');
  const left = isCancelled || hasAccount ? null : await leftToSpend(visit.context, application);
  const closed = await closedPage(visit, isCancelled || left?.isWindowOver === true);
  if (closed) return closed;
  if (isCancelled) return showCancelled(visit);
  if (left?.isWindowOver) return showTooLate(visit, left);
  if (!hasAccount) return askToSetUp(visit, flash);
  const isSignedIn = visit.isKnown && application.portal_account_status === 'Active';
  return isSignedIn ? showAccount(visit) : askToSignIn(visit, flash);
}

function showCancelled(visit: Visit) {
  const { cancelledTitle: title, cancelled: text } = visit.reader.strings.state;
  return visit.c.html(noticePage(visit.reader, { title, text, back: returnLinkTo(visit) }));
}

function showTooLate(visit: Visit, { purchaseWindowEndDate }: LeftToSpend) {
  const { strings, format } = visit.reader;
  const title = strings.portal.overTitle;
  const text = strings.portal.over(format.date(purchaseWindowEndDate));
  return visit.c.html(noticePage(visit.reader, { title, text, back: returnLinkTo(visit) }));
}

/** Activates the account; autopay is a separate wish, never ticked in advance. */
function askToSetUp(visit: Visit, { errors, problem }: Flash) {
  const { c, context, opened, path, reader } = visit;
  const { strings, locale, texts } = reader;
  if (problem !== null) {
    const title = strings.portal.unavailableTitle;
    return c.html(noticePage(reader, { title, text: problem, back: returnLinkTo(visit) }));
  }
  const onDate = easternDate(context.clock.now(opened.application.sponsor_id));
  const content = html`${errorSummary(reader, errors)}
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
        })}
      </fieldset>
      <div class="actions"><button type="submit">${strings.portal.button}</button></div>
    </form>`;
  const hasErrors = errors.length > 0;
  return c.html(page(reader, { title: strings.portal.title, hasErrors }, content));
}

async function setUp(visit: Visit) {
  const { c, context, opened, reader, token } = visit;
  const { isWindowOver } = await leftToSpend(context, opened.application);
  if (isWindowOver || hasPortalAccount(opened.application)) return showAgain(visit);
  const field = await formOf(c);
  const ssnLast4 = typedSsnLast4(field);
  if (ssnLast4 === undefined) return sendBack(visit, 'set_up', { errors: [ssnMissing(reader)] });
  const wishes = { wantsAutopay: field('autopay') === 'yes' };
  const outcome = await setUpPortalByLink(context, token, { ssnLast4 }, wishes);
  switch (outcome.kind) {
    case 'wrong':
      return sendBack(visit, 'set_up', { errors: [ssnMismatch(reader, outcome.triesLeft)] });
    case 'unavailable':
      return sendBack(visit, 'set_up', { problem: reader.strings.portal.unavailable });
    case 'active':
      rememberIdentity(visit);
      return showAgain(visit);
    case 'closed':
      return showAgain(visit);
  }
}

function askToSignIn({ c, opened, path, reader }: Visit, flash: Flash) {
  const { signInTitle, signInLede, signIn } = reader.strings.account;
  return c.html(
    loanProofPage(reader, {
      action: `${path}/sign-in`,
      title: signInTitle,
      lede: signInLede(opened.merchant.business_name),
      button: signIn,
      flash,
    }),
  );
}

async function signIn(visit: Visit) {
  const { c, context, reader, token } = visit;
  const { errors, typed, ...proof } = readLoanProof(reader, await formOf(c));
  if (errors.length > 0) return sendBack(visit, 'sign_in', { errors, typed });
  const outcome = await signInToPortal(context, token, proof);
  return afterProof(visit, outcome, { form: 'sign_in', mismatch: loanMismatch, typed });
}

/** What the consumer owes for, and what has been asked for. */
async function showAccount(visit: Visit) {
  const { c, context, opened, reader } = visit;
  const { application, merchant } = opened;
  const { strings, format, lender } = reader;
  const text = strings.account;
  const left = await leftToSpend(context, application);
  const charges = await chargesOf(visit);
  const preferencesUrl = await context.database.transaction((tx) =>
    preferencesLink(context, tx, application),
  );
  const back = returnLinkTo(visit);
  const mayBeCharged = left.cents > 0 && merchant.status === 'Active';
  const ofCharges = mayBeCharged ? text.mayBeCharged : text.cannotBeCharged;
  const content = html`<h1>${text.title}</h1>
    <p class="lede">${ofCharges(back.merchantName)}</p>
    ${onHold(reader, left)}
    ${facts([
      [
        strings.loanDocuments.loanNumber,
        format.loanNumber(application.consumer_application_human_readable_id),
      ],
      [text.limit, format.cents(application.credit_limit_cents ?? 0)],
      [text.spent, format.cents(application.amount_spent_cents)],
      ...leftRows(reader, left),
    ])}
    <section>
      <h2>${text.chargesTitle}</h2>
      ${chargeList(reader, charges)}
    </section>
    <section>
      <h2>${text.paymentTitle}</h2>
      <p>${withPhoneNumbers(text.payment(lender.phone))}</p>
    </section>
    <p><a class="standalone" href="${preferencesUrl}">${text.preferences}</a></p>
    <p class="actions">${wayBack(reader, back)}</p>`;
  return c.html(page(reader, { title: text.title }, content));
}

const shownCharges = 50;

interface ChargeOfLoan {
  readonly request: ChargeRequestRow;
  /** Of an approved charge. */
  readonly payment: PaymentOfCharge | undefined;
}

/** The newest first. */
async function chargesOf({ context, opened: { application } }: Visit): Promise<ChargeOfLoan[]> {
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

function onHold({ strings }: Reader, { standing }: LeftToSpend): Html {
  if (standing !== 'on_hold') {
    return html``;
  }
  return html`<section class="next">
    <h2>${strings.state.suspendedTitle}</h2>
    <p>${strings.state.suspended}</p>
  </section>`;
}

function chargeList(reader: Reader, charges: readonly ChargeOfLoan[]): Html {
  if (charges.length === 0) {
    return html`<p>${reader.strings.account.noCharges}</p>`;
  }
  return html`<ul class="charges">
    ${charges.map((each) => html`<li>${charge(reader, each)}</li>`)}
  </ul>`;
}

function charge(reader: Reader, { request, payment }: ChargeOfLoan): Html {
  const { strings, format } = reader;
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
      [text.status, statusText(reader, { request, payment })],
    ])}`;
}

function statusText({ strings, format }: Reader, { request, payment: paid }: ChargeOfLoan): string {
  const { statuses, payments } = strings.account;
  if (request.status !== 'Approved') return statuses[request.status];
  const { payment, refundedCents } = paid ?? JUST_APPROVED;
  return payments[payment](format.cents(refundedCents));
}
