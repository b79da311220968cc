import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import { endsPurchaseWindow } from '../../domain/funding/charge-labels.ts';
import { answerChargeByLink } from '../../operations/funding/answer-charge-by-link.ts';
import { chargePayments } from '../../operations/funding/charge-payments.ts';
import {
  type HostedLink,
  linkProblem,
  openHostedLink,
} from '../../operations/identity/hosted-link.ts';
import type { ChargeRequestTable } from '../../store/schema.ts';
import { leftToSpend } from '../left-to-spend.ts';
import { linkProblemPage, unknownLink } from '../link-problem-page.ts';
import { blankProofForm, readLoanProof } from '../loan-proof.ts';
import { loanMismatch } from '../parts.ts';
import { isIdentified, rememberIdentity } from '../page-session.ts';
import { readerFor } from '../reader.ts';
import { formOf, visitorOf, wayBackTo } from '../request.ts';
import { type ChargeEnd, endOf } from './charge-end.ts';
import { chargeEndPage, type EndedCharge } from './charge-end-page.ts';
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
    return c.html(
      chargeEndPage(reader, hosted, await endedCharge(context, c, { ...hosted, charge }, end)),
    );
  }
  const problem = linkProblem(context, hosted);
  if (problem !== null) {
    const back = wayBackTo(application, merchant);
    return linkProblemPage(c, reader, { hosted, problem, back });
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

async function endedCharge(
  context: LendingContext,
  c: Context,
  { application, link, charge }: HostedLink & { charge: ChargeRequestTable },
  end: ChargeEnd,
): Promise<EndedCharge> {
  const { database, config } = context;
  const payments = await chargePayments(database.query, application);
  return {
    charge,
    end,
    isLast: endsPurchaseWindow(charge.transaction_description, config.loanTerms),
    payment: payments.get(charge.id),
    left: await leftToSpend(context, application),
    hasAnswered: isIdentified(context, c, link),
  };
}
