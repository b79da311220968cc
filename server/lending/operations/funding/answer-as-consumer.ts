import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import type { ChargeRequestTable, LendingSchema } from '../../store/schema.ts';
import { checkIdentity, type IdentityClaim } from '../identity/check-identity.ts';
import { type HostedLink, linkProblem, lockHostedLink } from '../identity/hosted-link.ts';
import { CLOSED, type Closed, type Tried, type Visitor } from '../identity/visitor.ts';
import { answerCharge, type ChargeResult, openCharge } from './answer-charge.ts';
import { recordChargeAnswer } from './record-charge-answer.ts';
import type { PaymentRequestStatus } from '../../../lending-api/statuses.ts';
import { chargeRequestMachine } from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';

type OpenChargeLink = HostedLink & { charge: ChargeRequestTable };

/** Who it is, by the last four digits and the loan number, before the charge is shown. */
export function identifyForCharge(
  context: LendingContext,
  token: string,
  claim: Required<IdentityClaim>,
): Promise<Tried> {
  return withCharge(context, token, async (tx, hosted) => {
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

/** The answer of a consumer who has said who they are; everything else is looked at again. */
export function answerChargeByLink(
  context: LendingContext,
  token: string,
  { answer, visitor, identityProvedAt }: ChargePageAnswer,
): Promise<{ kind: ChargeResult } | Closed> {
  return withCharge(context, token, async (tx, { charge, application, merchant, link }) => {
    const result = await answerCharge(
      context,
      tx,
      { charge, loan: application },
      answer === 'approve'
        ? { kind: 'approve', by: 'consumer' }
        : { kind: 'reject', reason: CONSUMER_REJECTED },
    );
    const page = { visitor, merchant, link, identityProvedAt };
    await recordChargeAnswer(context, tx, { charge, loan: application }, { result, page });
    return { kind: result };
  });
}

/** Works on a pending charge, its loan locked, while the link takes answers. */
function withCharge<Result>(
  context: LendingContext,
  token: string,
  work: (tx: Transaction<LendingSchema>, hosted: OpenChargeLink) => Promise<Result>,
): Promise<Result | Closed> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, 'charge', token);
    if (!isOpen(hosted) || linkProblem(context, hosted) !== null) return CLOSED;
    return work(tx, hosted);
  });
}

function isOpen(hosted: HostedLink | undefined): hosted is OpenChargeLink {
  return hosted?.charge?.status === 'Pending';
}

/** Why a consumer's own rejection is rejected. */
const CONSUMER_REJECTED = 'consumer_rejected';

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
    const ended = await answerCharge(
      context,
      tx,
      open,
      answer === 'approve'
        ? { kind: 'approve', by: 'consumer' }
        : { kind: 'reject', reason: CONSUMER_REJECTED },
    );
    await recordChargeAnswer(context, tx, open, { result: ended, page: null });
    return ended;
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
