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
import { type LinkForm, sendBack, takeFlash } from '../flash.ts';
import { leftToSpend } from '../left-to-spend.ts';
import { linkProblemPage, unknownLink } from '../link-problem-page.ts';
import { loanProofForm, readLoanProof } from '../loan-proof.ts';
import { type FieldError, loanMismatch } from '../parts.ts';
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

function tokenOf(c: Context): string {
  return c.req.param('token') ?? '';
}

function pathOf(c: Context): string {
  return `/charge/${tokenOf(c)}`;
}

function open({ database }: LendingContext, c: Context): Promise<HostedLink | undefined> {
  return openHostedLink(database.query, 'charge', tokenOf(c));
}

function answerForm(c: Context, { link }: HostedLink): LinkForm {
  return { link, path: pathOf(c), form: 'answer' };
}

async function show(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted?.charge) return unknownLink(context, c);
  const flash = takeFlash(context, c, answerForm(c, hosted));
  const { application, merchant, charge } = hosted;
  const reader = readerFor(context.config, application.locale);
  const now = context.clock.now(application.sponsor_id);
  const end = endOf(charge, application, now);
  if (end !== null) {
    const ended = await endedCharge(context, c, { ...hosted, charge }, end);
    return c.html(chargeEndPage(reader, wayBackTo(context, c, hosted), ended));
  }
  const problem = linkProblem(context, hosted);
  if (problem !== null) return linkProblemPage(context, c, hosted, problem);
  const terms = chargeTermsOf({ charge, loan: application, merchant }, context);
  const view = { action: pathOf(c), terms, ...loanProofForm(flash) };
  return c.html(chargePage(reader, view));
}

async function answer(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const reader = readerFor(context.config, hosted.application.locale);
  const field = await formOf(c);
  const { proof, errors, typed } = readLoanProof(reader, field);
  const refuse = (said: readonly FieldError[]) =>
    sendBack(context, c, answerForm(c, hosted), { errors: said, typed });
  const chosen = field('answer');
  const isAnswer = chosen === 'approve' || chosen === 'reject';
  if (errors.length > 0 || !isAnswer) return refuse(errors);
  const result = await answerChargeByLink(context, tokenOf(c), proof, {
    answer: chosen,
    visitor: visitorOf(c, context),
  });
  if (result.kind === 'wrong') return refuse([loanMismatch(reader, result.triesLeft)]);
  if (result.kind === 'approved' || result.kind === 'rejected') {
    rememberIdentity(context, c, hosted.link, pathOf(c));
  }
  return c.redirect(pathOf(c), 303);
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
