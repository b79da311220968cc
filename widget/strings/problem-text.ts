import type { FlowErrorCode } from '../contract/flow-message.ts';
import type { StepProblem } from '../contract/step.ts';
import type { FirstStrings, Message } from './strings.ts';

/**
 * What is said of a problem.
 * @param isAfterForm an amount is then that of an offer, which the shop's cart cannot mend
 */
export function problemText(
  { problems, codeUsed }: FirstStrings['common'],
  { code, reached }: Pick<StepProblem, 'reached'> & { code: FlowErrorCode | StepProblem['code'] },
  isAfterForm = false,
): Message {
  if (isAfterForm && code === 'amount_out_of_range') return problems.amount_not_taken;
  if (code === 'order_in_use' && reached) return problems.order_accepted;
  const message = problems[code];
  // A younger BFF may have stages that this widget has no words for.
  const text = (reached && codeUsed[reached]) ?? message.text;
  return { ...message, text };
}
