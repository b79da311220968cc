import type { DueWorkHandler } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { mailLetter, LETTER } from '../letters.ts';
import { mailNotice } from '../deliver-notice.ts';
import { NOTICE_LETTER } from './notice-timers.ts';

/** What goes by post: letters, and notices that did not leave by e-mail. */
export function noticeTimers(context: LendingContext): Readonly<Record<string, DueWorkHandler>> {
  return {
    [NOTICE_LETTER]: (work) => mailNotice(context, work),
    [LETTER]: (work) => mailLetter(context, work),
  };
}
