import { dayMs } from '../../../platform/durations.ts';

/** Regulation B, 12 CFR 1002.9(a)(1): 30 days to notify the applicant. */
const NOTICE_DAYS = 30;

/** What has not left by e-mail is mailed early enough to be repeated. */
const LETTER_LEAD_DAYS = 5;

/** When the law wants a notice out at the latest (epoch ms). */
export function noticeDeadline(actionTakenAt: number): number {
  return actionTakenAt + NOTICE_DAYS * dayMs;
}

/** When a notice that is still waiting goes by post (epoch ms). */
export function letterDueAt(deadlineAt: number): number {
  return deadlineAt - LETTER_LEAD_DAYS * dayMs;
}
