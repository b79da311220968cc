import { html, raw } from 'hono/html';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { LendingContext } from '../context.ts';
import { facts } from '../documents/html.ts';
import { cancelReasonOf } from '../domain/funding/charge-prerequisites.ts';
import { type ChargePayment, endedBy } from '../domain/funding/charge-status.ts';
import { endsPurchaseWindow } from '../domain/funding/transaction-items.ts';
import {
  answerChargeByLink,
  identifyForCharge,
  statementOf,
} from '../operations/funding/answer-charge.ts';
import { balanceAt } from '../operations/funding/balance-at.ts';
import {
  chargePayments,
  JUST_APPROVED,
  type PaymentOfCharge,
} from '../operations/funding/charge-payments.ts';
import { type HostedLink, openHostedLink } from '../operations/identity/hosted-link.ts';
import type { ChargeRequestRow } from '../store/schema/funding.ts';
import { knownFor } from './cookies.ts';
import { sendBack, takeFlash } from './flash.ts';
import { consumerPage, forKnown } from './hosted-page.ts';
import { type LeftToSpend, leftToSpend } from './left-to-spend.ts';
import { closedPage } from './link-problems.ts';
import { type Notice, noticePage, page } from './page.ts';
import type { PageContext } from './page-context.ts';
import { problemBox } from './parts.ts';
import { afterProof, loanProofPage, readLoanProof } from './proof.ts';
import {
  formOf,
  isKnown,
  type KnownRequest,
  type PageRequest,
  returnLinkTo,
  showAgain,
  visitorOf,
} from './request.ts';

/** Approving or rejecting a charge: who it is first, then what is asked for. */
export const chargePage = consumerPage<ChargeLink>({
  kind: 'charge',
  open: openCharge,
  show,
  actions: { identity: identify, '': forKnown('identity', answer) },
});

type ChargeLink = HostedLink & { charge: ChargeRequestRow };
type ChargePageRequest = PageRequest<ChargeLink>;

async function openCharge(
  { database }: LendingContext,
  token: string,
): Promise<ChargeLink | undefined> {
  const hosted = await openHostedLink(database.query, 'charge', token);
  return hosted?.charge ? { ...hosted, charge: hosted.charge } : undefined;
}

async function show(request: ChargePageRequest) {
  const end = endOf(request);
  const closed = await closedPage(request, end !== null);
  if (closed) return closed;
  if (end !== null) return showEnd(request, end);
  return isKnown(request) ? askForAnswer(request) : askWhoItIs(request);
}

/** Says who asks for a charge, and nothing else of it. */
function askWhoItIs(request: ChargePageRequest) {
  const { c, path, opened, pageContext } = request;
  const { charge: text, chargeStatement: statement, identity } = pageContext.strings;
  return c.html(
    loanProofPage(pageContext, {
      action: `${path}/identity`,
      title: statement.title(opened.merchant.business_name),
      lede: `${text.identityLede} ${identity.askedAgain(...knownFor)}`,
      button: identity.button,
      flash: takeFlash(request, 'identity'),
    }),
  );
}

async function identify(request: ChargePageRequest) {
  const { c, context, pageContext, token } = request;
  const { errors, typed, ...proof } = readLoanProof(pageContext, await formOf(c));
  if (errors.length > 0) return sendBack(request, 'identity', { errors, typed });
  const outcome = await identifyForCharge(context, token, proof);
  return afterProof(request, outcome, {
    form: 'identity',
    asked: 'ssn_last4_and_loan_number',
    typed,
  });
}

/**
 * What is asked for and what it does to the loan; approve and reject weigh the same. Nothing is
 * typed into the form, so that Enter chooses neither.
 */
async function askForAnswer(request: ChargePageRequest) {
  const { c, context, opened, path, pageContext } = request;
  const { application, charge, merchant } = opened;
  const { problem } = takeFlash(request, 'answer');
  const now = context.clock.now(application.sponsor_id);
  const loan = await balanceAt(context.database.query, application, now);
  const shown = await statementOf(context, { charge, loan, merchant });
  const { charge: text, chargeStatement: statement } = pageContext.strings;
  const content = html`${problemBox(problem)}${raw(shown)}
    <section class="sign">
      <h2>${text.confirmTitle}</h2>
      <form method="post" action="${path}">
        <input type="hidden" name="shown" value="${sha256Hex(shown)}" />
        <div class="actions equal">
          <button type="submit" name="answer" value="approve">${text.approve}</button>
          <button type="submit" name="answer" value="reject">${text.reject}</button>
        </div>
      </form>
    </section>`;
  const title = statement.title(merchant.business_name);
  return c.html(page(pageContext, { title, hasErrors: problem !== null }, content));
}

