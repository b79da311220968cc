import type { FlowProblem } from '../screens/screen-context.ts';
import type { FirstStrings, Message } from './strings.ts';

/** What is said of a problem; while its own words are not here, that something went wrong. */
export function problemText(
  { problems, codeUsed }: FirstStrings['common'],
  { code, reached }: Pick<FlowProblem, 'code' | 'reached'>,
): Message {
  const message = problems[code] ?? problems.internal;
  // A younger BFF may have stages that this widget has no words for.
  const text = (reached && codeUsed?.[reached]) ?? message.text;
  return { ...message, text };
}
