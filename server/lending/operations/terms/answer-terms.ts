import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { maySendCode } from '../../domain/attempt-limits.ts';
import { listStepUpCodes } from '../../store/one-time-codes.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import {
  checkIdentity,
  type HostedLink,
  type IdentityClaim,
  lockOpenLink,
  openHostedLink,
} from '../identity/hosted-link.ts';
import { CLOSED, type Closed, type LinkOutcome, type ProofOutcome } from '../identity/visitor.ts';
import { type AcceptanceResult, acceptTerms, type TermsAcceptance } from './accept-terms.ts';
import { declineTerms } from './decline-terms.ts';
import {
  answerStepUp,
  askStepUp,
  type CodeChannel,
  codeChannelFor,
  isInStepUp,
  needsStepUp,
  sendCode,
} from './step-up.ts';

/** The last four digits on the terms page. Passing may bring a step-up first. */
export async function identifyForTerms(
  context: LendingContext,
  token: string,
  claim: IdentityClaim,
): Promise<ProofOutcome> {
  const channel = await channelOfStepUp(context, token, needsStepUp);
  return withTerms(context, token, async (tx, hosted) => {
    const { application, merchant } = hosted;
    const result = await checkIdentity(context, tx, hosted, claim);
    const isAsked = needsStepUp(application) && merchant.status !== 'Closed';
    if (result.kind === 'passed' && isAsked) await askStepUp(context, tx, application, channel);
    return result;
  });
}

/** Found before the transaction, which waits for nobody outside. */
async function channelOfStepUp(
  context: LendingContext,
  token: string,
  isSent: (application: ApplicationRow) => boolean,
): Promise<CodeChannel> {
  const { query } = context.database;
  const hosted = await openHostedLink(query, 'terms', token);
  return hosted && isSent(hosted.application)
    ? codeChannelFor(context, query, hosted.application)
    : 'email';
}

/** Sends a new code for a step-up. `too_many`: enough for a day. */
export async function sendStepUpCodeAgain(
  context: LendingContext,
  token: string,
): Promise<LinkOutcome<'sent' | 'too_many'>> {
  const channel = await channelOfStepUp(context, token, isInStepUp);
  return withTerms(context, token, async (tx, hosted) => {
    const { application } = hosted;
    if (!takesCode(hosted)) return CLOSED;
    const sent = await listStepUpCodes(tx, application);
    const sentAt = sent.map(({ sent_at }) => sent_at);
    if (!maySendCode(sentAt, context.clock.now(application.sponsor_id))) {
      return { kind: 'too_many' };
    }
    await sendCode(context, tx, application, channel);
    return { kind: 'sent' };
  });
}

/** The one-time code of a step-up. `over`: it is not taken any more, and a new one has to be sent. */
export function confirmStepUp(
  context: LendingContext,
  token: string,
  code: string,
): Promise<ProofOutcome<'passed' | 'over'>> {
  return withTerms(context, token, async (tx, hosted) => {
    if (!takesCode(hosted)) return CLOSED;
    const result = await answerStepUp(context, tx, hosted.application, code);
    return result.kind === 'failed' ? CLOSED : result;
  });
}

/** With its merchant closed there is nothing left that a code could open, or fail. */
function takesCode({ application, merchant }: HostedLink): boolean {
  return isInStepUp(application) && merchant.status !== 'Closed';
}

/** Accepts once: a repeat finds the loan accepted and does nothing. */
export function acceptTermsByLink(
  context: LendingContext,
  token: string,
  acceptance: TermsAcceptance,
): Promise<LinkOutcome<AcceptanceResult>> {
  return withTerms(context, token, async (tx, { application }) => {
    const isOpen = application.status === 'Approved: Offer Selected' && !needsStepUp(application);
    if (!isOpen) return CLOSED;
    return { kind: await acceptTerms(context, tx, application, acceptance) };
  });
}

export function declineTermsByLink(
  context: LendingContext,
  token: string,
): Promise<LinkOutcome<'declined'>> {
  return withTerms(context, token, async (tx, { application }) => {
    if (application.status !== 'Approved: Offer Selected') return CLOSED;
    await declineTerms(context, tx, application);
    return { kind: 'declined' };
  });
}

function withTerms<Result>(
  context: LendingContext,
  token: string,
  work: (tx: Transaction<LendingSchema>, hosted: HostedLink) => Promise<Result>,
): Promise<Result | Closed> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'terms', token);
    return hosted ? work(tx, hosted) : CLOSED;
  });
}