async function answer(request: KnownRequest<ChargeLink>) {
  const { c, context, identifiedAt, pageContext, token } = request;
  const field = await formOf(c);
  const chosen = field('answer');
  const isAnswer = chosen === 'approve' || chosen === 'reject';
  if (!isAnswer) return showAgain(request);
  const { kind } = await answerChargeByLink(context, token, {
    answer: chosen,
    shown: field('shown'),
    visitor: visitorOf(request),
    identityProvedAt: identifiedAt,
  });
  if (kind !== 'changed') return showAgain(request);
  return sendBack(request, 'answer', { problem: pageContext.strings.charge.changed });
}

type ChargeEnd = 'approved' | 'rejected' | 'expired' | 'canceled';

/** How a charge request has ended by now, whether or not its timer has run; else null. */
function endOf({ context, opened: { application, charge } }: ChargePageRequest): ChargeEnd | null {
  switch (charge.status) {
    case 'Approved':
      return 'approved';
    case 'Rejected':
      return 'rejected';
    case 'Expired':
      return 'expired';
    case 'Canceled':
      return 'canceled';
    case 'Pending': {
      const { expires_at } = charge;
      const { purchase_window_ends_at } = application;
      const now = context.clock.now(application.sponsor_id);
      return endedBy({ expires_at, purchase_window_ends_at }, now);
    }
  }
}

/** How a charge request ended and, once approved, what has become of the charge. */
async function showEnd(request: ChargePageRequest, end: ChargeEnd) {
  const { c, context, opened, pageContext } = request;
  const { application, charge } = opened;
  const payments = await chargePayments(context.database.query, application);
  const payment = payments.get(charge.id);
  const left = await leftToSpend(context, application);
  const isLast = endsPurchaseWindow(charge.transaction_description, context.config.loanTerms);
  const isClosing = isLast && payment !== undefined && payment.payment !== 'failed';
  const showsLeft = left.standing === 'open' && !isClosing;
  const back = returnLinkTo(request);
  const notice = {
    ...noticeTextOf(pageContext, back.merchantName, { charge, end, payment, left }),
    back,
    ...(showsLeft && {
      more: facts([[pageContext.strings.account.available, pageContext.format.cents(left.cents)]]),
    }),
  };
  return c.html(noticePage(pageContext, notice));
}

interface EndedCharge {
  readonly charge: ChargeRequestRow;
  readonly end: ChargeEnd;
  /** Of an approved charge. */
  readonly payment: PaymentOfCharge | undefined;
  readonly left: LeftToSpend;
}

type NoticeText = Pick<Notice, 'title' | 'text' | 'tone'>;

function noticeTextOf(pageContext: PageContext, merchant: string, ended: EndedCharge): NoticeText {
  const { charge: text } = pageContext.strings;
  switch (ended.end) {
    case 'approved':
      return approved(pageContext, merchant, ended);
    case 'rejected':
      return { title: text.rejectedTitle, text: text.rejected(merchant) };
    case 'expired':
      return {
        title: text.expiredTitle,
        text: ended.left.standing === 'open' ? text.expired(merchant) : text.expiredForGood,
      };
    case 'canceled':
      return {
        title: text.canceledTitle,
        text: text.canceled[cancelReasonOf(ended.charge.rejection_reason)](merchant),
      };
  }
}

function approved(
  { strings, format }: PageContext,
  merchant: string,
  { charge, payment: paid = JUST_APPROVED }: EndedCharge,
): NoticeText {
  const { charge: text } = strings;
  const { payment, refundedCents } = paid;
  const approvedTitle =
    charge.approved_by === 'sponsor' ? text.approvedElsewhere : text.approvedTitle;
  const titles: Record<ChargePayment, string> = {
    ...text.paymentTitles,
    being_paid: approvedTitle,
    paid: approvedTitle,
  };
  return {
    title: titles[payment],
    text: text.payments[payment]({
      amount: format.cents(charge.consumer_charge_amount_cents),
      refunded: format.cents(refundedCents),
      merchant,
    }),
    tone: titles[payment] === approvedTitle ? 'good' : 'plain',
  };
}
