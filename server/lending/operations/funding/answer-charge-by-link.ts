import type { LendingContext } from '../../context.ts';
import type { ChargeRequestTable } from '../../store/schema.ts';
import { checkIdentity, type IdentityClaim } from '../identity/check-identity.ts';
import { type HostedLink, linkProblem, lockHostedLink } from '../identity/hosted-link.ts';
import type { Visitor } from '../identity/visitor.ts';
import { CONSUMER_REJECTED } from './answer-as-consumer.ts';
import { answerCharge, type ChargeResult } from './answer-charge.ts';
import { recordChargeAnswer } from './record-charge-answer.ts';

/** `closed`: there is nothing to answer any more; looking at the page again says why. */
export type HostedChargeAnswer =
  | { kind: ChargeResult }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'closed' };

type OpenChargeLink = HostedLink & { charge: ChargeRequestTable };

/** The consumer's answer on the charge page: last four digits, loan number, approve or reject. */
export function answerChargeByLink(
  context: LendingContext,
  token: string,
  claim: Required<IdentityClaim>,
  { answer, visitor }: { answer: 'approve' | 'reject'; visitor: Visitor },
): Promise<HostedChargeAnswer> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, 'charge', token);
    if (!isOpen(hosted) || linkProblem(context, hosted) !== null) return { kind: 'closed' };
    const identity = await checkIdentity(context, tx, hosted, claim);
    if (identity.kind === 'wrong') return identity;
    if (identity.kind !== 'passed') return { kind: 'closed' };
    const { charge, application, merchant } = hosted;
    const result = await answerCharge(
      context,
      tx,
      { charge, loan: application },
      answer === 'approve'
        ? { kind: 'approve', by: 'consumer' }
        : { kind: 'reject', reason: CONSUMER_REJECTED },
    );
    const page = { visitor, merchant };
    await recordChargeAnswer(context, tx, { charge, loan: application }, { result, page });
    return { kind: result };
  });
}

function isOpen(hosted: HostedLink | undefined): hosted is OpenChargeLink {
  return hosted?.charge?.status === 'Pending';
}
