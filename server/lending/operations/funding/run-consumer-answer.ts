import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { answerAsConsumer } from './answer-as-consumer.ts';

/** Answers for the consumer at once, by a magic payment identifier of the sandbox (decisions 5). */
export async function runConsumerAnswer(
  context: LendingContext,
  { key, scope, payload }: Pick<ClaimedWork, 'key' | 'scope' | 'payload'>,
): Promise<DueWorkResult> {
  const { answer } = payload as { answer: 'approve' | 'reject' };
  await answerAsConsumer(context, scope, key, answer);
  return 'done';
}
