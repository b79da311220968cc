import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import { answerChargeByLink } from '../../operations/funding/answer-charge-by-link.ts';
import {
  type HostedLink,
  linkProblem,
  openHostedLink,
} from '../../operations/identity/hosted-link.ts';
import type { ChargeRequestTable } from '../../store/schema.ts';
import { type LeftToSpend, leftToSpend } from '../left-to-spend.ts';
import { linkProblemPage, unknownLink } from '../link-problem-page.ts';
import { blankProofForm, readLoanProof } from '../loan-proof.ts';
import { noticePage } from '../notice-page.ts';
import type { Reader } from '../page.ts';
import { facts, loanMismatch } from '../parts.ts';
import { isIdentified, rememberIdentity } from '../page-session.ts';
import { readerFor } from '../reader.ts';
import { formOf, visitorOf, wayBackTo } from '../request.ts';
import { type ChargeEnd, endOf } from './charge-end.ts';
import { chargePage } from './charge-page.ts';
import { chargeTermsOf } from './charge-statement.ts';

/** Approving or rejecting a charge. */
export function createChargePages(context: LendingContext): Hono {
  const pages = new Hono();
  pages.get('/charge/:token', (c) => show(context, c));
  pages.post('/charge/:token', (c) => answer(context, c));
  return pages;
}

async function show(context: LendingContext, c: Context, form = blankProofForm) {
  const token = c.req.param('token') ?? '';
  const hosted = await openHostedLink(context.database.query, 'charge', token);
  if (!hosted?.charge) return unknownLink(context, c);
  const { application, merchant, charge } = hosted;
  const reader = readerFor(context.config, application.locale);
  const now = context.clock.now(application.sponsor_id);
  const end = endOf(charge, application, now);
  if (end !== null) {
    const mayKnow = isIdentified(context, c, hosted.link);
    const left = mayKnow ? await leftToSpend(context, application) : null;
    return c.html(endPage(reader, hosted, { charge, end, left }));
  }
  const problem = linkProblem(context, hosted);
  if (problem !== null) {
    const back = wayBackTo(application, merchant);
    return linkProblemPage(c, reader, { kind: 'charge', problem, back });
  }
  const terms = chargeTermsOf({ charge, loan: application, merchant }, context);
  const view = { action: `/charge/${token}`, terms, ...form };
  return c.html(chargePage(reader, view), form.errors.length > 0 ? 400 : 200);
}

async function answer(context: LendingContext, c: Context) {
  const token = c.req.param('token') ?? '';
  const hosted = await openHostedLink(context.database.query, 'charge', token);
  if (!hosted) return unknownLink(context, c);
  const reader = readerFor(context.config, hosted.application.locale);
  const field = await formOf(c);
  const { proof, form } = readLoanProof(reader, field);
  const chosen = field('answer');
  const isAnswer = chosen === 'approve' || chosen === 'reject';
  if (form.errors.length > 0 || !isAnswer) return show(context, c, form);
  const result = await answerChargeByLink(context, token, proof, {
    answer: chosen,
    visitor: visitorOf(c, context),
  });
  if (result.kind === 'wrong') {
    return show(context, c, { ...form, errors: [loanMismatch(reader, result.triesLeft)] });
  }
  if (result.kind === 'approved' || result.kind === 'rejected') {
    rememberIdentity(context, c, hosted.link, `/charge/${token}`);
  }
  return c.redirect(`/charge/${token}`, 303);
}

interface Ended {
  charge: ChargeRequestTable;
  end: ChargeEnd;
  /** Null where the reader has not answered. */
  left: LeftToSpend | null;
}

function endPage(
  reader: Reader,
  { application, merchant }: HostedLink,
  { charge, end, left }: Ended,
) {
  const { strings, format } = reader;
  const name = merchant.business_name;
  const amount = format.cents(charge.consumer_charge_amount_cents);
  const texts = {
    approved: {
      title:
        charge.approved_by === 'sponsor'
          ? strings.charge.approvedElsewhere
          : strings.charge.approvedTitle,
      text: strings.charge.approved(amount, name),
    },
    rejected: { title: strings.charge.rejectedTitle, text: strings.charge.rejected(name) },
    expired: { title: strings.charge.expiredTitle, text: strings.charge.expired(name) },
    canceled: { title: strings.charge.canceledTitle, text: strings.charge.canceled },
  };
  return noticePage(reader, {
    ...texts[end],
    tone: end === 'approved' ? 'good' : 'plain',
    back: wayBackTo(application, merchant),
    ...(left?.standing === 'open' && {
      more: facts([[strings.account.available, format.cents(left.cents)]]),
    }),
  });
}
