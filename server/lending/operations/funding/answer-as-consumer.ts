import type { Transaction } from 'kysely';
import type { PaymentRequestStatus } from '../../../lending-api/statuses.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { chargeRequestMachine } from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { checkIdentity, type IdentityClaim } from '../identity/check-identity.ts';
import { type HostedLink, linkProblem, lockHostedLink } from '../identity/hosted-link.ts';
import { CLOSED, type Closed, type ProofOutcome, type Visitor } from '../identity/visitor.ts';
import { answerCharge, type ChargeResult } from './answer-charge.ts';
import { openCharge } from './end-charge.ts';

/** Who it is, by the last four digits and the loan number, before the charge is shown. */
export function identifyForCharge(
  context: LendingContext,
  token: string,
  claim: Required<IdentityClaim>,
): Promise<ProofOutcome> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockChargeOfLink(context, tx, token);
    if (!hosted) return CLOSED;
    const result = await checkIdentity(context, tx, hosted, claim);
    return result.kind === 'passed' || result.kind === 'wrong' ? result : CLOSED;
  });
}

interface ChargePageAnswer {
  answer: 'approve' | 'reject';
  visitor: Visitor;
  /** When the question of this very link was answered (epoch ms); the caller has seen the proof. */
  identityProvedAt: number;
}

/** The answer of a consumer who has said who they are; everything else is checked again. */
export function answerChargeByLink(
  context: LendingContext,
  token: string,
  { answer, visitor, identityProvedAt }: ChargePageAnswer,
): Promise<{ kind: ChargeResult } | Closed> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockChargeOfLink(context, tx, token);
    if (!hosted) return CLOSED;
    const { charge, application: loan, merchant, link } = hosted;
    const page = { visitor, merchant, link, identityProvedAt };
    const answered = { kind: answer, by: 'consumer', page } as const;
    return { kind: await answerCharge(context, tx, { charge, loan }, answered) };
  });
}

/** The pending charge of a link that takes answers, its loan locked; undefined if there is none. */
async function lockChargeOfLink(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  token: string,
): Promise<(HostedLink & { charge: ChargeRequestRow }) | undefined> {
  const hosted = await lockHostedLink(context, tx, 'charge', token);
  if (hosted?.charge?.status !== 'Pending' || linkProblem(context, hosted) !== null)
    return undefined;
  return { ...hosted, charge: hosted.charge };
}

/**
 * Approves or rejects as the consumer does on the hosted page, without the identity question: for
 * the sandbox alone. Answers the status that the request then has.
 */
export async function answerAsConsumer(
  context: LendingContext,
  sponsorId: string,
  id: string,
  answer: 'approve' | 'reject',
): Promise<PaymentRequestStatus> {
  const result = await context.database.transaction(async (tx) => {
    const open = await openCharge(context, tx, sponsorId, id);
    return answerCharge(context, tx, open, { kind: answer, by: 'consumer', page: null });
  });
  return transition(chargeRequestMachine, 'Pending', result);
}

/**
 * Answers for the consumer at once, by a magic payment identifier of the sandbox;
 * a request that has ended before needs no answer.
 */
export async function runConsumerAnswer(
  context: LendingContext,
  { key, scope, payload }: Pick<ClaimedWork, 'key' | 'scope' | 'payload'>,
): Promise<DueWorkResult> {
  const charge = await findChargeRequest(context.database.query, scope, key);
  if (charge?.status !== 'Pending') return 'done';
  const { answer } = payload as { answer: 'approve' | 'reject' };
  await answerAsConsumer(context, scope, key, answer);
  return 'done';
}
