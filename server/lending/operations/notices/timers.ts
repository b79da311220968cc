import type { DueWorkHandler } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { mailNotice } from './mail-notice.ts';
import { NOTICE_LETTER } from './notice-timers.ts';

/** Letters in place of notices that did not leave by e-mail. */
export function noticeTimers(context: LendingContext): Readonly<Record<string, DueWorkHandler>> {
  return { [NOTICE_LETTER]: (work) => mailNotice(context, work) };
}
