import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import type { ChargeRequestTable, LendingSchema } from '../../store/schema.ts';
import { checkIdentity, type IdentityClaim } from '../identity/check-identity.ts';
import { type HostedLink, linkProblem, lockHostedLink } from '../identity/hosted-link.ts';
import { CLOSED, type Closed, type Tried } from '../identity/tried.ts';
import type { Visitor } from '../identity/visitor.ts';
import { CONSUMER_REJECTED } from './answer-as-consumer.ts';
import { answerCharge, type ChargeResult } from './answer-charge.ts';
import { recordChargeAnswer } from './record-charge-answer.ts';

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

export interface ChargePageAnswer {
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
