import type { PaymentRequestStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { chargeRequestMachine } from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { answerCharge, openCharge } from './answer-charge.ts';
import { recordChargeAnswer } from './record-charge-answer.ts';

/** Why a consumer's own rejection is rejected. */
export const CONSUMER_REJECTED = 'consumer_rejected';

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
