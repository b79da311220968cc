import type { FlowErrorCode } from '../contract/flow-message.ts';
import type { FirstStrings, Message } from './strings.ts';

/** What is said of a problem; while its own words are not here, that something went wrong. */
export function problemText({ problems }: FirstStrings['common'], code: FlowErrorCode): Message {
  return problems[code] ?? problems.internal;
}
