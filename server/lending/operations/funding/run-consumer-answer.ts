import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';
import { answerAsConsumer } from './answer-as-consumer.ts';

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
