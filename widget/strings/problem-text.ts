import type { FlowProblem } from '../screens/screen-context.ts';
import type { FirstStrings, Message } from './strings.ts';

/**
 * What is said of a problem.
 * @param isAfterForm an amount is then that of an offer, which the shop's cart cannot mend
 */
export function problemText(
  { problems, codeUsed }: FirstStrings['common'],
  { code, reached }: Pick<FlowProblem, 'code' | 'reached'>,
  isAfterForm = false,
): Message {
  const isOfOffer = isAfterForm && code === 'amount_out_of_range';
  const message = problems[isOfOffer ? 'amount_not_taken' : code];
  // A younger BFF may have stages that this widget has no words for.
  const text = (reached && codeUsed[reached]) ?? message.text;
  return { ...message, text };
}
