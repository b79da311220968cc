import { type Context, Hono } from 'hono';
import type { LendingContext } from '../../context.ts';
import { endsPurchaseWindow } from '../../domain/funding/transaction-items.ts';
import {
  answerChargeByLink,
  identifyForCharge,
} from '../../operations/funding/answer-as-consumer.ts';
import { chargePayments } from '../../operations/funding/charge-payments.ts';
import {
  type HostedLink,
  linkProblem,
  openHostedLink,
} from '../../operations/identity/hosted-link.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import { type LinkForm, sendBack, takeFlash } from '../flash.ts';
import { leftToSpend } from '../left-to-spend.ts';
import { linkProblemPage, nothingLeftPage, unknownLink } from '../link-problem-page.ts';
import { loanProofForm, loanProofPage, readLoanProof } from '../loan-proof.ts';
import { type FieldError, loanMismatch } from '../parts.ts';
import { identifiedAt, isIdentified, rememberIdentity } from '../page-session.ts';
import { pageReader } from '../reader.ts';
import { formOf, visitorOf, wayBackTo } from '../request.ts';
import { type ChargeEnd, endOf } from './charge-end.ts';
import { chargeEndPage, type EndedCharge } from './charge-end-page.ts';
import { chargePage } from './charge-page.ts';
import { chargeTermsOf } from '../../documents/charge-statement.ts';

/** Approving or rejecting a charge: who it is first, then what is asked for. */
export function createChargePages(context: LendingContext): Hono {
  const pages = new Hono();
  pages.get('/charge/:token', (c) => show(context, c));
  pages.post('/charge/:token/identity', (c) => identify(context, c));
  pages.post('/charge/:token', (c) => answer(context, c));
  return pages;
}

function tokenOf(c: Context): string {
  return c.req.param('token') ?? '';
}

function pathOf(c: Context): string {
  return `/charge/${tokenOf(c)}`;
}

/** After every answer: the page itself, which shows what holds now. */
function showAgain(c: Context) {
  return c.redirect(pathOf(c), 303);
}

function open({ database }: LendingContext, c: Context): Promise<HostedLink | undefined> {
  return openHostedLink(database.query, 'charge', tokenOf(c));
}

function identityForm(c: Context, { link }: HostedLink): LinkForm {
  return { link, path: pathOf(c), form: 'identity' };
}

async function show(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted?.charge) return unknownLink(context, c);
  const { application, merchant, charge, link } = hosted;
  const reader = pageReader(context.config, application.locale);
  const isKnown = isIdentified(context, c, link);
  const end = endOf(charge, application, context.clock.now(application.sponsor_id));
  if (end !== null) {
    if (!isKnown) return nothingLeftPage(context, c, hosted);
    const ended = await endedCharge(context, { ...hosted, charge }, end);
    return c.html(chargeEndPage(reader, wayBackTo(context, c, hosted), ended));
  }
  const problem = linkProblem(context, hosted);
  if (problem !== null) return linkProblemPage(context, c, hosted, problem);
  if (!isKnown) return askWhoItIs(context, c, hosted);
  const terms = chargeTermsOf({ charge, loan: application, merchant }, context);
  return c.html(chargePage(reader, { action: pathOf(c), terms }));
}

/** Says who asks for a charge, and nothing else of it. */
function askWhoItIs(context: LendingContext, c: Context, hosted: HostedLink) {
  const { application, merchant } = hosted;
  const reader = pageReader(context.config, application.locale);
  const { charge: text, chargeStatement, identity } = reader.strings;
  const page = loanProofPage(reader, {
    action: `${pathOf(c)}/identity`,
    title: chargeStatement.title(merchant.business_name),
    lede: text.identityLede,
    button: identity.button,
    ...loanProofForm(takeFlash(context, c, identityForm(c, hosted))),
  });
  return c.html(page);
}

async function identify(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const reader = pageReader(context.config, hosted.application.locale);
  const { proof, errors, typed } = readLoanProof(reader, await formOf(c));
  const refuse = (said: readonly FieldError[]) =>
    sendBack(context, c, identityForm(c, hosted), { errors: said, typed });
  if (errors.length > 0) return refuse(errors);
  const result = await identifyForCharge(context, tokenOf(c), proof);
  if (result.kind === 'wrong') return refuse([loanMismatch(reader, result.triesLeft)]);
  if (result.kind === 'passed') rememberIdentity(context, c, hosted.link, pathOf(c));
  return showAgain(c);
}

async function answer(context: LendingContext, c: Context) {
  const hosted = await open(context, c);
  if (!hosted) return unknownLink(context, c);
  const identityProvedAt = identifiedAt(context, c, hosted.link);
  const chosen = (await formOf(c))('answer');
  const isAnswer = chosen === 'approve' || chosen === 'reject';
  if (identityProvedAt !== null && isAnswer) {
    const visitor = visitorOf(c, context);
    await answerChargeByLink(context, tokenOf(c), { answer: chosen, visitor, identityProvedAt });
  }
  return showAgain(c);
}

async function endedCharge(
  context: LendingContext,
  { application, charge }: HostedLink & { charge: ChargeRequestRow },
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
  };
}
