import { html } from 'hono/html';
import type { LendingContext } from '../context.ts';
import { chargeStatement, chargeTermsOf } from '../documents/charge-statement.ts';
import { facts } from '../documents/html.ts';
import { endedBy, type ChargePayment } from '../domain/funding/charge-status.ts';
import { cancelReasonOf } from '../domain/funding/charge-prerequisites.ts';
import { endsPurchaseWindow } from '../domain/funding/transaction-items.ts';
import { answerChargeByLink, identifyForCharge } from '../operations/funding/answer-charge.ts';
import {
  chargePayments,
  JUST_APPROVED,
  type PaymentOfCharge,
} from '../operations/funding/charge-payments.ts';
import { type HostedLink, openHostedLink } from '../operations/identity/hosted-link.ts';
import type { ChargeRequestRow } from '../store/schema/funding.ts';
import { sendBack, takeFlash } from './flash.ts';
import { closedPage } from './link-problems.ts';
import { consumerPage } from './hosted-page.ts';
import { type LeftToSpend, leftToSpend } from './left-to-spend.ts';
import { type Notice, noticePage, page } from './page.ts';
import { afterProof, loanMismatch, loanProofPage, readLoanProof } from './proof.ts';
import type { Reader } from './reader.ts';
import { formOf } from './request.ts';
import { showAgain, type Visit, visitorOf, returnLinkTo } from './visit.ts';

/** Approving or rejecting a charge: who it is first, then what is asked for. */
export const chargePage = consumerPage<ChargeLink>({
  kind: 'charge',
  open: openCharge,
  show,
  actions: { identity: identify, '': answer },
});

type ChargeLink = HostedLink & { charge: ChargeRequestRow };
type ChargeVisit = Visit<ChargeLink>;

async function openCharge(
  { database }: LendingContext,
  token: string,
): Promise<ChargeLink | undefined> {
  const hosted = await openHostedLink(database.query, 'charge', token);
  return hosted?.charge ? { ...hosted, charge: hosted.charge } : undefined;
}

async function show(visit: ChargeVisit) {
  const end = endOf(visit);
  const closed = await closedPage(visit, end !== null);
  if (closed) return closed;
  if (end !== null) return showEnd(visit, end);
  return visit.isKnown ? askForAnswer(visit) : askWhoItIs(visit);
}

/** Says who asks for a charge, and nothing else of it. */
function askWhoItIs(visit: ChargeVisit) {
  const { c, path, opened, reader } = visit;
  const { charge: text, chargeStatement: statement, identity } = reader.strings;
  return c.html(
    loanProofPage(reader, {
      action: `${path}/identity`,
      title: statement.title(opened.merchant.business_name),
      lede: text.identityLede,
      button: identity.button,
      flash: takeFlash(visit, 'identity'),
    }),
  );
}

async function identify(visit: ChargeVisit) {
  const { c, context, reader, token } = visit;
  const { errors, typed, ...proof } = readLoanProof(reader, await formOf(c));
  if (errors.length > 0) return sendBack(visit, 'identity', { errors, typed });
  const outcome = await identifyForCharge(context, token, proof);
  return afterProof(visit, outcome, { form: 'identity', mismatch: loanMismatch, typed });
}

/**
 * What is asked for and what it does to the loan; approve and reject weigh the same. The form has no
 * field, so that Enter chooses neither.
 */
function askForAnswer({ c, context, opened, path, reader }: ChargeVisit) {
  const { application: loan, charge, merchant } = opened;
  const { charge: text, chargeStatement: statement } = reader.strings;
  const terms = chargeTermsOf({ charge, loan, merchant }, context);
  const content = html`${chargeStatement(reader, terms)}
    <section class="sign">
      <h2>${text.confirmTitle}</h2>
      <form method="post" action="${path}">
        <div class="actions equal">
          <button type="submit" name="answer" value="approve">${text.approve}</button>
          <button type="submit" name="answer" value="reject">${text.reject}</button>
        </div>
      </form>
    </section>`;
  return c.html(page(reader, { title: statement.title(terms.merchantName) }, content));
}

async function answer(visit: ChargeVisit) {
  const { c, context, identifiedAt, token } = visit;
  const chosen = (await formOf(c))('answer');
  const isAnswer = chosen === 'approve' || chosen === 'reject';
  if (identifiedAt !== null && isAnswer) {
    const visitor = visitorOf(visit);
    await answerChargeByLink(context, token, {
      answer: chosen,
      visitor,
      identityProvedAt: identifiedAt,
    });
  }
  return showAgain(visit);
}

type ChargeEnd = 'approved' | 'rejected' | 'expired' | 'canceled';

/** How a charge request has ended by now, whether or not its timer has run; else null. */
function endOf({ context, opened: { application, charge } }: ChargeVisit): ChargeEnd | null {
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
async function showEnd(visit: ChargeVisit, end: ChargeEnd) {
  const { c, context, opened, reader } = visit;
  const { application, charge } = opened;
  const payments = await chargePayments(context.database.query, application);
  const payment = payments.get(charge.id);
  const left = await leftToSpend(context, application);
  const isLast = endsPurchaseWindow(charge.transaction_description, context.config.loanTerms);
  const isClosing = isLast && payment !== undefined && payment.payment !== 'failed';
  const showsLeft = left.standing === 'open' && !isClosing;
  const back = returnLinkTo(visit);
  const notice = {
    ...saidOf(reader, back.merchantName, { charge, end, payment, left }),
    back,
    ...(showsLeft && {
      more: facts([[reader.strings.account.available, reader.format.cents(left.cents)]]),
    }),
  };
  return c.html(noticePage(reader, notice));
}

interface EndedCharge {
  readonly charge: ChargeRequestRow;
  readonly end: ChargeEnd;
  /** Of an approved charge. */
  readonly payment: PaymentOfCharge | undefined;
  readonly left: LeftToSpend;
}

type Said = Pick<Notice, 'title' | 'text' | 'tone'>;

function saidOf(reader: Reader, merchant: string, ended: EndedCharge): Said {
  const { charge: text } = reader.strings;
  switch (ended.end) {
    case 'approved':
      return approved(reader, merchant, ended);
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
  { strings, format }: Reader,
  merchant: string,
  { charge, payment: paid = JUST_APPROVED }: EndedCharge,
): Said {
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
